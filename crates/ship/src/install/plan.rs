//! The planned changes of files, before the person has agreed to them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use super::as_before::as_before;
use super::change::{Backup, EntryAction, FileChange, Plan};
use super::edit::{EditError, Syntax, at};
use super::secrets::holds_secret;
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
        let why = format!("`{}` is not a server name that {} accepts", wanted.name, client.name);
        return Err(format!("{id}: {why}; choose another with --name"));
    }
    let mut changes = Vec::new();
    for place in places(client, goal)? {
        for file in place.files(goal.home, &wanted.name) {
            let edit = Edit::new(client, place, goal.home, file, Some(wanted), &wanted.name);
            changes.extend(edit.change()?);
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
            changes.extend(Edit::new(client, place, goal.home, file, None, name).change()?);
        }
    }
    Ok(changes)
}

/// What is to become of the entry of a server in a file.
#[derive(Clone, Debug)]
struct Edit {
    client: ClientApp,
    place: Place,
    home: Home,
    file: PathBuf,
    /// `None` if the entry is removed.
    wanted: Option<ServerEntry>,
    name: String,
}

impl Plan for Edit {
    fn change(&self) -> Result<Option<FileChange>, String> {
        match &self.wanted {
            Some(wanted) => self.addition(wanted).map(Some),
            None => self.removal(),
        }
    }
}

impl Edit {
    fn new(
        client: &ClientApp,
        place: &Place,
        home: &Home,
        file: PathBuf,
        wanted: Option<&ServerEntry>,
        name: &str,
    ) -> Self {
        let client = client.clone();
        let place = place.clone();
        let home = home.clone();
        Self { client, place, home, file, wanted: wanted.cloned(), name: name.to_owned() }
    }

    fn before(&self) -> Result<Option<String>, String> {
        write::read(&self.file, &self.place.scope).map_err(|error| error.to_string())
    }

    fn syntax(&self) -> Syntax {
        Syntax { format: self.place.format, strict: self.client.strict }
    }

    fn with_place(&self, refused: &EditError) -> String {
        format!("{}: {}:{refused}", self.client.id, self.file.display())
    }

    /// The change that writes the entry.
    fn addition(&self, wanted: &ServerEntry) -> Result<FileChange, String> {
        let Self { client, place, .. } = self;
        let before = self.before()?;
        let target = target(client, place, &self.home, &self.file)?;
        let text = before.as_deref().unwrap_or_default();
        let key = place.key(&self.home, &self.name);
        let syntax = self.syntax();
        let is = syntax.read(text).map_err(|refused| self.with_place(&refused))?;
        let old = at(&is, &key);
        let entry = wanted.entry(client, place, old.or(wanted.like.as_ref()))?;
        let action = match old {
            None => EntryAction::Add,
            Some(same) if *same == entry => EntryAction::Nothing,
            Some(_) => EntryAction::Replace,
        };
        let after = match action {
            EntryAction::Nothing => text.to_owned(),
            _ => syntax.set(text, &key, &entry).map_err(|refused| self.with_place(&refused))?,
        };
        Ok(FileChange {
            client: client.id.clone(),
            file: self.file.clone(),
            target,
            action,
            after: Some(after),
            server: self.name.clone(),
            holds_secret: holds_secret(client, &entry, &wanted.secrets),
            entry: old.cloned(),
            plan: Arc::new(self.clone()),
            before,
        })
    }

    /// The change that removes the entry, if it is there.
    fn removal(&self) -> Result<Option<FileChange>, String> {
        let Some(before) = self.before()? else { return Ok(None) };
        let with_place = |refused: EditError| self.with_place(&refused);
        let syntax = self.syntax();
        let key = self.place.key(&self.home, &self.name);
        let is = syntax.read(&before).map_err(with_place)?;
        let Some(entry) = at(&is, &key).cloned() else { return Ok(None) };
        let target = target(&self.client, &self.place, &self.home, &self.file)?;
        let backup = Backup::of(&self.file, &self.name, &self.place.scope);
        let after = as_before(syntax, &before, &key, &backup).map_err(with_place)?;
        let is_there =
            |after: &String| syntax.read(after).is_ok_and(|after| at(&after, &key).is_some());
        let action = match &after {
            Some(after) if is_there(after) => EntryAction::Restore,
            _ => EntryAction::Remove,
        };
        Ok(Some(FileChange {
            client: self.client.id.clone(),
            file: self.file.clone(),
            target,
            action,
            before: Some(before),
            after,
            server: self.name.clone(),
            holds_secret: false,
            entry: Some(entry),
            plan: Arc::new(self.clone()),
        }))
    }
}

impl ServerEntry {
    /// The entry, over an old one.
    fn entry(
        &self,
        client: &ClientApp,
        place: &Place,
        old: Option<&Value>,
    ) -> Result<Value, String> {
        let merged = self.launch.clone().over(old.and_then(Launch::read_leniently));
        let launch = self.for_client(client, merged)?;
        let Some(mut entry) = launch.entry(place, &self.name, &self.description) else {
            let servers = launch.servers();
            return Err(format!("{}: {} does not support {servers}", client.id, client.name));
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
                    let why = format!("{} does not expand variables", client.name);
                    let todo =
                        format!("to write the secret into its file, use --env {secret}=VALUE");
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
        return Err(format!(
            "{id}: {} has no configuration file for servers: {manual}",
            client.name
        ));
    }
    let others: Vec<&str> = others.iter().map(|place| place.scope.as_str()).collect();
    if others.is_empty() {
        Err(format!("{id}: {} has no configuration file for servers on {system}", client.name))
    } else {
        let why = format!("{} has no file for the scope `{}`", client.name, goal.scope);
        Err(format!("{id}: {why}, only for `{}`", others.join("`, `")))
    }
}

/// The file that is written. Whoever contributes to a project could lead it to a private file.
fn target(client: &ClientApp, place: &Place, home: &Home, file: &Path) -> Result<PathBuf, String> {
    let target = write::target(file)
        .map_err(|error| format!("{}: {}: {error}", client.id, file.display()))?;
    let project = write::target(&home.project).unwrap_or_else(|_| home.project.clone());
    if place.scope == PROJECT && !target.starts_with(project) {
        let id = &client.id;
        let file = file.display();
        let target = target.display();
        return Err(format!(
            "{id}: {file} is a link to {target}, outside of the project; replace it with a file"
        ));
    }
    Ok(target)
}
