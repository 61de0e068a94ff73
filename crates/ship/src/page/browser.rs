//! Shows the page in the browser of the person.

use std::env;
use std::io::{self, Write as _};
use std::path::{self, Path};

use tempfile::TempPath;

use super::documents::escaped;

/// Shows a local page whose address is a secret. The arguments of a program are visible to all
/// users of the machine: the browser is instead given a file that no other user can read and that
/// redirects to the page.
///
/// The file exists until the returned path is dropped.
///
/// # Errors
///
/// When the file cannot be written, or if there is no browser.
pub(super) fn show(url: &str) -> io::Result<TempPath> {
    // Browsers in snaps have their own folder for temporary files.
    let home = env::home_dir().filter(|_| Path::new("/snap").is_dir());
    let folder = home.unwrap_or_else(env::temp_dir);
    let mut file =
        tempfile::Builder::new().prefix("mcp-page-").suffix(".html").tempfile_in(folder)?;
    file.write_all(leading_to(url).as_bytes())?;
    let file = file.into_temp_path();
    let path = path::absolute(&file)?;
    webbrowser::open(path.to_str().ok_or(io::ErrorKind::InvalidFilename)?)?;
    Ok(file)
}

fn leading_to(url: &str) -> String {
    let url = escaped(url);
    format!(
        "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">\
         <meta http-equiv=\"refresh\" content=\"0;url={url}\"><title>The page of the server</title>\
         <a href=\"{url}\">The page of the server</a>\n"
    )
}
