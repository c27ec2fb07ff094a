//! Runs of a letter, written as a count and the letter.

/// `aaab` becomes `3a1b`.
pub fn pack(text: &str) -> String {
    let mut packed = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut count = 1;
        while letters.next_if_eq(&letter).is_some() {
            count += 1;
        }
        packed.push_str(&format!("{count}{letter}"));
    }
    packed
}
