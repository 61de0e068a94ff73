//! Media types of skill files, by file extension.

/// The media type of a file.
pub(super) fn media_type(path: &str, bytes: &[u8]) -> &'static str {
    let end = path.rsplit('/').next().and_then(|name| name.rsplit_once('.'));
    match end.map(|(_, end)| end.to_ascii_lowercase()).as_deref() {
        Some("md" | "markdown") => "text/markdown",
        Some("json") => "application/json",
        Some("yaml" | "yml") => "application/yaml",
        Some("toml") => "application/toml",
        Some("csv") => "text/csv",
        Some("html" | "htm") => "text/html",
        Some("css") => "text/css",
        Some("js" | "mjs") => "text/javascript",
        Some("py") => "text/x-python",
        Some("rs") => "text/rust",
        Some("sh") => "application/x-sh",
        Some("xml") => "application/xml",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("gif") => "image/gif",
        Some("webp") => "image/webp",
        Some("pdf") => "application/pdf",
        _ if std::str::from_utf8(bytes).is_ok() => "text/plain",
        _ => "application/octet-stream",
    }
}
