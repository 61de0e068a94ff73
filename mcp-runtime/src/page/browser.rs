//! Shows the page in the browser of the person.

use std::env;
use std::io::{self, Write as _};
use std::path::{self, Path};

use tempfile::TempPath;

use super::documents::escaped;

/// Shows a page of this machine whose address is a secret. The arguments of a program can be seen by all who use the
/// machine: the browser is given a file instead, which nobody else can read and which leads on to the page.
///
/// The file is there until what is returned is dropped.
///
/// # Errors
///
/// When the file cannot be written, or there is no browser.
pub(crate) fn show(url: &str) -> io::Result<TempPath> {
    // The browsers of snaps have a folder for temporary files of their own.
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
