use super::*;
use crate::batch::Item;
use spar_solve::Silent;
use std::sync::atomic::{AtomicUsize, Ordering};

fn batch(items: usize) -> Batch {
    let items = (0..items).map(|it| Item { name: format!("item {it}") }).collect();
    Batch { unit: "items", command: "test".to_owned(), seed: 3, items }
}

fn ran(items: usize, threads: usize, order: Order, piece: &Piece) -> Result<String, Fault> {
    let todo: Vec<usize> = (0..items).collect();
    let budget = Budget::unlimited().with_threads(threads);
    let mut lines = Vec::new();
    let mut take = |index: usize, rows: &[String]| {
        lines.push(format!("{index}: {}\n", rows.join(" ")));
        Ok(())
    };
    run(&batch(items), &todo, order, piece, (&budget, &Silent), &mut take)?;
    Ok(lines.concat())
}

fn rows(item: &Item, seed: u64) -> Vec<String> {
    (0..seed % 3).map(|row| format!("{}/{row}/{seed}", item.name)).collect()
}

#[test]
fn rows_and_their_order_do_not_depend_on_threads() {
    let piece = |item: &Item, seed: u64| {
        std::thread::sleep(Duration::from_micros(seed % 500));
        Ok(rows(item, seed))
    };
    let one = ran(200, 1, Order::Listed, &piece).unwrap();
    assert_eq!(one.lines().count(), 200);
    let first = batch(200).seed_of(0);
    assert!(one.starts_with(&format!("0: {}\n", rows(&batch(1).items[0], first).join(" "))));
    for threads in [2, 3, 8] {
        assert_eq!(ran(200, threads, Order::Listed, &piece).unwrap(), one);
        let mut sorted: Vec<String> = Vec::new();
        let finished = ran(200, threads, Order::Finished, &piece).unwrap();
        sorted.extend(finished.lines().map(str::to_owned));
        sorted.sort_by_key(|line| line.split(':').next().unwrap().parse::<usize>().unwrap());
        assert_eq!(sorted.join("\n") + "\n", one);
    }
}

#[test]
fn the_earliest_fault_is_told_whatever_the_threads() {
    let piece = |item: &Item, _: u64| match item.name.as_str() {
        "item 20" => {
            std::thread::sleep(Duration::from_millis(20));
            Err(Fault::new("the twentieth"))
        }
        "item 21" | "item 22" => Err(Fault::new("a later one")),
        _ => Ok(Vec::new()),
    };
    for threads in [1, 2, 4] {
        let fault = ran(100, threads, Order::Listed, &piece).unwrap_err();
        assert!(matches!(fault, Fault::Input(error) if error.what == "the twentieth"));
    }
}

#[test]
fn what_was_cut_short_by_a_stop_is_dropped() {
    for threads in [1, 2] {
        cut_short(threads);
    }
}

/// The 31st piece to start stops the run.
fn cut_short(threads: usize) {
    let budget = Budget::unlimited().with_threads(threads);
    let begun = AtomicUsize::new(0);
    let piece = |item: &Item, _: u64| {
        if begun.fetch_add(1, Ordering::SeqCst) == 30 {
            budget.stop();
        }
        Ok(vec![item.name.clone()])
    };
    let todo: Vec<usize> = (0..1000).collect();
    let mut taken = Vec::new();
    let mut take = |index: usize, _: &[String]| {
        taken.push(index);
        Ok(())
    };
    let handed =
        run(&batch(1000), &todo, Order::Listed, &piece, (&budget, &Silent), &mut take).unwrap();
    assert_eq!(taken, (0..handed).collect::<Vec<_>>());
    assert!(handed <= 30 && (threads > 1 || handed == 30), "{handed} of 1000");
}

#[test]
fn a_taker_that_fails_ends_the_run() {
    let piece = |_: &Item, _: u64| Ok(vec!["row".to_owned()]);
    let budget = Budget::unlimited().with_threads(2);
    let mut take = |index: usize, _: &[String]| {
        if index == 5 { Err(Fault::ClosedPipe) } else { Ok(()) }
    };
    let todo: Vec<usize> = (0..100_000).collect();
    let batch = batch(100_000);
    let ended = run(&batch, &todo, Order::Listed, &piece, (&budget, &Silent), &mut take);
    assert!(matches!(ended, Err(Fault::ClosedPipe)));
}

#[test]
fn a_slow_item_bounds_what_waits_for_it() {
    // Each row takes a quarter of the room, so only some pieces start before the first one
    // ends.
    let (begun, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let piece = |item: &Item, _: u64| {
        begun.fetch_add(1, Ordering::SeqCst);
        if item.name == "item 0" {
            std::thread::sleep(Duration::from_millis(300));
            most.store(begun.load(Ordering::SeqCst), Ordering::SeqCst);
            return Ok(Vec::new());
        }
        Ok(vec!["x".repeat(WAITING / 4)])
    };
    let todo: Vec<usize> = (0..20).collect();
    let budget = Budget::unlimited().with_threads(2);
    let alone = (&budget, &Silent as &dyn Progress);
    let handed = run(&batch(20), &todo, Order::Listed, &piece, alone, &mut |_, _| Ok(()));
    assert_eq!(handed.unwrap(), 20);
    assert!(most.load(Ordering::SeqCst) <= 6, "{most:?} begun");
}
