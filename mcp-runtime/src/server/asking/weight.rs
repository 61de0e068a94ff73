//! What JSON takes in memory once it is read.

/// A value in an array or object, with the room that grows ahead of it.
const VALUE: usize = 128;

/// An array or object, which has room for four when it has one.
const CONTAINER: usize = 512;

/// At most about how many bytes the values of a JSON text take, whatever they are read into.
///
/// It only has to be no less: what looks like a value inside of a string counts as one.
pub(super) fn weight(json: &str) -> usize {
    let count = |byte| memchr::memchr_iter(byte, json.as_bytes()).count();
    json.len() + VALUE * count(b',') + CONTAINER * (count(b'[') + count(b'{'))
}

#[cfg(test)]
mod tests {
    use super::weight;

    #[test]
    fn small_values_weigh_much_and_long_ones_what_they_are_long() {
        assert_eq!(weight(&"x".repeat(1000)), 1000);
        assert!(weight(&format!("[{}0]", "0,".repeat(1000))) > 72 * 1000);
        assert!(weight(&format!("[{}[]]", "[0],".repeat(1000))) > 400 * 1000);
    }
}
