//! Plots as SVG and CSV.

use crate::wire::csv::quoted;
use std::fmt::Write;

/// A plot with several curves.
#[derive(Clone, Debug)]
pub struct Plot {
    /// Its name in files.
    pub name: String,
    /// The title.
    pub title: String,
    /// The horizontal axis.
    pub across: Axis,
    /// The vertical axis.
    pub up: Axis,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// An axis.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The label.
    pub label: &'static str,
    /// Whether the scale is logarithmic.
    pub is_log: bool,
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// The points: horizontal and vertical coordinate.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 60.0;

/// Colours and dashes, so that curves can also be told apart without seeing colours.
const STROKES: [(&str, &str); 6] = [
    ("#0072B2", "none"),
    ("#D55E00", "8 4"),
    ("#767676", "2 4"),
    ("#009E73", "12 3 2 3"),
    ("#CC79A7", "16 6"),
    ("#000000", "5 2"),
];

/// The range of an axis, and the mapping of numbers to it.
struct Scale {
    low: f64,
    high: f64,
    is_log: bool,
}

impl Scale {
    fn over(values: impl Iterator<Item = f64>, axis: Axis) -> Scale {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            (low, high) = (low.min(value), high.max(value));
        }
        let is_log = axis.is_log;
        if is_log {
            // Whole powers of ten; zero is drawn at the bottom.
            let low = low.max(high * 1e-9).max(1e-9).log10().floor();
            let high = high.max(1e-9).log10().ceil().max(low + 1.0);
            Scale { low, high, is_log }
        } else {
            Scale { low: low.min(0.0), high: high.max(1.0), is_log }
        }
    }

    /// The position of a value on the axis, from 0 to 1.
    fn place(&self, value: f64) -> f64 {
        let value = if self.is_log { value.max(1e-9).log10() } else { value };
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The labels next to the axis, with their positions.
    fn ticks(&self) -> Vec<(f64, String)> {
        if self.is_log {
            let powers = self.low as i32..=self.high as i32;
            let tick = |power: i32| (self.place(10_f64.powi(power)), format!("1e{power}"));
            return powers.map(tick).collect();
        }
        let tick = |step: u32| {
            let share = f64::from(step) / 5.0;
            (share, format!("{:.1}", self.low + share * (self.high - self.low)))
        };
        (0..=5).map(tick).collect()
    }
}

impl Curve {
    /// A curve without points.
    pub fn new(name: &str) -> Curve {
        Curve { name: name.to_owned(), points: Vec::new() }
    }
}

impl Plot {
    /// The plot as SVG. Writing to a `String` cannot fail, so the results of `write!` are
    /// ignored.
    // Long: it draws everything from back to front.
    pub fn svg(&self) -> String {
        let points = || self.curves.iter().flat_map(|curve| curve.points.iter());
        let across = Scale::over(points().map(|it| it.0), self.across);
        let up = Scale::over(points().map(|it| it.1), self.up);
        let x = |share: f64| LEFT + share * (WIDTH - LEFT - RIGHT);
        let y = |share: f64| HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n<title>{0}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <text x=\"{LEFT}\" y=\"24\" font-size=\"16\">{0}</text>\n",
            self.title
        );
        for (share, label) in across.ticks() {
            let (x, bottom) = (x(share), y(0.0));
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {bottom:.1}V{TOP}\" stroke=\"#ddd\"/><text x=\"{x:.1}\" \
                 y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                bottom + 18.0
            );
        }
        for (share, label) in up.ticks() {
            let (y, right) = (y(share), x(1.0));
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{right:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" \
                 y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                LEFT - 8.0,
                y + 4.0
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text x=\"18\" y=\"{:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 18 {:.1})\">{}</text>",
            x(0.5),
            HEIGHT - 16.0,
            self.across.label,
            y(0.5),
            y(0.5),
            self.up.label
        );
        for (number, curve) in self.curves.iter().enumerate() {
            let (colour, dashes) = STROKES[number % STROKES.len()];
            let place = |(right, height): &(f64, f64)| {
                format!("{:.1},{:.1}", x(across.place(*right)), y(up.place(*height)))
            };
            let line: Vec<String> = curve.points.iter().map(place).collect();
            let key = TOP + 14.0 + 20.0 * number as f64;
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
                 stroke-dasharray=\"{dashes}\"/>\n<path d=\"M{} {key}h32\" stroke=\"{colour}\" \
                 stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/><text x=\"{}\" y=\"{}\">{}</text>",
                line.join(" "),
                LEFT + 12.0,
                LEFT + 52.0,
                key + 4.0,
                curve.name
            );
        }
        svg + "</svg>\n"
    }

    /// The points as CSV, one per line.
    pub fn csv(&self) -> String {
        let mut csv = format!("curve,{},{}\n", self.across.label, self.up.label);
        for curve in &self.curves {
            let name = quoted(curve.name.clone());
            for (across, up) in &curve.points {
                let _ = writeln!(csv, "{name},{across},{up}");
            }
        }
        csv
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_has_every_curve_every_point_and_whole_powers_of_ten() {
        let plot = Plot {
            name: "it".to_owned(),
            title: "It".to_owned(),
            across: Axis { label: "squares", is_log: true },
            up: Axis { label: "values", is_log: true },
            curves: vec![
                Curve { name: "one".to_owned(), points: vec![(10.0, 20.0), (1000.0, 2000.0)] },
                Curve { name: "two".to_owned(), points: vec![(10.0, 1.0)] },
            ],
        };
        assert_eq!(plot.csv(), "curve,squares,values\none,10,20\none,1000,2000\ntwo,10,1\n");
        let svg = plot.svg();
        assert!(svg.ends_with("</svg>\n") && svg.matches("<polyline").count() == 2);
        assert!(svg.contains(">1e1<") && svg.contains(">1e4<") && !svg.contains("NaN"));
        // The leftmost and the rightmost point are on the edges.
        assert!(svg.contains("80.0,") && svg.contains("696.0,"));
    }
}
