use super::Common;
use crate::bench::{CASES, Case, Measured, Work, peak_of, signature};
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use crate::wire::{Arm, BenchLine, SignatureLine};
use clap::Args;
use spar_catalog::words::wrapped;
use spar_rules::nearest;

/// Measure speed on this machine, as ratios within one run
///
/// Each case runs two ways of doing the same work in turn, and prints the ratio of their median
/// times. Every result is checked. Run it on an idle machine.
#[derive(Debug, Args)]
pub(super) struct Bench {
    /// Cases to run [default: all]
    cases: Vec<String>,
    /// List the cases
    #[arg(long)]
    list: bool,
    /// Print a checksum of what all solvers answer and how many nodes they visit
    #[arg(long, conflicts_with = "cases")]
    signature: bool,
    /// Do this work only, and print the most memory that it took, in bytes
    #[arg(long, hide = true, value_name = "WORK")]
    peak: Option<Work>,
}

impl Bench {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        if let Some(work) = self.peak {
            printer.line(peak_of(work)?.to_string())?;
        } else if self.signature {
            sign(common, printer)?;
        } else {
            for case in self.chosen()? {
                if self.list {
                    let text = format!("{} ({})", case.about, case.bar);
                    for (index, line) in wrapped(&text, printer.width().max(40) - 17).enumerate() {
                        let name = if index == 0 { case.name } else { "" };
                        printer.line(format!("{name:16} {line}"))?;
                    }
                } else {
                    printer.remark(format!("{}: {}", case.name, case.about));
                    tell(case, &case.run()?, common, printer)?;
                }
            }
        }
        Ok(Exit::Done)
    }

    fn chosen(&self) -> Result<Vec<&'static Case>, Fault> {
        let named = |name: &String| {
            CASES.iter().find(|case| case.name == *name).ok_or_else(|| {
                let names = || CASES.iter().map(|case| case.name);
                let hint = match nearest(name, names()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("cases: {}", names().collect::<Vec<_>>().join(", ")),
                };
                Fault::with_hint(format!("no case is named `{name}`"), hint)
            })
        };
        if self.cases.is_empty() {
            Ok(CASES.iter().collect())
        } else {
            self.cases.iter().map(named).collect()
        }
    }
}

fn sign(common: &Common, printer: &mut Printer) -> Result<(), Fault> {
    let signature = signature(common.limits().threads)?;
    if common.json {
        printer.json(&SignatureLine {
            signature: format!("{:016x}", signature.number()),
            positions: signature.positions,
            nodes: signature.nodes,
            values: format!("{:016x}", signature.values),
        })?;
    } else {
        printer.line(format!("{:016x}", signature.number()))?;
        printer.detail(format!("{signature:?}"));
    }
    Ok(())
}

fn tell(
    case: &Case,
    measured: &Measured,
    common: &Common,
    printer: &mut Printer,
) -> Result<(), Fault> {
    if common.json {
        let arm = |&(name, seconds): &(&'static str, f64)| Arm { name, seconds };
        printer.json(&BenchLine {
            case: case.name,
            arms: measured.arms.iter().map(arm).collect(),
            ratio: measured.ratio,
            bar: case.bar,
            notes: measured.notes.clone(),
        })?;
        return Ok(());
    }
    let ratio = measured.ratio.map(|ratio| format!("ratio {ratio:.2}  "));
    let arms = measured.arms.iter().map(|(name, seconds)| format!("{name} {seconds:.3} s"));
    let arms = arms.map(|arm| arm + "; ").collect::<String>();
    let (name, bar) = (case.name, case.bar);
    printer.line(format!("{name:15} {}({arms}bar: {bar})", ratio.unwrap_or_default()))?;
    for note in &measured.notes {
        printer.line(format!("{:15} {note}", ""))?;
    }
    Ok(())
}
