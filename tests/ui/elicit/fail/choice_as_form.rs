use mcp_runtime::{Elicit, Result, tool};

#[derive(Elicit)]
enum Size {
    Small,
    Large,
}

#[tool]
async fn order(elicit: Elicit) -> Result<()> {
    elicit.form::<Size>("Which size?").await?;
    Ok(())
}

fn main() {}
