//! A Dockerfile: only a static program, which does not run as root.

use std::fmt::Write as _;

use serde_json::json;

use super::Publisher;
use mcp_runtime::Server;

/// The port in the container.
const PORT: u16 = 8000;

/// What a container does.
#[derive(Debug)]
pub(crate) struct Container {
    /// Whether it serves HTTP, rather than the client that starts it.
    pub(crate) serves_http: bool,
    /// What its build needs and does not have.
    pub(crate) outside: Vec<String>,
}

/// The Dockerfile of a program, for the directory of its crate.
pub(crate) fn dockerfile(server: &Server, publisher: &Publisher, container: &Container) -> String {
    let name = &server.info().name;
    let outside: String = container
        .outside
        .iter()
        .map(|what| format!("# The build needs files outside of this directory: {what}.\n"))
        .collect();
    let mut file = format!(
        "# {name} {}, as a static binary in an image that is based on `scratch`.\n\
         {outside}\
         FROM rust:1 AS build\n\
         WORKDIR /src\n\
         COPY . .\n\
         # Optimized for size rather than speed.\n\
         ENV CARGO_PROFILE_RELEASE_OPT_LEVEL=s CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 \\\n    \
         CARGO_PROFILE_RELEASE_STRIP=symbols RUSTFLAGS=\"-C target-feature=+crt-static\"\n\
         RUN cargo install --locked --path . --root /out --target \"$(rustc --print host-tuple)\"\n\
         \n\
         FROM scratch\n\
         COPY --from=build /out/bin/{name} /{name}\n\
         # The CA certificates, for requests of the program over HTTPS.\n\
         COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt\n",
        server.info().version
    );
    // The registry verifies the owner by this label.
    if let Ok(registered) = super::registry_name(publisher) {
        let _ = writeln!(file, "LABEL io.modelcontextprotocol.server.name=\"{registered}\"");
    }
    for need in server.needs() {
        let how = match (need.is_secret(), need.is_required()) {
            (true, _) => "secret, ",
            (false, true) => "",
            (false, false) => "optional, ",
        };
        let _ = writeln!(file, "# docker run -e {}=.. ({how}{})", need.name(), need.reason());
    }
    file.push_str("USER 65534:65534\n");
    file.push_str(&start(name, publisher, container));
    file
}

/// How the program is started.
fn start(name: &str, publisher: &Publisher, container: &Container) -> String {
    let mut start = vec![format!("/{name}")];
    start.extend(publisher.args.iter().cloned());
    if !container.serves_http {
        let start = json!(start);
        return format!("# Clients start it with: docker run -i --rm IMAGE\nENTRYPOINT {start}\n");
    }
    let health = [format!("/{name}"), "doctor".to_owned(), format!("http://127.0.0.1:{PORT}/mcp")];
    let serve = [
        "--http".to_owned(),
        format!("0.0.0.0:{PORT}"),
        "--open-to-network-without-authorization".to_owned(),
    ];
    format!(
        "EXPOSE {PORT}\n\
         HEALTHCHECK --interval=30s --timeout=20s CMD {}\n\
         ENTRYPOINT {}\n\
         # `-p` decides who can reach it: docker run -p 127.0.0.1:{PORT}:{PORT} IMAGE\n\
         CMD {}\n",
        json!(health),
        json!(start),
        json!(serve)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_runtime::ServerBuilder;

    #[test]
    fn a_program_without_http_is_not_started_with_it() {
        let server = ServerBuilder::new("notes", "1.0").build().unwrap();
        let publisher = Publisher {
            repository: None,
            name: None,
            author: None,
            package: "notes".to_owned(),
            args: vec!["-v".to_owned()],
        };
        let of = |serves_http| {
            dockerfile(&server, &publisher, &Container { serves_http, outside: Vec::new() })
        };
        let without = of(false);
        assert!(without.ends_with("ENTRYPOINT [\"/notes\",\"-v\"]\n"), "{without}");
        for part in ["--http", "EXPOSE", "HEALTHCHECK", "CMD"] {
            assert!(!without.contains(part) && of(true).contains(part), "{part}: {without}");
        }
    }
}
