use mcp_runtime::{Result, tool};

mod db {
    #[derive(Debug)]
    pub struct Error;

    impl std::fmt::Display for Error {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("no table `users` at db.internal")
        }
    }

    impl std::error::Error for Error {}

    pub fn find() -> Result<String, Error> {
        Err(Error)
    }
}

#[tool]
fn find() -> Result<String> {
    Ok(db::find()?)
}

fn main() {}
