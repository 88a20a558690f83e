//! Finds out the index of the shard that a machine is to make. Batch systems give each task a number in an
//! environment variable. The user names the batch system, because a container inside a batch job could find the
//! variables of two batch systems.

use super::error::ShardError;

/// A batch system that gives each of its tasks a number in an environment variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexSource {
    /// The name of the batch system.
    pub name: &'static str,
    /// The name of the environment variable.
    pub variable: &'static str,
    /// The number that the batch system gives to its first task.
    pub first: u64,
}

/// The known batch systems. If the user chooses how a system numbers its tasks (Slurm, PBS), the first task must have
/// the number 0.
pub const INDEX_SOURCES: [IndexSource; 7] = [
    source("slurm", "SLURM_ARRAY_TASK_ID", 0),
    source("k8s", "JOB_COMPLETION_INDEX", 0),
    source("aws-batch", "AWS_BATCH_JOB_ARRAY_INDEX", 0),
    source("google-batch", "BATCH_TASK_INDEX", 0),
    source("pbs", "PBS_ARRAY_INDEX", 0),
    source("lsf", "LSB_JOBINDEX", 1),
    source("sge", "SGE_TASK_ID", 1),
];

const fn source(name: &'static str, variable: &'static str, first: u64) -> IndexSource {
    IndexSource {
        name,
        variable,
        first,
    }
}

/// Returns the index of a shard from the value of an environment variable. The first shard has the value `first`.
///
/// # Errors
/// [`ShardError::Index`] if the variable is unset, not a number, or less than `first`.
pub fn read_index(variable: &str, first: u64, value: Option<&str>) -> Result<u64, ShardError> {
    let refuse = |problem: &str| {
        let what = format!("the shard's index must come from {variable}, which {problem}");
        Err(ShardError::Index(what))
    };
    let Some(value) = value else {
        return refuse("is not set: is this a task of an array?");
    };
    match value.parse::<u64>() {
        Ok(number) if number >= first => Ok(number - first),
        Ok(number) => refuse(&format!("is {number}: tasks begin at {first} there")),
        Err(_) => refuse(&format!(
            "is {value:?} and no number: is this a task of an array?"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_count_from_zero_whatever_the_engine_does() {
        let read = |first, value| read_index("TASK", first, value).map_err(|it| it.to_string());
        assert_eq!(read(0, Some("0")), Ok(0));
        assert_eq!(read(1, Some("1")), Ok(0));
        assert_eq!(read(1, Some("8")), Ok(7));
        for (first, value) in [
            (0, None),
            (0, Some("")),
            (0, Some("-1")),
            (0, Some("3 ")),
            (1, Some("0")),
            (1, Some("undefined")),
            (0, Some("99999999999999999999")),
        ] {
            let said = read(first, value).unwrap_err();
            assert!(said.contains("TASK"), "{said}");
        }
    }
}
