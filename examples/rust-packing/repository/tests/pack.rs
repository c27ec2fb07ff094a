use packing::pack;

#[test]
fn a_run_is_a_count_and_a_letter() {
    assert_eq!(pack("aaab"), "3a1b");
}

#[test]
fn nothing_stays_nothing() {
    assert_eq!(pack(""), "");
}
