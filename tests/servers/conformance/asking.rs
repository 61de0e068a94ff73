//! Tools and a prompt that ask.

use mcp_runtime::protocol::{Properties, RequestedSchema};
use mcp_runtime::{Answer, Elicit, Error, Result, Roots, Sample, handlers, prompt, tool};
use serde_json::{Value, from_value, json};

pub(crate) struct Asking;

#[derive(Elicit)]
struct Name {
    name: String,
}

#[derive(Elicit)]
struct Confirmation {
    ok: bool,
}

#[derive(Elicit)]
struct User {
    /// User's response
    username: String,
    /// User's email address
    email: String,
}

#[derive(Elicit)]
struct Defaults {
    #[elicit(default = "John Doe")]
    name: String,
    #[elicit(default = 30)]
    age: i64,
    #[elicit(default = 95.5)]
    score: f64,
    #[elicit(default = Status::Active)]
    status: Status,
    #[elicit(default = true)]
    verified: bool,
}

#[derive(Clone, Copy, Elicit)]
#[serde(rename_all = "lowercase")]
enum Status {
    Active,
    Inactive,
    Pending,
}

#[handlers]
impl Asking {
    /// Asks the client's model.
    #[tool]
    async fn test_sampling(&self, prompt: &str, sample: Sample) -> Result<String> {
        let answer = sample.create(prompt).max_tokens(100).await?;
        Ok(format!("LLM response: {}", answer.text()))
    }

    /// Asks for a name and an address.
    #[tool]
    async fn test_elicitation(&self, message: String, elicit: Elicit) -> Result<String> {
        Ok(match elicit.form::<User>(message).await? {
            Answer::Accepted(User { username, email }) => {
                format!("User response: action=accept, content={username} {email}")
            }
            Answer::Declined => "User response: action=decline, content=none".to_owned(),
            Answer::Cancelled => "User response: action=cancel, content=none".to_owned(),
        })
    }

    /// Asks with values to start from.
    #[tool]
    async fn test_elicitation_sep1034_defaults(&self, elicit: Elicit) -> Result<String> {
        let answer = elicit.form::<Defaults>("Please check your data").await?;
        let Defaults { name, age, score, status, verified } =
            answer.accepted().ok_or_else(|| Error::other("no answer"))?;
        let status = match status {
            Status::Active => "active",
            Status::Inactive => "inactive",
            Status::Pending => "pending",
        };
        Ok(format!("Elicitation completed: {name} {age} {score} {status} {verified}"))
    }

    /// Asks for choices, in all the ways that there are.
    #[tool]
    async fn test_elicitation_sep1330_enums(&self, elicit: Elicit) -> Result<String> {
        let answer = elicit.custom_form("Please choose", choices()?).await?;
        let chosen = answer.accepted().map_or(0, |chosen| chosen.len());
        Ok(format!("Elicitation completed: {chosen} answers"))
    }

    /// Asks for a name.
    #[tool]
    async fn test_streaming_elicitation(&self, elicit: Elicit) -> Result<String> {
        greet(elicit).await
    }

    /// Asks for a name.
    #[tool]
    async fn test_input_required_result_elicitation(&self, elicit: Elicit) -> Result<String> {
        greet(elicit).await
    }

    /// Asks the client's model.
    #[tool]
    async fn test_input_required_result_sampling(&self, sample: Sample) -> Result<String> {
        let question = sample.create("What is the capital of France?").max_tokens(100);
        Ok(question.key("capital_question").await?.text())
    }

    /// Asks where the client works.
    #[tool]
    async fn test_input_required_result_list_roots(&self, roots: Roots) -> Result<String> {
        Ok(format!("{} roots", roots.list().key("client_roots").await?.len()))
    }

    /// Asks for a confirmation.
    #[tool]
    async fn test_input_required_result_request_state(&self, elicit: Elicit) -> Result<String> {
        confirm(elicit).await
    }

    /// Asks for a confirmation.
    #[tool]
    async fn test_input_required_result_tampered_state(&self, elicit: Elicit) -> Result<String> {
        confirm(elicit).await
    }

    /// Asks everybody at once.
    #[tool]
    async fn test_input_required_result_multiple_inputs(
        &self,
        elicit: Elicit,
        sample: Sample,
        roots: Roots,
    ) -> Result<String> {
        let (name, greeting, roots) = tokio::join!(
            elicit.form::<Name>("What is your name?").key("user_name"),
            sample.create("Write a greeting.").max_tokens(50).key("greeting"),
            roots.list().key("client_roots"),
        );
        let name = name?.accepted().map_or_else(|| "stranger".to_owned(), |answer| answer.name);
        Ok(format!("{} {name}, {} roots", greeting?.text(), roots?.len()))
    }

    /// Asks twice.
    #[tool]
    async fn test_input_required_result_multi_round(&self, elicit: Elicit) -> Result<String> {
        let name = elicit.form::<Name>("Step 1: What is your name?").key("step1").await?;
        let color = elicit.form::<Color>("Step 2: What is your colour?").key("step2").await?;
        let name = name.accepted().map(|answer| answer.name).unwrap_or_default();
        let color = color.accepted().map(|answer| answer.color).unwrap_or_default();
        Ok(format!("{name} likes {color}"))
    }

    /// Asks what the client can be asked.
    #[tool]
    async fn test_input_required_result_capabilities(
        &self,
        elicit: Option<Elicit>,
        sample: Option<Sample>,
    ) -> Result<String> {
        match (elicit, sample) {
            (Some(elicit), _) => greet(elicit).await,
            (None, Some(sample)) => Ok(sample.create("What is your name?").await?.text()),
            (None, None) => Ok("nobody to ask".to_owned()),
        }
    }

    /// Asks for what it is about.
    #[prompt]
    async fn test_input_required_result_prompt(&self, elicit: Elicit) -> Result<String> {
        let question = elicit.form::<Topic>("What context should the prompt use?");
        let topic = question.key("user_context").await?.accepted();
        Ok(format!("Use this context: {}", topic.map(|topic| topic.context).unwrap_or_default()))
    }
}

#[derive(Elicit)]
struct Topic {
    context: String,
}

#[derive(Elicit)]
struct Color {
    color: String,
}

async fn greet(elicit: Elicit) -> Result<String> {
    let answer = elicit.form::<Name>("What is your name?").key("user_name").await?;
    Ok(match answer.accepted() {
        Some(Name { name }) => format!("Hello, {name}!"),
        None => "Hello!".to_owned(),
    })
}

async fn confirm(elicit: Elicit) -> Result<String> {
    let answer = elicit.form::<Confirmation>("Do you confirm?").key("confirm").await?;
    let is_confirmed = answer.accepted().is_some_and(|answer| answer.ok);
    Ok(if is_confirmed { "confirmed" } else { "not confirmed" }.to_owned())
}

/// A form that no type gives: one field is of a kind that the protocol keeps for old times' sake.
fn choices() -> Result<RequestedSchema> {
    let titled = |n: u8, word: &str| json!({ "const": format!("value{n}"), "title": format!("{word} Option") });
    let titles = [titled(1, "First"), titled(2, "Second"), titled(3, "Third")];
    let options = ["option1", "option2", "option3"];
    let fields: Value = json!({
        "untitledSingle": { "type": "string", "enum": options },
        "titledSingle": { "type": "string", "oneOf": titles },
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": { "type": "array", "items": { "type": "string", "enum": options } },
        "titledMulti": { "type": "array", "items": { "anyOf": titles } },
    });
    let Properties(fields) = from_value(fields).map_err(Error::other)?;
    Ok(RequestedSchema::new(fields))
}
