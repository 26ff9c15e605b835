//! Smooth curves through points, and where two of them meet.

use spar_rules::scene::Point;

/// A point with fractional coordinates.
pub(super) type Dot = (f64, f64);

/// Pieces into which every part of a bent curve is cut to look for crossings.
const CUTS: usize = 3;

/// The distance between the marks on a straight line.
const APART: f64 = 40.0;

/// A piece of a smooth curve: the two handles and the end of a cubic Bézier curve that
/// begins where the piece before it ends.
pub(super) type Segment = [(f64, f64); 3];

/// The smooth curve through all points of a path, which begins at the first of them. Two
/// points make a straight line.
pub fn smooth(path: &[Point]) -> Vec<Segment> {
    let at = |index: usize| {
        let point = path[index.min(path.len() - 1)];
        (f64::from(point.x), f64::from(point.y))
    };
    let piece = |index: usize| {
        let [before, from, to, after] =
            [at(index.saturating_sub(1)), at(index), at(index + 1), at(index + 2)];
        let ahead = (from.0 + (to.0 - before.0) / 6.0, from.1 + (to.1 - before.1) / 6.0);
        let back = (to.0 - (after.0 - from.0) / 6.0, to.1 - (after.1 - from.1) / 6.0);
        [ahead, back, to]
    };
    (0..path.len().saturating_sub(1)).map(piece).collect()
}

/// A curve as short straight pieces.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    pub(super) dots: Vec<Dot>,
    /// Marks on it at short distances.
    marks: Vec<Dot>,
    /// Least x, least y, most x, most y.
    bounds: [f64; 4],
}

impl Trace {
    pub(super) fn new(path: &[Point]) -> Trace {
        let dot = |point: &Point| (f64::from(point.x), f64::from(point.y));
        let mut dots: Vec<Dot> = path.first().map(dot).into_iter().collect();
        if path.len() == 2 {
            dots.extend(path.last().map(dot));
        } else {
            for [ahead, back, to] in smooth(path) {
                let from = dots[dots.len() - 1];
                dots.extend((1..=CUTS).map(|cut| bezier([from, ahead, back, to], cut)));
            }
        }
        let mut bounds = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
        for (x, y) in &dots {
            bounds = [bounds[0].min(*x), bounds[1].min(*y), bounds[2].max(*x), bounds[3].max(*y)];
        }
        let marks = match dots[..] {
            [from, to] => {
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                let count = ((dx * dx + dy * dy).sqrt() / APART).ceil().max(1.0);
                let mark = |number: usize| {
                    let part = number as f64 / count;
                    (from.0 + part * dx, from.1 + part * dy)
                };
                (0..=count as usize).map(mark).collect()
            }
            _ => dots.clone(),
        };
        Trace { dots, marks, bounds }
    }

    fn pieces(&self) -> impl Iterator<Item = (Dot, Dot)> + '_ {
        self.dots.windows(2).map(|pair| (pair[0], pair[1]))
    }

    /// Whether the other curve may come within this distance, judged by the bounding boxes.
    fn may_touch(&self, other: &Trace, within: f64) -> bool {
        let (one, two) = (&self.bounds, &other.bounds);
        one[0] - within <= two[2]
            && two[0] - within <= one[2]
            && one[1] - within <= two[3]
            && two[1] - within <= one[3]
    }

    /// Whether it stays this far inside a field.
    pub(super) fn is_inside(&self, (width, height): (f64, f64), margin: f64) -> bool {
        let [left, top, right, bottom] = self.bounds;
        left >= margin && top >= margin && right <= width - margin && bottom <= height - margin
    }

    /// How often two curves meet, except at places that `aside` excludes. Pieces that lie on
    /// each other meet the more often, the longer they are.
    pub(super) fn meetings(&self, other: &Trace, aside: impl Fn(Dot) -> bool) -> u32 {
        if !self.may_touch(other, 0.0) {
            return 0;
        }
        let [left, top, right, bottom] = other.bounds;
        let apart = |a: f64, b: f64, least: f64, most: f64| a.max(b) < least || a.min(b) > most;
        let mut count = 0;
        for (a, b) in self.pieces() {
            if apart(a.0, b.0, left, right) || apart(a.1, b.1, top, bottom) {
                continue;
            }
            let met = other.pieces().filter_map(|piece| met((a, b), piece));
            count += met.filter(|it| !aside(it.0)).map(|it| it.1).sum::<u32>();
        }
        count
    }

    /// Whether it comes nearer to a place than this.
    pub(super) fn is_near(&self, place: Dot, within: f64) -> bool {
        let [left, top, right, bottom] = self.bounds;
        let beside = |x: f64, least: f64, most: f64| least - within < x && x < most + within;
        beside(place.0, left, right)
            && beside(place.1, top, bottom)
            && self.pieces().any(|piece| square(piece, place) < within * within)
    }

    /// How many marks on one of the two lie nearer than this to the other.
    pub(super) fn n_near(&self, other: &Trace, within: f64) -> u32 {
        if !self.may_touch(other, within) {
            return 0;
        }
        let near = |one: &Trace, two: &Trace| {
            one.marks.iter().filter(|mark| two.is_near(**mark, within)).count() as u32
        };
        near(self, other) + near(other, self)
    }
}

/// A point of a cubic Bézier curve after this many of its cuts.
fn bezier(handles: [Dot; 4], cut: usize) -> Dot {
    let part = cut as f64 / CUTS as f64;
    let rest = 1.0 - part;
    let weights = [
        rest * rest * rest,
        3.0 * rest * rest * part,
        3.0 * rest * part * part,
        part * part * part,
    ];
    let sum =
        |of: fn(&Dot) -> f64| weights.iter().zip(&handles).map(|(it, dot)| it * of(dot)).sum();
    (sum(|dot| dot.0), sum(|dot| dot.1))
}

/// Where two straight pieces meet, and how often that counts; for pieces on one line, an
/// end of what they share.
fn met((a, b): (Dot, Dot), (c, d): (Dot, Dot)) -> Option<(Dot, u32)> {
    if a.0.max(b.0) < c.0.min(d.0)
        || c.0.max(d.0) < a.0.min(b.0)
        || a.1.max(b.1) < c.1.min(d.1)
        || c.1.max(d.1) < a.1.min(b.1)
    {
        return None;
    }
    let turn = |p: Dot, q: Dot, r: Dot| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
    let (from, to) = (turn(c, d, a), turn(c, d, b));
    let (other_from, other_to) = (turn(a, b, c), turn(a, b, d));
    if from == 0.0 && to == 0.0 {
        let on_one = [c, d].into_iter().filter(|it| is_between(a, b, *it));
        let on_both: Vec<Dot> =
            on_one.chain([a, b].into_iter().filter(|it| is_between(c, d, *it))).collect();
        let place = *on_both.first()?;
        let far = |it: &Dot| (it.0 - place.0).abs().max((it.1 - place.1).abs());
        let shared = on_both.iter().map(far).fold(0.0, f64::max);
        return Some((place, 1 + (shared / APART) as u32));
    }
    let crosses = from * to <= 0.0 && other_from * other_to <= 0.0;
    let part = from / (from - to);
    let place = (a.0 + part * (b.0 - a.0), a.1 + part * (b.1 - a.1));
    crosses.then_some((place, 1))
}

/// Whether a place on the line through two dots lies between them.
fn is_between(a: Dot, b: Dot, place: Dot) -> bool {
    let inside = |p: f64, q: f64, r: f64| p.min(q) <= r && r <= p.max(q);
    inside(a.0, b.0, place.0) && inside(a.1, b.1, place.1)
}

/// The square of the distance of a place from a straight piece.
fn square((a, b): (Dot, Dot), place: Dot) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let along = if length == 0.0 {
        0.0
    } else {
        (((place.0 - a.0) * dx + (place.1 - a.1) * dy) / length).clamp(0.0, 1.0)
    };
    let (x, y) = (a.0 + along * dx - place.0, a.1 + along * dy - place.1);
    x * x + y * y
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(points: &[(i32, i32)]) -> Trace {
        Trace::new(&points.iter().map(|(x, y)| Point::new(*x, *y)).collect::<Vec<_>>())
    }

    #[test]
    fn lines_meet_where_they_cross_touch_or_overlap() {
        let never = |_: Dot| false;
        let flat = trace(&[(0, 0), (100, 0)]);
        assert_eq!(flat.meetings(&trace(&[(50, -10), (50, 10)]), never), 1);
        assert_eq!(flat.meetings(&trace(&[(50, 0), (50, 10)]), never), 1);
        assert_eq!(flat.meetings(&trace(&[(90, 0), (200, 0)]), never), 1);
        assert_eq!(flat.meetings(&trace(&[(10, 0), (200, 0)]), never), 3);
        assert_eq!(flat.meetings(&trace(&[(110, 0), (200, 0)]), never), 0);
        assert_eq!(flat.meetings(&trace(&[(0, 1), (100, 1)]), never), 0);
        let around = |place: Dot| place.0 > 40.0;
        assert_eq!(flat.meetings(&trace(&[(50, -10), (50, 10)]), around), 0);
    }

    #[test]
    fn a_smooth_curve_goes_through_its_points() {
        let path = [(0, 0), (50, 40), (100, -40), (150, 0)].map(|(x, y)| Point::new(x, y));
        let ends: Vec<Dot> = smooth(&path).into_iter().map(|piece| piece[2]).collect();
        assert_eq!(ends, [(50.0, 40.0), (100.0, -40.0), (150.0, 0.0)]);
        assert_eq!(Trace::new(&path).meetings(&trace(&[(0, 7), (150, 7)]), |_| false), 2);
    }
}
