//! The method table against the table of the specification's methods, revision by revision.

use mcp_runtime::protocol::{Direction, Method, MethodKind, ProtocolVersion};

/// From section 1 of the version matrix: name, kind, and the direction in each revision.
const MATRIX: &str = "\
completion/complete                      | req | C→S  | C→S  | C→S  | C→S  | C→S
elicitation/create                       | req | –    | –    | S→C  | S→C  | embedded
initialize                               | req | C→S  | C→S  | C→S  | C→S  | –
logging/setLevel                         | req | C→S  | C→S  | C→S  | C→S  | –
ping                                     | req | both | both | both | both | –
prompts/get                              | req | C→S  | C→S  | C→S  | C→S  | C→S
prompts/list                             | req | C→S  | C→S  | C→S  | C→S  | C→S
resources/list                           | req | C→S  | C→S  | C→S  | C→S  | C→S
resources/read                           | req | C→S  | C→S  | C→S  | C→S  | C→S
resources/subscribe                      | req | C→S  | C→S  | C→S  | C→S  | –
resources/templates/list                 | req | C→S  | C→S  | C→S  | C→S  | C→S
resources/unsubscribe                    | req | C→S  | C→S  | C→S  | C→S  | –
roots/list                               | req | S→C  | S→C  | S→C  | S→C  | embedded
sampling/createMessage                   | req | S→C  | S→C  | S→C  | S→C  | embedded
server/discover                          | req | –    | –    | –    | –    | C→S
subscriptions/listen                     | req | –    | –    | –    | –    | C→S
tasks/cancel                             | req | –    | –    | –    | both | C→S
tasks/get                                | req | –    | –    | –    | both | C→S
tasks/list                               | req | –    | –    | –    | both | –
tasks/result                             | req | –    | –    | –    | both | –
tasks/update                             | req | –    | –    | –    | –    | C→S
tools/call                               | req | C→S  | C→S  | C→S  | C→S  | C→S
tools/list                               | req | C→S  | C→S  | C→S  | C→S  | C→S
notifications/cancelled                  | ntf | both | both | both | both | both
notifications/elicitation/complete       | ntf | –    | –    | –    | S→C  | –
notifications/initialized                | ntf | C→S  | C→S  | C→S  | C→S  | –
notifications/message                    | ntf | S→C  | S→C  | S→C  | S→C  | S→C
notifications/progress                   | ntf | both | both | both | both | S→C
notifications/prompts/list_changed       | ntf | S→C  | S→C  | S→C  | S→C  | S→C
notifications/resources/list_changed     | ntf | S→C  | S→C  | S→C  | S→C  | S→C
notifications/resources/updated          | ntf | S→C  | S→C  | S→C  | S→C  | S→C
notifications/roots/list_changed         | ntf | C→S  | C→S  | C→S  | C→S  | –
notifications/subscriptions/acknowledged | ntf | –    | –    | –    | –    | S→C
notifications/tasks                      | ntf | –    | –    | –    | –    | S→C
notifications/tasks/status               | ntf | –    | –    | –    | both | –
notifications/tools/list_changed         | ntf | S→C  | S→C  | S→C  | S→C  | S→C
";

#[test]
fn the_table_has_every_method_of_every_revision() {
    let mut rows = 0;
    for row in MATRIX.lines() {
        let mut cells = row.split('|').map(str::trim);
        let name = cells.next().unwrap();
        let method = Method::parse(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(method.name(), name);
        let kind = match cells.next() {
            Some("req") => MethodKind::Request,
            Some("ntf") => MethodKind::Notification,
            kind => panic!("unknown kind {kind:?}"),
        };
        assert_eq!(method.kind(), kind, "{name}");
        for &version in ProtocolVersion::ALL {
            let direction = match cells.next() {
                Some("C→S") => Some(Direction::ClientToServer),
                Some("S→C") => Some(Direction::ServerToClient),
                Some("both") => Some(Direction::Both),
                Some("embedded") => Some(Direction::Embedded),
                Some("–") => None,
                cell => panic!("unknown direction {cell:?}"),
            };
            assert_eq!(method.direction(version), direction, "{name} in {version}");
        }
        rows += 1;
    }
    assert_eq!((rows, Method::ALL.len()), (36, 36));
}

#[test]
fn only_the_lifecycle_needs_no_capability() {
    let free: Vec<_> = Method::ALL.iter().filter(|method| method.capability().is_none()).collect();
    assert_eq!(
        free,
        [
            &Method::Ping,
            &Method::Initialize,
            &Method::Discover,
            &Method::SubscriptionsListen,
            &Method::Cancelled,
            &Method::Progress,
            &Method::Initialized,
            &Method::SubscriptionsAcknowledged,
        ]
    );
}

#[test]
fn other_names_are_no_methods() {
    for name in ["", "tools", "tools/calls", "Tools/call", "tasks/updates", "notifications/"] {
        assert_eq!(Method::parse(name), None, "{name}");
    }
}
