//! Programs that this system cannot start at all.

use std::env::consts::ARCH;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::run::Ran;
use super::{Check, Diagnosis};

/// Why a program could not be started, if it was built for another system.
pub(super) fn foreign(program: &Path, ran: &Ran) -> Option<Diagnosis> {
    if ran.unstarted.is_some() {
        let made_for = machine(program).filter(|made_for| *made_for != ARCH)?;
        let what =
            format!("{} was built for {made_for}, but this machine is {ARCH}", program.display());
        return Some(Diagnosis::new(
            Check::OtherMachine,
            what,
            format!("install the build for {ARCH}"),
        ));
    }
    // The error of the loader: ".. version `GLIBC_2.39' not found (required by ..)".
    let line =
        ran.stderr.lines().find(|line| line.contains("GLIBC_") && line.contains("not found"))?;
    let version =
        line.split("GLIBC_").nth(1)?.split(|c: char| c != '.' && !c.is_ascii_digit()).next()?;
    let what = format!("The program needs glibc {version}, which this system does not have");
    let todo = "build it on an older system, or statically: -C target-feature=+crt-static";
    Some(Diagnosis::new(Check::NewerLibrary, what, todo))
}

/// The architecture of a program, by its ELF header.
///
/// Source: [System V ABI, "Machine Information"](https://gabi.xinuos.com/elf/02-eheader.html).
fn machine(program: &Path) -> Option<&'static str> {
    let mut header = [0; 20];
    File::open(program).and_then(|mut file| file.read_exact(&mut header)).ok()?;
    if !header.starts_with(b"\x7fELF") {
        return None;
    }
    match u16::from_le_bytes([header[18], header[19]]) {
        3 => Some("x86"),
        40 => Some("arm"),
        62 => Some("x86_64"),
        183 => Some("aarch64"),
        243 => Some("riscv64"),
        _ => Some("another machine"),
    }
}
