//! What a command writes. `print!` and `eprint!` panic when their reader has gone away; nothing here does.

use std::io::{self, Write};

/// Writes one line to stdout.
pub(super) fn print(line: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(line.as_bytes())?;
    stdout.write_all(b"\n")?;
    stdout.flush()
}

/// Tells the user a line on stderr. What the command does depends on nobody's listening.
pub(super) fn tell(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Whether an error means that the reader of stdout has seen enough.
pub(super) fn is_closed(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
