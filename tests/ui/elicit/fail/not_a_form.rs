use mcp_runtime::{Elicit, Result, tool};

struct Confirm {
    sure: bool,
}

#[tool]
async fn delete(elicit: Elicit) -> Result<bool> {
    let answer = elicit.form::<Confirm>("Delete it?").await?;
    Ok(answer.accepted().is_some_and(|answer| answer.sure))
}

fn main() {}
