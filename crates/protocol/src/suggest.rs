//! "Did you mean": the name that is closest to a wrong one.

use super::step_limit::{Steps, TooComplex};

/// Longer names are not considered: they are not typos, and comparing them takes time.
const MAX_NAME_BYTES: usize = 200;

/// Returns the candidate closest to `wrong`, if one is close enough. If there are very many, only
/// the first ones are considered.
pub fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    search(wrong, candidates, &mut Steps::few())
}

fn search<'a>(
    wrong: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    steps: &mut Steps,
) -> Option<&'a str> {
    if wrong.len() > MAX_NAME_BYTES {
        return None;
    }
    let wrong = fold(wrong);
    let mut nearest: Option<(usize, &str)> = None;
    for candidate in candidates {
        let Ok(distance) = slips(&wrong, candidate, steps) else {
            break;
        };
        if let Some(distance) = distance
            && nearest.is_none_or(|(least, _)| distance < least)
        {
            nearest = Some((distance, candidate));
        }
    }
    nearest.map(|(_, candidate)| candidate)
}

/// Returns the distance of a candidate from the given name, if it is close.
fn slips(wrong: &[char], candidate: &str, steps: &mut Steps) -> Result<Option<usize>, TooComplex> {
    steps.take(1)?;
    if candidate.len() > MAX_NAME_BYTES {
        return Ok(None);
    }
    let limit = (wrong.len() / 3).max(1);
    let candidate = fold(candidate);
    if candidate.len().abs_diff(wrong.len()) > limit {
        return Ok(None);
    }
    steps.take(wrong.len() * candidate.len() / 16)?;
    Ok(Some(distance(wrong, &candidate)).filter(|distance| *distance <= limit))
}

/// Normalizes a name: case and word separators do not count as differences.
fn fold(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

/// Returns the edit distance: insertions, deletions, replacements, and swaps of neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(x != y);
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                let swapped: &Vec<usize> = &before_last;
                best = best.min(swapped[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name() {
        let names = ["search", "delete", "summarize"];
        assert_eq!(nearest("serach", names), Some("search"));
        assert_eq!(nearest("Delete", names), Some("delete"));
        assert_eq!(nearest("summarise", names), Some("summarize"));
    }

    #[test]
    fn something_else_finds_nothing() {
        assert_eq!(nearest("weather", ["search", "delete"]), None);
        assert_eq!(nearest("", ["search"]), None);
        let long = "search".repeat(1000);
        assert_eq!(nearest(&long, [&*long]), None);
    }

    #[test]
    fn words_may_be_joined_differently() {
        assert_eq!(nearest("userId", ["user_id", "user_name"]), Some("user_id"));
    }

    #[test]
    fn many_and_long_candidates_are_not_all_compared() {
        let long = "x".repeat(4 * 1024 * 1024);
        let mut steps = Steps::few();
        assert_eq!(search("room", [&*long, "rooms"], &mut steps), Some("rooms"));
        assert!(steps.taken() < 10, "a long one is not looked at");
        let many: Vec<String> = (0..400_000).map(|n| format!("key{n}")).collect();
        let mut looked_at = 0;
        let candidates = std::iter::once("rom")
            .chain(many.iter().map(String::as_str))
            .inspect(|_| looked_at += 1);
        assert_eq!(nearest("room", candidates), Some("rom"));
        assert!(looked_at <= 10_000, "{looked_at}");
    }
}
