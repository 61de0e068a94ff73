//! The planned changes of files, before the person has agreed to them.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::as_before::as_before;
use super::change::{Backup, EntryAction, FileChange};
use super::edit::{EditError, Syntax, at};
use super::write;
use crate::clients::{ClientApp, Home, Launch, PROJECT, Place, entry_over};

/// A server to be added to clients.
#[derive(Clone, Debug)]
pub(crate) struct ServerEntry {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) launch: Launch,
    /// Variables that a client should look up itself, if it can.
    pub(crate) secrets: Vec<String>,
    /// Those of them that are optional for the server.
    pub(crate) optional: Vec<String>,
    /// An entry elsewhere whose other members a new one gets.
    pub(crate) like: Option<Value>,
}

/// Whose clients, and which of their files.
#[derive(Clone, Debug)]
pub(crate) struct Goal<'a> {
    pub(crate) home: &'a Home,
    pub(crate) scope: &'a str,
}

/// An existing entry.
#[derive(Clone, Debug)]
pub(crate) struct ExistingEntry {
    pub(crate) client: ClientApp,
    pub(crate) scope: String,
    pub(crate) file: PathBuf,
    pub(crate) name: String,
    pub(crate) entry: Value,
}

/// The changes that add a server to a client.
///
/// # Errors
///
/// If the client cannot express the entry, or if its file does not parse; worded for a person.
pub(crate) fn plan(
    client: &ClientApp,
    goal: &Goal<'_>,
    wanted: &ServerEntry,
) -> Result<Vec<FileChange>, String> {
    let id = &client.id;
    if !client.takes_name(&wanted.name) {
        let why = format!("`{}` is not a name that {} takes", wanted.name, client.name);
        return Err(format!("{id}: {why}; choose one by --name"));
    }
    let mut changes = Vec::new();
    for place in places(client, goal)? {
        for file in place.files(goal.home, &wanted.name) {
            changes.push(wanted.change(client, place, goal.home, file)?);
        }
    }
    Ok(changes)
}

/// The changes that remove a server from a client.
///
/// # Errors
///
/// As [`plan`].
pub(crate) fn plan_removal(
    client: &ClientApp,
    goal: &Goal<'_>,
    name: &str,
) -> Result<Vec<FileChange>, String> {
    let mut changes = Vec::new();
    for place in places(client, goal)? {
        for file in place.files(goal.home, name) {
            changes.extend(removal(client, place, goal, name, file)?);
        }
    }
    Ok(changes)
}

/// The change that removes a server from a file, if it is there.
fn removal(
    client: &ClientApp,
    place: &Place,
    goal: &Goal<'_>,
    name: &str,
    file: PathBuf,
) -> Result<Option<FileChange>, String> {
    let before = write::read(&file, &place.scope).map_err(|error| error.to_string())?;
    let Some(before) = before else { return Ok(None) };
    let syntax = Syntax { format: place.format, strict: client.strict };
    let with_place = |refused: EditError| format!("{}: {}:{refused}", client.id, file.display());
    let key = place.key(goal.home, name);
    if at(&syntax.read(&before).map_err(with_place)?, &key).is_none() {
        return Ok(None);
    }
    let target = target(client, place, goal.home, &file)?;
    let backup = Backup::of(&file, name, &place.scope);
    let after = as_before(syntax, &before, &key, &backup).map_err(with_place)?;
    let is_there =
        |after: &String| syntax.read(after).is_ok_and(|after| at(&after, &key).is_some());
    let action = match &after {
        Some(after) if is_there(after) => EntryAction::Restore,
        _ => EntryAction::Remove,
    };
    Ok(Some(FileChange {
        client: client.id.clone(),
        file,
        target,
        action,
        before: Some(before),
        after,
        server: name.to_owned(),
        holds_secret: false,
    }))
}

/// The entries of a server in clients, by its name.
pub(crate) fn existing_entries(
    clients: &[ClientApp],
    home: &Home,
    name: &str,
) -> Vec<Result<ExistingEntry, String>> {
    let mut found = Vec::new();
    for client in clients {
        for place in &client.entries {
            for file in place.files(home, name) {
                let syntax = Syntax { format: place.format, strict: client.strict };
                let text = write::read(&file, &place.scope).map_err(|error| error.to_string());
                let with_place = |refused| format!("{}: {}:{refused}", client.name, file.display());
                let read = text.and_then(|text| match text {
                    Some(text) => syntax.read(&text).map_err(with_place).map(Some),
                    None => Ok(None),
                });
                let entry = match read {
                    Ok(Some(value)) => at(&value, &place.key(home, name)).cloned(),
                    Ok(None) => None,
                    Err(error) => {
                        found.push(Err(error));
                        None
                    }
                };
                let (client, scope) = (client.clone(), place.scope.clone());
                let name = name.to_owned();
                let entered = entry.map(|entry| ExistingEntry { client, scope, file, name, entry });
                found.extend(entered.map(Ok));
            }
        }
    }
    found
}

impl ServerEntry {
    fn change(
        &self,
        client: &ClientApp,
        place: &Place,
        home: &Home,
        file: PathBuf,
    ) -> Result<FileChange, String> {
        let before = write::read(&file, &place.scope).map_err(|error| error.to_string())?;
        let target = target(client, place, home, &file)?;
        let text = before.as_deref().unwrap_or_default();
        let key = place.key(home, &self.name);
        let syntax = Syntax { format: place.format, strict: client.strict };
        let with_place =
            |refused: EditError| format!("{}: {}:{refused}", client.id, file.display());
        let is = syntax.read(text).map_err(with_place)?;
        let old = at(&is, &key);
        let entry = self.entry(client, place, old.or(self.like.as_ref()))?;
        let action = match old {
            None => EntryAction::Add,
            Some(same) if *same == entry => EntryAction::Nothing,
            Some(_) => EntryAction::Replace,
        };
        let after = match action {
            EntryAction::Nothing => text.to_owned(),
            _ => syntax.set(text, &key, &entry).map_err(with_place)?,
        };
        Ok(FileChange {
            client: client.id.clone(),
            file,
            target,
            action,
            before,
            after: Some(after),
            server: self.name.clone(),
            holds_secret: self.holds_secret(),
        })
    }

    /// The entry, over an old one.
    fn entry(
        &self,
        client: &ClientApp,
        place: &Place,
        old: Option<&Value>,
    ) -> Result<Value, String> {
        let launch = self.launch.clone().over(old.and_then(Launch::read_leniently));
        let launch = self.for_client(client, launch)?;
        let Some(mut entry) = launch.entry(place, &self.name, &self.description) else {
            let how = if matches!(launch, Launch::Url { .. }) { "a URL" } else { "a program" };
            return Err(format!("{}: {} takes no server that is {how}", client.id, client.name));
        };
        self.by_name(client, &launch, &mut entry);
        Ok(match old {
            Some(old) => entry_over(old, entry),
            None => entry,
        })
    }

    /// Replaces secrets with references, if the client looks them up.
    fn for_client(&self, client: &ClientApp, launch: Launch) -> Result<Launch, String> {
        let Launch::Program { command, args, mut env } = launch else { return Ok(launch) };
        for secret in &self.secrets {
            let is_there = env.iter().any(|(name, _)| name == secret);
            match &client.expands {
                Some(form) if !is_there => env.push((secret.clone(), form.replace("NAME", secret))),
                None if !is_there
                    && client.env_names.is_none()
                    && !self.optional.contains(secret) =>
                {
                    let why = format!("{} looks up no variables", client.name);
                    let todo = format!("write the secret into its file by --env {secret}=VALUE");
                    return Err(format!("{}: {why}; {todo}", client.id));
                }
                _ => {}
            }
        }
        Ok(Launch::Program { command, args, env })
    }

    /// Names the variables that a client passes on by their names.
    fn by_name(&self, client: &ClientApp, launch: &Launch, entry: &mut Value) {
        let Launch::Program { env, .. } = launch else { return };
        let unset = |secret: &&String| env.iter().all(|(name, _)| name != *secret);
        let names: Vec<&String> = self.secrets.iter().filter(unset).collect();
        if let (Some(member), Some(entry), false) =
            (&client.env_names, entry.as_object_mut(), names.is_empty())
        {
            entry.insert(member.clone(), names.into_iter().cloned().collect());
        }
    }

    /// Whether a secret is written in plain text.
    fn holds_secret(&self) -> bool {
        let Launch::Program { env, .. } = &self.launch else { return false };
        env.iter().any(|(name, _)| self.secrets.contains(name))
    }
}

/// The places of a scope; the error for a scope that this client does not have names the others.
fn places<'c>(client: &'c ClientApp, goal: &Goal<'_>) -> Result<Vec<&'c Place>, String> {
    let system = goal.home.system;
    let here = client.entries.iter().filter(|place| place.paths.contains_key(&system));
    let (places, others): (Vec<&Place>, Vec<&Place>) =
        here.partition(|place| place.scope == goal.scope);
    if !places.is_empty() {
        return Ok(places);
    }
    let id = &client.id;
    if let Some(manual) = &client.manual {
        return Err(format!("{id}: {} has no file for servers: {manual}", client.name));
    }
    let others: Vec<&str> = others.iter().map(|place| place.scope.as_str()).collect();
    if others.is_empty() {
        Err(format!("{id}: {} has no file for servers on {system}", client.name))
    } else {
        let why = format!("{} has no file of the scope `{}`", client.name, goal.scope);
        Err(format!("{id}: {why}, only of `{}`", others.join("`, `")))
    }
}

/// The file that is written. Whoever contributes to a project could lead it to a private file.
fn target(client: &ClientApp, place: &Place, home: &Home, file: &Path) -> Result<PathBuf, String> {
    let target = write::target(file)
        .map_err(|error| format!("{}: {}: {error}", client.id, file.display()))?;
    let project = write::target(&home.project).unwrap_or_else(|_| home.project.clone());
    if place.scope == PROJECT && !target.starts_with(project) {
        let (id, file, target) = (&client.id, file.display(), target.display());
        return Err(format!(
            "{id}: {file} leads to {target}, outside of the project; replace the link by a file"
        ));
    }
    Ok(target)
}
