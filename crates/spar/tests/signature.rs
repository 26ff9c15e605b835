//! The results of the solvers of games without chance, and their numbers of nodes, agree with the
//! recorded signature.

use spar::bench::signature;
use std::fs;
use std::path::Path;

#[test]
fn the_signature_is_the_one_that_the_benchmarks_state() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../BENCHMARKS.md");
    let text = fs::read_to_string(path).unwrap();
    let stated = text.split("Signature: `").nth(1).and_then(|rest| rest.split('`').next());
    for threads in [1, 2] {
        let signature = signature(threads).unwrap();
        let number = format!("{:016x}", signature.number());
        assert_eq!(Some(number.as_str()), stated, "{threads} threads: {signature:?}");
    }
}
