//! Plain lines: each line a message, with what stands before it read as its timestamp, level and service. A stack trace
//! or an indented continuation belongs to the line before it.

use super::{Entry, head, slow_query};

/// Hands over each entry and answers how many there were. Blank lines are no entries.
pub(super) fn each<'t>(text: &'t str, take: &mut impl FnMut(Entry<'t>)) -> u64 {
    let mut entries = 0;
    let mut open: Option<Open> = None;
    let mut start = 0;
    for piece in text.split_inclusive('\n') {
        let line = piece.trim_ascii_end();
        let here = start;
        start += piece.len();
        if line.is_empty() {
            continue;
        }
        let end = here + line.len();
        if let Some(entry) = open.as_mut().and_then(|entry| entry.continues(line).then_some(entry)) {
            entry.end = end;
        } else if let Some(entry) = open.replace(Open::new(line, here, end)) {
            take(entry.read(text));
            entries += 1;
        }
    }
    if let Some(entry) = open {
        take(entry.read(text));
        entries += 1;
    }
    entries
}

/// What a following line may be a part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    /// Only what is indented or speaks of a stack.
    Line,
    /// A Python traceback, which ends with an unindented exception.
    Traceback,
    /// A Go stack, whose function names are not indented.
    Goroutine,
    /// An entry of the MySQL slow query log; `true` once its user was seen.
    SlowQuery(bool),
}

/// An entry whose last line has perhaps not been seen.
struct Open {
    start: usize,
    end: usize,
    block: Block,
}

impl Open {
    fn new(line: &str, start: usize, end: usize) -> Self {
        let block = if line.starts_with(slow_query::TIME) {
            Block::SlowQuery(false)
        } else if line.starts_with(slow_query::USER) {
            Block::SlowQuery(true)
        } else if line.strip_suffix(':').is_some_and(|head| head.ends_with(TRACEBACK)) {
            Block::Traceback
        } else {
            Block::Line
        };
        Self { start, end, block }
    }

    /// Whether a line that is not blank belongs to this entry.
    fn continues(&mut self, line: &str) -> bool {
        if let Block::SlowQuery(has_user) = &mut self.block {
            let user = line.starts_with(slow_query::USER);
            let another = line.starts_with(slow_query::TIME) || (user && *has_user);
            *has_user |= user;
            return !another;
        }
        if line.starts_with(TRACEBACK) {
            self.block = Block::Traceback;
            return true;
        }
        if line.starts_with("goroutine ") {
            self.block = Block::Goroutine;
            return true;
        }
        if line.starts_with('\t') && line.contains(".go:") {
            self.block = Block::Goroutine;
            return true;
        }
        if line.starts_with([' ', '\t', '}', ']']) || STACK_WORDS.iter().any(|word| line.starts_with(word)) {
            return true;
        }
        let numbered_frame = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
        if line.strip_prefix('#').is_some_and(numbered_frame) || is_exception(line) {
            return true;
        }
        match self.block {
            Block::Traceback => {
                self.block = Block::Line;
                names_an_exception(line)
            }
            Block::Goroutine => line.ends_with(')') || (line.contains('.') && !line.contains(' ')),
            Block::Line | Block::SlowQuery(_) => false,
        }
    }

    fn read(self, text: &str) -> Entry<'_> {
        let text = text.get(self.start..self.end).unwrap_or_default();
        if matches!(self.block, Block::SlowQuery(_)) { slow_query::entry(text) } else { head::entry(text) }
    }
}

const TRACEBACK: &str = "Traceback (most recent call last)";

/// How the unindented lines of a stack trace start.
const STACK_WORDS: &[&str] = &[
    "at ",
    "Caused by: ",
    "Suppressed: ",
    "... ",
    "--- End of ",
    "Stack trace:",
    "stack backtrace:",
    "created by ",
    "During handling of the above exception",
    "The above exception was the direct cause",
];

/// `java.lang.IllegalStateException: boom`: a qualified name that says what it is.
fn is_exception(line: &str) -> bool {
    let name = line.split([':', ' ']).next().unwrap_or_default();
    name.contains('.') && (name.ends_with("Exception") || name.ends_with("Error"))
}

/// `ValueError: boom`, `app.errors.Gone`: the last line of a traceback.
fn names_an_exception(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default();
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Entry<'_>> {
        let mut entries = Vec::new();
        let count = each(text, &mut |entry| entries.push(entry));
        assert_eq!(count, entries.len() as u64);
        entries
    }

    #[test]
    fn a_stack_trace_belongs_to_the_line_before_it() {
        let java = "ERROR a\njava.lang.IllegalStateException: b\n\tat c.D.e(D.java:1)\nCaused by: f.GException: h\n\t... 2 more\nINFO i";
        let python = "ERROR a\nTraceback (most recent call last):\n  File \"b.py\", line 1\n    c()\nValueError: d\nINFO i";
        let go = "panic: a\n\ngoroutine 1 [running]:\nmain.main()\n\t/b.go:5 +0x58\nexit status 2";
        let go_error = "ERROR e\nmain.b\n\t/c.go:1\nmain.main\n\t/c.go:8";
        for text in [java, python, go, go_error] {
            let entries = read(text);
            assert_eq!(entries.len(), 2, "{text}");
            assert!(entries[0].message.ends_with(['e', 'd', '8']), "{text}");
        }
    }

    #[test]
    fn indented_lines_continue_and_blank_lines_are_no_entries() {
        let entries = read("\n  first\r\n  more\r\n\r\nsecond\r\n\r\n");
        let messages: Vec<_> = entries.iter().map(|entry| &*entry.message).collect();
        assert_eq!(messages, ["first\r\n  more", "second"]);
        assert!(read("").is_empty() && read(" \n\t\n").is_empty());
    }

    #[test]
    fn an_entry_of_the_slow_query_log_is_one_entry() {
        let text = "# Time: 2026-02-03T10:11:12Z\n# User@Host: a[a] @ b\n# Query_time: 9\nSELECT 1;\n# User@Host: c[c] @ d\nuse shop;\nSET timestamp=1770113472;\nSELECT 2;\n# Time: 260203 10:11:13\nSELECT 3;";
        let entries = read(text);
        let read: Vec<_> = entries.iter().map(|entry| (&*entry.timestamp, &*entry.message)).collect();
        let expected = [
            ("2026-02-03T10:11:12Z", "Query_time: 9\nSELECT 1;"),
            ("1770113472", "SELECT 2;"),
            ("260203 10:11:13", "SELECT 3;"),
        ];
        assert_eq!(read, expected);
    }
}
