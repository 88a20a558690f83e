//! Computes the times at which a job is due, from the five fields of a cron pattern in a time zone.
//!
//! At a change of daylight saving time, the result depends on the pattern. If the pattern has a single minute and a
//! single hour, a skipped time is due right after the jump, and a repeated time is due once. For any other pattern,
//! skipped times are left out, and repeated times are due twice.
//!
//! If times were missed while the server did not run, one job makes up for all of them.

use croner::Cron;
use croner::parser::{CronParser, Seconds, Year};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};

/// A cron pattern in a time zone.
#[derive(Debug, Clone)]
pub struct Schedule {
    cron: Cron,
    zone: TimeZone,
}

impl Schedule {
    /// Reads a pattern such as `30 1 * * *`: minute, hour, day of the month, month, day of the week. Names such as
    /// `@daily` are also patterns.
    ///
    /// # Errors
    /// A line that says what is wrong with the pattern, or that the pattern matches no day.
    pub fn new(pattern: &str, zone: TimeZone) -> Result<Self, String> {
        let parser = CronParser::builder()
            .seconds(Seconds::Disallowed)
            .year(Year::Disallowed)
            .build();
        let refuse = |why: &str| {
            format!(
                "{pattern:?} is not a schedule: {why}; write minute, hour, day of the month, month and day of the week, such as \"30 1 * * *\""
            )
        };
        if !pattern.starts_with('@') && pattern.split_whitespace().count() != 5 {
            return Err(refuse("it doesn't have five fields"));
        }
        let cron = parser.parse(pattern).map_err(|error| {
            let why = error.to_string();
            refuse(why.trim_end_matches('.'))
        })?;
        let schedule = Self { cron, zone };
        match schedule.next_after(Timestamp::UNIX_EPOCH) {
            Some(_) => Ok(schedule),
            None => Err(refuse("no day matches it")),
        }
    }

    /// Returns the schedule's next time after `time`, or `None` if none is found.
    pub fn next_after(&self, time: Timestamp) -> Option<Zoned> {
        let time = time.to_zoned(self.zone.clone());
        self.cron.find_next_occurrence(&time, false).ok()
    }

    /// Returns the schedule's last time that isn't after `time`, or `None` if none is found.
    fn last_until(&self, time: Timestamp) -> Option<Zoned> {
        let time = time.to_zoned(self.zone.clone());
        self.cron.find_previous_occurrence(&time, true).ok()
    }
}

/// A schedule, and the time up to which its due times have been handled.
#[derive(Debug, Clone)]
pub struct Timetable {
    schedule: Schedule,
    served: Timestamp,
}

impl Timetable {
    /// Returns a schedule whose due times have been handled up to `served`.
    pub const fn new(schedule: Schedule, served: Timestamp) -> Self {
        Self { schedule, served }
    }

    /// Returns the time up to which the schedule's due times have been handled.
    pub const fn served(&self) -> Timestamp {
        self.served
    }

    /// Returns the latest time that is due and not yet handled, if there is one, and marks that time as
    /// handled.
    ///
    /// If the clock is set back, nothing becomes due again. But if the last handled time is more than a day after
    /// `now`, the clock was wrong before. The schedule then starts again from `now`.
    pub fn due(&mut self, now: Timestamp) -> Option<Zoned> {
        let a_day_on = now.saturating_add(24.hours()).unwrap_or(now);
        if self.served > a_day_on {
            self.served = now;
        }
        let next = self.schedule.next_after(self.served)?;
        if next.timestamp() > now {
            return None;
        }
        let latest = self.schedule.last_until(now);
        let latest = latest.filter(|it| it.timestamp() >= next.timestamp());
        let due = latest.unwrap_or(next);
        self.served = due.timestamp();
        Some(due)
    }

    /// Returns the schedule's next time that is after `now` and not yet handled, or `None` if none is found.
    pub fn next(&self, now: Timestamp) -> Option<Zoned> {
        self.schedule.next_after(self.served.max(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timetable(pattern: &str, zone: &str, served: &str) -> Timetable {
        let zone = TimeZone::get(zone).unwrap();
        Timetable::new(Schedule::new(pattern, zone).unwrap(), at(served))
    }

    fn at(time: &str) -> Timestamp {
        time.parse().unwrap()
    }

    /// Returns every time that becomes due when the clock is checked from `from` to `to`, every
    /// `step` seconds.
    fn due(timetable: &mut Timetable, from: &str, to: &str, step: i64) -> Vec<String> {
        let (from, to) = (at(from).as_second(), at(to).as_second());
        let times = (from..=to).step_by(step as usize);
        times
            .filter_map(|second| timetable.due(Timestamp::from_second(second).unwrap()))
            .map(|due| due.strftime("%F %R %:z").to_string())
            .collect()
    }

    #[test]
    fn midnight_passes_under_a_schedule() {
        let mut nightly = timetable("0 0 * * *", "Europe/Berlin", "2026-11-21T12:00:00Z");
        let (from, to) = ("2026-11-21T22:59:00Z", "2026-11-21T23:01:00Z");
        // Midnight in Berlin is 23:00 in UTC; the pattern belongs to the day that begins.
        assert_eq!(due(&mut nightly, from, to, 1), ["2026-11-22 00:00 +01:00"]);
        let next = nightly.next(at(to)).unwrap();
        assert_eq!(next.to_string(), "2026-11-23T00:00:00+01:00[Europe/Berlin]");
    }

    #[test]
    fn an_hour_that_is_skipped_is_not_lost() {
        // On 2026-03-29, two o'clock becomes three.
        let (from, to) = ("2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z");
        let mut nightly = timetable("30 2 * * *", "Europe/Berlin", from);
        assert_eq!(
            due(&mut nightly, from, to, 30),
            ["2026-03-29 03:00 +02:00", "2026-03-30 02:30 +02:00"]
        );
        // With two hours, the skipped one is left out.
        let mut twice = timetable("30 2,14 * * *", "Europe/Berlin", from);
        let after_jump = due(&mut twice, from, "2026-03-29T12:40:00Z", 30);
        assert_eq!(
            after_jump,
            ["2026-03-28 14:30 +01:00", "2026-03-29 14:30 +02:00"]
        );
        let mut half_hours = timetable("*/30 * * * *", "Europe/Berlin", "2026-03-29T00:00:00Z");
        let (from, to) = ("2026-03-29T00:00:00Z", "2026-03-29T02:00:00Z");
        assert_eq!(
            due(&mut half_hours, from, to, 30),
            [
                "2026-03-29 01:30 +01:00",
                "2026-03-29 03:00 +02:00",
                "2026-03-29 03:30 +02:00",
                "2026-03-29 04:00 +02:00"
            ]
        );
    }

    #[test]
    fn an_hour_that_comes_twice_counts_once() {
        // On 2026-10-25, three o'clock becomes two.
        let (from, to) = ("2026-10-24T12:00:00Z", "2026-10-26T12:00:00Z");
        let mut nightly = timetable("30 2 * * *", "Europe/Berlin", from);
        assert_eq!(
            due(&mut nightly, from, to, 30),
            ["2026-10-25 02:30 +02:00", "2026-10-26 02:30 +01:00"]
        );
        let mut twice = timetable("30 2,14 * * *", "Europe/Berlin", "2026-10-24T22:00:00Z");
        let repeated = due(
            &mut twice,
            "2026-10-24T22:00:00Z",
            "2026-10-25T02:00:00Z",
            30,
        );
        assert_eq!(
            repeated,
            ["2026-10-25 02:30 +02:00", "2026-10-25 02:30 +01:00"]
        );
        // A job for every half hour still runs every half hour.
        let mut half_hours = timetable("*/30 * * * *", "Europe/Berlin", "2026-10-25T00:00:00Z");
        let (from, to) = ("2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z");
        assert_eq!(due(&mut half_hours, from, to, 30).len(), 4);
    }

    #[test]
    fn what_was_missed_is_made_up_for_once() {
        let mut nightly = timetable("30 1 * * *", "UTC", "2026-11-01T01:30:00Z");
        let now = at("2026-11-09T08:00:00Z");
        let due = nightly.due(now).unwrap();
        assert_eq!(due.date().to_string(), "2026-11-09");
        assert!(nightly.due(now).is_none());
        let next = nightly.next(now).unwrap();
        assert_eq!(next.date().to_string(), "2026-11-10");
    }

    #[test]
    fn a_clock_set_back_makes_nothing_due_again() {
        let mut nightly = timetable("30 1 * * *", "UTC", "2026-11-01T00:00:00Z");
        assert!(nightly.due(at("2026-11-01T01:30:00Z")).is_some());
        assert!(nightly.due(at("2026-11-01T00:30:00Z")).is_none());
        assert!(nightly.due(at("2026-11-01T01:30:30Z")).is_none());
        assert!(nightly.due(at("2026-11-02T01:30:00Z")).is_some());
        // A clock that was ten years ahead and is now right doesn't silence the schedule for ten
        // years.
        assert!(nightly.due(at("2036-06-01T01:30:00Z")).is_some());
        assert!(nightly.due(at("2026-11-02T12:00:00Z")).is_none());
        assert!(nightly.due(at("2026-11-03T01:30:00Z")).is_some());
    }

    #[test]
    fn patterns_that_make_no_sense_are_refused() {
        let refused = |pattern: &str| Schedule::new(pattern, TimeZone::UTC).unwrap_err();
        for (pattern, why) in [
            ("30 1 * *", "five fields"),
            ("0 30 1 * * *", "five fields"),
            ("61 1 * * *", "is not a schedule"),
            ("soon * * * *", "is not a schedule"),
            ("0 0 30 2 *", "no day matches"),
            ("", "five fields"),
        ] {
            let said = refused(pattern);
            assert!(said.contains(why), "{said}");
            assert!(!said.contains('\n'), "{said}");
        }
        assert!(Schedule::new("0 3 * * mon-fri", TimeZone::UTC).is_ok());
        assert!(Schedule::new("@daily", TimeZone::UTC).is_ok());
    }
}
