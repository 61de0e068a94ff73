//! The planned changes of files, before the person has agreed to them.

use std::path::PathBuf;

use serde_json::Value;

use super::change::{EntryAction, FileChange};
use super::edit::{NotEdited, Syntax, at};
use super::write;
use crate::ship::clients::{ClientApp, Home, Launch, Place};

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
}

/// Whose clients, and which of their files.
#[derive(Clone, Debug)]
pub(crate) struct Goal<'a> {
    pub(crate) home: &'a Home,
    pub(crate) scope: &'a str,
}

/// An existing entry.
#[derive(Clone, Debug)]
pub(crate) struct Entered {
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
            let before = write::read(&file).map_err(|error| error.to_string())?;
            let Some(before) = before else { continue };
            let key = place.key(goal.home, name);
            let syntax = Syntax { format: place.format, strict: client.strict };
            let with_place =
                |refused: NotEdited| format!("{}: {}:{refused}", client.id, file.display());
            let is = syntax.read(&before).map_err(with_place)?;
            let Some(entry) = at(&is, &key) else { continue };
            let backup = write::read(&write::backup_of(&file, name)).ok().flatten();
            let after = as_it_was(syntax, &before, &key, entry, backup.as_deref());
            let after = after.map_err(with_place)?.filter(|_| !place.own_file);
            changes.push(FileChange {
                client: client.id.clone(),
                file,
                action: EntryAction::Remove,
                before: Some(before),
                after,
                server: name.to_owned(),
                holds_secret: false,
                is_own: place.own_file,
            });
        }
    }
    Ok(changes)
}

/// The entries of a server in clients, by its name.
pub(crate) fn entered(
    clients: &[ClientApp],
    home: &Home,
    name: &str,
) -> Vec<Result<Entered, String>> {
    let mut found = Vec::new();
    for client in clients {
        for place in &client.entries {
            for file in place.files(home, name) {
                let syntax = Syntax { format: place.format, strict: client.strict };
                let text = write::read(&file).map_err(|error| error.to_string());
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
                let entered = entry.map(|entry| Entered { client, scope, file, name, entry });
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
        let entry = self.entry(client, place)?;
        let before = write::read(&file).map_err(|error| error.to_string())?;
        let text = before.as_deref().unwrap_or_default();
        let key = place.key(home, &self.name);
        let syntax = Syntax { format: place.format, strict: client.strict };
        let with_place =
            |refused: NotEdited| format!("{}: {}:{refused}", client.id, file.display());
        let is = syntax.read(text).map_err(with_place)?;
        let action = match at(&is, &key) {
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
            action,
            before,
            after: Some(after),
            server: self.name.clone(),
            holds_secret: self.holds_secret(),
            is_own: place.own_file,
        })
    }

    fn entry(&self, client: &ClientApp, place: &Place) -> Result<Value, String> {
        let launch = self.for_client(client)?;
        let Some(mut entry) = place.entry(&launch, &self.name, &self.description) else {
            let how = if matches!(launch, Launch::Url { .. }) { "a URL" } else { "a program" };
            return Err(format!("{}: {} takes no server that is {how}", client.id, client.name));
        };
        self.by_name(client, &mut entry);
        Ok(entry)
    }

    /// Replaces secrets with references, if the client looks them up.
    fn for_client(&self, client: &ClientApp) -> Result<Launch, String> {
        let Launch::Program { command, args, env } = &self.launch else {
            return Ok(self.launch.clone());
        };
        let mut env = env.clone();
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
        Ok(Launch::Program { command: command.clone(), args: args.clone(), env })
    }

    /// Names the variables that a client passes on by their names.
    fn by_name(&self, client: &ClientApp, entry: &mut Value) {
        let Launch::Program { env, .. } = &self.launch else { return };
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
    match others.is_empty() {
        true => Err(format!("{id}: {} has no file for servers on {system}", client.name)),
        false => {
            let why = format!("{} has no file of the scope `{}`", client.name, goal.scope);
            Err(format!("{id}: {why}, only of `{}`", others.join("`, `")))
        }
    }
}

/// The file without an entry: as it was before the entry was added, if that is known. `None` if it
/// did not exist.
fn as_it_was(
    syntax: Syntax,
    text: &str,
    key: &[String],
    entry: &Value,
    backup: Option<&str>,
) -> Result<Option<String>, NotEdited> {
    let had = backup.and_then(|backup| Some((backup, syntax.read(backup).ok()?)));
    let had = had.filter(|(_, had)| at(had, key).is_none());
    if let Some((backup, _)) = had
        && syntax.set(backup, key, entry).is_ok_and(|again| again == text)
    {
        return Ok(Some(backup.to_owned()));
    }
    let mut left = syntax.remove(text, key)?;
    let value = syntax.read(&left)?;
    // Maps that were created for the entry are removed with it.
    for depth in (1..key.len()).rev() {
        let map = &key[..depth];
        let is_empty =
            |found: &Value| found.is_null() || found.as_object().is_some_and(|map| map.is_empty());
        let was_there = had.as_ref().is_some_and(|(_, had)| at(had, map).is_some());
        let is = syntax.read(&left)?;
        if !was_there && (had.is_some() || backup.is_none()) && at(&is, map).is_some_and(is_empty) {
            left = syntax.remove(&left, map)?;
        }
    }
    let is_bare = syntax.read(&left)?.as_object().is_some_and(|map| map.is_empty());
    let was_made = backup.is_none()
        && value != Value::Null
        && left.trim_matches(['{', '}', ' ', '\n', '\r']).is_empty();
    Ok(Some(left).filter(|_| !(is_bare && was_made)))
}
