//! Plans a newspaper's week: a level for each day, from two easy days to the hardest puzzle on Sunday.
//!
//! Books with `--ramp` and the calendar share this table of levels. A plan ends when one level is used up, because
//! the level of a day never changes. The remaining puzzles are left out and reported.

/// The level of each day from Monday, on a scale from the easiest level, 0, to the hardest, 4.
const RAMP: [usize; 7] = [0, 0, 1, 1, 2, 3, 4];

/// Returns the level of each day from Monday, in a scheme with this number of levels. The easiest level is 0.
pub fn levels_of_days(levels: usize) -> [usize; 7] {
    RAMP.map(|place| (place * levels.saturating_sub(1) + 2) / 4)
}

/// The weeks that a stock of puzzles can fill, with one puzzle per day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ramp {
    /// The level of each day from Monday.
    pub days: [usize; 7],
    /// The number of days that get a puzzle.
    pub length: usize,
    /// The number of puzzles per level that are assigned to a day.
    pub printed: Vec<usize>,
    /// The number of puzzles per level that are left over.
    pub left: Vec<usize>,
    /// The level whose puzzles are used up first; `None` if the limit of days is reached first.
    pub ended_by: Option<usize>,
}

impl Ramp {
    /// Plans weeks from a stock with these numbers of puzzles per level, for at most `limit` days. Levels without
    /// puzzles get no day. The plan ends when a level is used up. An incomplete week is then left out, unless it is
    /// the first week or all puzzles have one level.
    pub fn new(stock: &[usize], limit: Option<usize>) -> Self {
        let known: Vec<usize> = (0..stock.len()).filter(|&level| stock[level] > 0).collect();
        let days = levels_of_days(known.len()).map(|n| known.get(n).copied().unwrap_or(0));
        let mut left = stock.to_vec();
        let mut length = 0;
        let mut ended_by = None;
        while limit.is_none_or(|limit| length < limit) {
            let level = days[length % 7];
            match left.get_mut(level) {
                Some(left) if *left > 0 => *left -= 1,
                _ => {
                    ended_by = Some(level);
                    break;
                }
            }
            length += 1;
        }
        if ended_by.is_some() && days[0] != days[6] && length > 7 {
            for day in length - length % 7..length {
                left[days[day % 7]] += 1;
            }
            length -= length % 7;
        }
        let printed = stock.iter().zip(&left).map(|(all, left)| all - left);
        Self {
            days,
            length,
            printed: printed.collect(),
            left,
            ended_by,
        }
    }

    /// Returns the message to show before a book is printed: the level whose puzzles are used up first, the number of
    /// puzzles that are left out, and the levels without puzzles. `None` if there is nothing to report.
    pub fn remark(&self, levels: &[String]) -> Option<String> {
        let name = |level: usize| levels.get(level).map_or("?", String::as_str);
        let mut said = Vec::new();
        let missing = |level: &usize| self.printed[*level] + self.left[*level] == 0;
        let missing: Vec<&str> = (0..self.left.len()).filter(missing).map(name).collect();
        let is_mixed = self.days[0] != self.days[6];
        if is_mixed && !missing.is_empty() {
            let days: Vec<&str> = self.days.iter().map(|&level| name(level)).collect();
            let (missing, days) = (missing.join(" or "), days.join(", "));
            said.push(format!(
                "no puzzle is {missing}: the days from Monday are {days}"
            ));
        }
        let count: usize = self.left.iter().sum();
        if let Some(level) = self.ended_by.filter(|_| count > 0) {
            let level = name(level);
            let rest = (0..).zip(&self.left).filter(|(_, left)| **left > 0);
            let rest: Vec<String> = rest
                .map(|(level, left)| format!("{left} {}", name(level)))
                .collect();
            let lasts = match self.length / 7 {
                0 => "less than a week".to_owned(),
                1 => "1 week".to_owned(),
                weeks => format!("{weeks} weeks"),
            };
            let (printed, rest) = (self.length, rest.join(", "));
            said.push(format!(
                "{level} lasts {lasts}: {printed} puzzles are printed and {count} left out ({rest})"
            ));
        }
        (!said.is_empty()).then(|| said.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<String> {
        ["easy", "fair", "moderate", "hard", "very-hard"]
            .map(str::to_owned)
            .to_vec()
    }

    #[test]
    fn every_scheme_has_a_rising_week() {
        assert_eq!(levels_of_days(5), RAMP);
        for levels in 1..12 {
            let days = levels_of_days(levels);
            assert!(
                days.is_sorted() && days[0] == 0 && days[6] == levels - 1,
                "{levels}"
            );
        }
    }

    #[test]
    fn weeks_keep_their_levels_and_the_rest_is_named() {
        let ramp = Ramp::new(&[40; 5], None);
        assert_eq!((ramp.length, &ramp.left), (140, &vec![0, 0, 20, 20, 20]));
        assert_eq!(
            ramp.remark(&names()).unwrap(),
            "easy lasts 20 weeks: 140 puzzles are printed and 60 left out (20 moderate, 20 hard, 20 very-hard)"
        );
        // A limit is requested, so it needs no message; nothing remains of two, two, one, one and one.
        assert_eq!(Ramp::new(&[40; 5], Some(10)).remark(&names()), None);
        assert_eq!(Ramp::new(&[40; 5], Some(10)).length, 10);
        assert_eq!(Ramp::new(&[6, 6, 3, 3, 3], None).remark(&names()), None);
        // Less than a week: as many days as possible.
        assert_eq!(Ramp::new(&[2, 1, 9, 9, 9], None).length, 3);
        // A single level, and a level that is missing.
        assert_eq!(Ramp::new(&[0, 9, 0, 0, 0], None).length, 9);
        assert_eq!(Ramp::new(&[0, 9, 0, 0, 0], None).remark(&names()), None);
        let ramp = Ramp::new(&[2, 2, 3, 2, 0], None);
        let said = ramp.remark(&names()).unwrap();
        assert!(
            said.starts_with("no puzzle is very-hard: the days from Monday are easy, easy, "),
            "{said}"
        );
        assert_eq!(Ramp::new(&[0; 5], None).length, 0);
    }
}
