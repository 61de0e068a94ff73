//! "Did you mean": the name that is nearest to a wrong one.

/// Nobody mistypes a longer name, and comparing one takes time.
const LONGEST: usize = 200;

/// The candidate nearest to `wrong`, if one is near enough to be meant.
pub(crate) fn nearest<'a>(
    wrong: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if wrong.len() > LONGEST {
        return None;
    }
    let wrong: Vec<char> = fold(wrong);
    let limit = (wrong.len() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&wrong, &fold(candidate)), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Case and the separators of words are no difference.
fn fold(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

/// Insertions, deletions, replacements, and swaps of neighbours.
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
    use super::nearest;

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
}
