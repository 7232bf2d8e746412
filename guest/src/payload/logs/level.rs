//! How severe a level is. For ordering only: a level is shown as it was delivered.

/// From least to most severe. A level that is absent or unknown stands between the chatty and the alarming ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Steps of a computation.
    Trace,
    /// For developers.
    Debug,
    /// Normal operation.
    Info,
    /// Normal but notable.
    Notice,
    /// No level, or none that is known.
    #[default]
    Unknown,
    /// Something may be wrong.
    Warning,
    /// Something failed.
    Error,
    /// The service or the machine is going down.
    Fatal,
}

/// The words of loggers and syslog, and their one-letter forms of Android and klog.
///
/// # Source
/// RFC 5424 section 6.2.1 (syslog), java.util.logging, log4j, Python logging, MySQL error log, klog, Android logcat,
/// and pino's numbers.
const WORDS: &[(&str, Severity)] = &[
    ("info", Severity::Info),
    ("error", Severity::Error),
    ("warn", Severity::Warning),
    ("warning", Severity::Warning),
    ("debug", Severity::Debug),
    ("i", Severity::Info),
    ("e", Severity::Error),
    ("w", Severity::Warning),
    ("d", Severity::Debug),
    ("f", Severity::Fatal),
    ("v", Severity::Trace),
    ("trace", Severity::Trace),
    ("fatal", Severity::Fatal),
    ("notice", Severity::Notice),
    ("note", Severity::Notice),
    ("err", Severity::Error),
    ("crit", Severity::Fatal),
    ("critical", Severity::Fatal),
    ("alert", Severity::Fatal),
    ("emerg", Severity::Fatal),
    ("emergency", Severity::Fatal),
    ("panic", Severity::Fatal),
    ("dpanic", Severity::Fatal),
    ("severe", Severity::Error),
    ("failure", Severity::Error),
    ("information", Severity::Info),
    ("informational", Severity::Info),
    ("config", Severity::Info),
    ("system", Severity::Info),
    ("verbose", Severity::Trace),
    ("fine", Severity::Debug),
    ("finer", Severity::Trace),
    ("finest", Severity::Trace),
    ("错误", Severity::Error),
    ("警告", Severity::Warning),
    ("信息", Severity::Info),
    ("10", Severity::Trace),
    ("20", Severity::Debug),
    ("30", Severity::Info),
    ("40", Severity::Warning),
    ("50", Severity::Error),
    ("60", Severity::Fatal),
    ("0", Severity::Fatal),
    ("1", Severity::Fatal),
    ("2", Severity::Fatal),
    ("3", Severity::Error),
    ("4", Severity::Warning),
    ("5", Severity::Notice),
    ("6", Severity::Info),
    ("7", Severity::Debug),
];

/// Words that tell of trouble in a message without a level.
const ALARMS: &[(&str, Severity)] = &[
    ("panic", Severity::Error),
    ("fatal", Severity::Error),
    ("killed", Severity::Error),
    ("oom", Severity::Error),
    ("segfault", Severity::Error),
    ("corrupt", Severity::Error),
    ("corrupted", Severity::Error),
    ("error", Severity::Warning),
    ("failed", Severity::Warning),
    ("failure", Severity::Warning),
    ("exception", Severity::Warning),
    ("refused", Severity::Warning),
    ("denied", Severity::Warning),
    ("timeout", Severity::Warning),
    ("unreachable", Severity::Warning),
    ("expired", Severity::Warning),
    ("deadlock", Severity::Warning),
    ("unable", Severity::Warning),
    ("cannot", Severity::Warning),
];

impl Severity {
    /// The severity that the words of a message without a level speak of.
    #[must_use]
    pub fn told_by(message: &str) -> Self {
        let words = message.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.len() > 2);
        let alarm = |word: &str| ALARMS.iter().find(|(alarm, _)| word.eq_ignore_ascii_case(alarm));
        words.filter_map(alarm).map(|(_, severity)| *severity).max().unwrap_or_default()
    }

    /// The severity of a level, whatever its case. `None` for text that is no known level.
    #[must_use]
    pub fn of(level: &str) -> Option<Self> {
        WORDS.iter().find(|(word, _)| level.eq_ignore_ascii_case(word)).map(|(_, severity)| *severity)
    }

    /// The severity of a word of two letters or more: in running text a single letter or a number is no level.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::of(word).filter(|_| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_every_logger_are_known_in_any_case() {
        for (level, severity) in [
            ("ERROR", Severity::Error),
            ("Warning", Severity::Warning),
            ("SEVERE", Severity::Error),
            ("emerg", Severity::Fatal),
            ("50", Severity::Error),
            ("I", Severity::Info),
        ] {
            assert_eq!(Severity::of(level), Some(severity), "{level}");
        }
        for text in ["", "errors", "E1", "5xx", "password"] {
            assert_eq!(Severity::of(text), None, "{text}");
        }
    }

    #[test]
    fn a_message_without_a_level_tells_of_trouble_by_its_words() {
        assert_eq!(Severity::told_by("Out of memory: Killed process <PID>"), Severity::Error);
        assert_eq!(Severity::told_by("connect to <IP>: Connection refused"), Severity::Warning);
        assert_eq!(Severity::told_by("session opened"), Severity::Unknown);
    }

    #[test]
    fn a_single_letter_is_no_level_in_running_text() {
        assert_eq!(Severity::of_word("I"), None);
        assert_eq!(Severity::of_word("50"), None);
        assert_eq!(Severity::of_word("Info"), Some(Severity::Info));
    }

    #[test]
    fn the_order_is_from_trace_to_fatal_with_the_unknown_between() {
        let order = ["trace", "debug", "info", "notice", "", "warn", "error", "fatal"];
        let ranks: Vec<_> = order.iter().map(|level| Severity::of(level).unwrap_or_default()).collect();
        assert!(ranks.is_sorted() && ranks.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
