//! What a call does once, however often it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mcp_runtime::{Context, Limits, State};

use super::*;

/// How much was charged.
#[derive(Clone, Default)]
struct Charges(Arc<AtomicU64>);

impl Charges {
    fn charge(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

async fn ask(context: &Context, message: impl Into<String>) -> Result<bool> {
    Ok(context.elicit().form::<Confirm>(message).await?.accepted().is_some())
}

/// Charges for each of three things, and asks about each.
#[tool]
async fn in_a_loop(context: &Context, charges: State<Charges>) -> Result<String> {
    let mut all = Vec::new();
    for thing in ["hat", "coat", "hat"] {
        let charge = context.once("charge", async { charges.charge() }).await?;
        let keep = ask(context, format!("Keep the {thing}?")).await?;
        all.push(format!("{thing} {charge} {keep}"));
    }
    Ok(all.join(", "))
}

/// Tries to charge, and asks what to make of it.
#[tool]
async fn declined(context: &Context, charges: State<Charges>) -> Result<String> {
    let work = async { Err::<u64, _>(format!("card declined at try {}", charges.charge())) };
    let charged: std::result::Result<u64, String> = context.once("charge", work).await?;
    ask(context, "Go on?").await?;
    Ok(format!("{charged:?}"))
}

/// Comes to a bad end while it charges.
#[tool]
async fn panics(context: &Context, charges: State<Charges>) -> Result<u64> {
    context.once("charge", async { panic!("at charge {}", charges.charge()) }).await
}

/// Asks while it charges.
#[tool]
async fn nested(context: &Context, charges: State<Charges>) -> Result<String> {
    let work = async {
        let answer = ask(context, "Charge?").await;
        charges.charge();
        answer.map_err(|error| error.to_string())
    };
    let answer: std::result::Result<bool, String> = context.once("charge", work).await?;
    Ok(format!("{answer:?}"))
}

/// Charges twice, and comes to nothing by it.
#[tool]
async fn for_nothing(context: &Context, charges: State<Charges>) -> Result<String> {
    let work = async {
        charges.charge();
    };
    context.once("charge", work).await?;
    let work = async {
        charges.charge();
        None
    };
    let none: Option<u64> = context.once("charge", work).await?;
    Ok(format!("{} {none:?}", ask(context, "Well?").await?))
}

/// Waits, while it charges, for a task that asks.
#[tool]
async fn by_a_task(context: &Context, charges: State<Charges>) -> Result<String> {
    let its_own = context.clone();
    let work = async {
        let task = tokio::spawn(async move { ask(&its_own, "Charge?").await });
        charges.charge();
        task.await.unwrap().map_err(|error| error.to_string())
    };
    let answer: std::result::Result<bool, String> = context.once("charge", work).await?;
    Ok(format!("{answer:?}"))
}

/// Charges for a long time, while the handler and a task ask something else.
#[tool]
async fn beside_a_task(context: &Context, charges: State<Charges>) -> Result<String> {
    let its_own = context.clone();
    let task = tokio::spawn(async move { ask(&its_own, "Well?").await });
    let work = async {
        tokio::time::sleep(std::time::Duration::from_secs(20)).await;
        charges.charge()
    };
    let (asked, charge) = tokio::join!(ask(context, "And you?"), context.once("charge", work));
    Ok(format!("{} {} {}", task.await.unwrap()?, asked?, charge?))
}

/// Charges slowly, while it asks something else.
#[tool]
async fn beside_a_question(context: &Context, charges: State<Charges>) -> Result<String> {
    let work = async {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        charges.charge()
    };
    let (asked, charge) = tokio::join!(ask(context, "Well?"), context.once("charge", work));
    Ok(format!("{} {}", asked?, charge?))
}

fn charging(charges: &Charges) -> ServerBuilder {
    server!()
        .state(charges.clone())
        .tool::<in_a_loop>()
        .tool::<declined>()
        .tool::<panics>()
        .tool::<nested>()
        .tool::<beside_a_question>()
        .tool::<for_nothing>()
        .tool::<by_a_task>()
        .tool::<beside_a_task>()
}

#[tokio::test]
async fn work_that_comes_to_nothing_is_done_once() {
    let charges = Charges::default();
    for (place, mut person) in everywhere(|| charging(&charges)).await {
        charges.0.store(0, Ordering::Relaxed);
        let done = person.call("for_nothing", json!({}), yes).await;
        assert_eq!((text(&done), charges.get()), ("true None", 2), "{place}");
    }
}

#[tokio::test(start_paused = true)]
async fn work_that_waits_for_a_task_that_asks_learns_that_it_cannot() {
    for waits in [true, false] {
        let charges = Charges::default();
        let base = charging(&charges);
        let server = if waits { base } else { base.limits(Limits::new().without_parking()) };
        let mut person = Person::connect(server, MODERN).await;
        let done = person.call("by_a_task", json!({}), nobody).await;
        let why = r#"Err("the question was not asked, because `once` was running for 30s: no question can be asked while `once` runs, not even by another task; ask before or after it")"#;
        assert_eq!((text(&done), charges.get()), (why, 1));
        let done = person.call("beside_a_task", json!({}), yes).await;
        assert_eq!((text(&done), charges.get()), ("true true 2", 2));
    }
}

#[tokio::test]
async fn each_turn_of_a_loop_is_work_of_its_own() {
    let charges = Charges::default();
    for (place, mut person) in everywhere(|| charging(&charges)).await {
        charges.0.store(0, Ordering::Relaxed);
        let done = person.call("in_a_loop", json!({}), yes).await;
        assert_eq!(text(&done), "hat 1 true, coat 2 true, hat 3 true", "{place}");
        assert_eq!((charges.get(), person.asked.len()), (3, 3), "{place}");
    }
}

#[tokio::test]
async fn work_that_fails_is_not_done_again() {
    let charges = Charges::default();
    for (place, mut person) in everywhere(|| charging(&charges)).await {
        charges.0.store(0, Ordering::Relaxed);
        let done = person.call("declined", json!({}), yes).await;
        assert_eq!(text(&done), r#"Err("card declined at try 1")"#, "{place}");
        assert_eq!((charges.get(), person.asked.len()), (1, 1), "{place}");
    }
}

#[tokio::test]
async fn work_that_panics_ends_its_call_and_nothing_else() {
    let charges = Charges::default();
    for (place, mut person) in everywhere(|| charging(&charges)).await {
        charges.0.store(0, Ordering::Relaxed);
        for nth in 1..=2 {
            let done = person.call("panics", json!({}), nobody).await;
            assert_eq!(done["result"]["isError"], true, "{place} {done}");
            assert_eq!(charges.get(), nth, "{place}");
        }
        let done = person.call("declined", json!({}), yes).await;
        assert_eq!(text(&done), r#"Err("card declined at try 3")"#, "{place}");
    }
}

#[tokio::test]
async fn nothing_is_asked_inside_of_work_that_is_done_once() {
    let charges = Charges::default();
    for (place, mut person) in everywhere(|| charging(&charges)).await {
        charges.0.store(0, Ordering::Relaxed);
        let done = person.call("nested", json!({}), nobody).await;
        let why = r#"Err("no question can be asked inside `once`; ask before or after it")"#;
        assert_eq!((text(&done), charges.get()), (why, 1), "{place}");
    }
}

#[tokio::test]
async fn a_round_does_not_end_while_something_is_done_once() {
    let charges = Charges::default();
    for (place, mut person) in everywhere(|| charging(&charges)).await {
        charges.0.store(0, Ordering::Relaxed);
        let done = person.call("beside_a_question", json!({}), yes).await;
        assert_eq!((text(&done), charges.get()), ("true 1", 1), "{place}");
        assert_eq!(person.asked.len(), 1, "{place}");
    }
}

#[tokio::test]
async fn work_whose_result_has_another_type_after_a_redeploy_is_not_done_again() {
    mod before {
        use super::*;

        #[tool]
        pub(super) async fn book(context: &Context, charges: State<Charges>) -> Result<String> {
            let charge = context.once("charge", async { charges.charge() }).await?;
            Ok(format!("{} {charge}", ask(context, "Well?").await?))
        }
    }
    mod after {
        use super::*;

        #[tool]
        pub(super) async fn book(context: &Context, charges: State<Charges>) -> Result<String> {
            let work = async { format!("charge {}", charges.charge()) };
            let charge: String = context.once("charge", work).await?;
            Ok(format!("{} {charge}", ask(context, "Well?").await?))
        }
    }
    let charges = Charges::default();
    let server = || server!().state(charges.clone()).state_keys([[7; 32]]);
    let mut person = Person::connect(server().tool::<before::book>(), MODERN).await;
    person.connect_also(server().tool::<after::book>()).await;
    let done = person.call("book", json!({}), yes).await;
    assert_eq!(done["result"]["isError"], true, "{done}");
    let why = "the value that `once(\"charge\")` stored is of another type: ";
    assert!(text(&done).starts_with(why), "{done}");
    assert_eq!(charges.get(), 1);
}
