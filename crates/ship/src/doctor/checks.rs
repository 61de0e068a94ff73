//! The table of checks that everything else reads. What a check finds is in the file of its subject.

use serde::{Serialize, Serializer};

use super::Severity;

macro_rules! checks {
    ($($check:ident = $id:literal $severity:ident $area:ident $($fixed:ident)? $meaning:literal;)*) => {
        /// A problem that is checked for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Check {
            $(#[doc = concat!("`", $id, "`: ", $meaning, ".")] $check,)*
        }

        impl Check {
            pub(super) const fn row(self) -> Row {
                match self {
                    $(Self::$check => Row {
                        id: $id,
                        severity: Severity::$severity,
                        area: $area,
                        is_fixed_by_install: checks!(@is_fixed $($fixed)?),
                    },)*
                }
            }
        }
    };
    (@is_fixed) => { false };
    (@is_fixed install) => { true };
}

pub(super) struct Row {
    id: &'static str,
    pub(super) severity: Severity,
    pub(super) area: &'static str,
    /// Whether `install` fixes it.
    pub(super) is_fixed_by_install: bool,
}

impl Check {
    /// The id that people and programs see.
    pub(crate) const fn id(self) -> &'static str {
        self.row().id
    }
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

const PROGRAM: &str = "Program";
const STDIO: &str = "Over stdio";
const CLIENTS: &str = "Clients";
const OFFERS: &str = "Tools, prompts and resources";
const HTTP: &str = "Over HTTP";

checks! {
    VariableNotSet = "P1" Failure PROGRAM "a variable that the server needs is not set";
    VariableNotPassedOn = "P2" Warning CLIENTS "set in the shell, and not passed on by a client";
    ReadableSecret = "P3" Warning CLIENTS "a secret in a file that others can read";
    NewerLibrary = "P5" Failure PROGRAM "needs a newer library than the system has";
    OtherMachine = "P6" Failure PROGRAM "made for another kind of machine";
    DebugBuild = "P7" Warning CLIENTS "a program in the target directory of cargo";
    TemporaryPath = "P8" Warning CLIENTS "a temporary or removable path";
    OtherVersion = "P9" Info HTTP "another version";
    OtherProgramOnPath = "P10" Warning PROGRAM "another program of that name on the path";
    NotStarted = "P11" Failure PROGRAM "exits immediately, or cannot be started";
    SlowStart = "P12" Warning STDIO "starts slowly";
    TimedOut = "P13" Warning PROGRAM "not everything could be checked in time";
    TextOnStdout = "S1" Failure STDIO "text on standard output";
    NoAnswer = "S2" Failure STDIO "no answer to `initialize`";
    StopsAtDiscover = "S3" Failure STDIO "stops at `server/discover`";
    OutlivesInput = "S4" Failure STDIO "continues after its input has ended";
    ExitStatus = "S5" Warning STDIO "exits with a status other than 0";
    IgnoresSigterm = "S6" Warning STDIO "does not exit on SIGTERM";
    NeedsDirectory = "S7" Failure STDIO "needs a directory of its own";
    NeedsHome = "S8" Warning STDIO "needs HOME";
    LongStderr = "S9" Warning STDIO "too much output on standard error";
    WindowsLineEndings = "S10" Failure STDIO "Windows line endings";
    ColouredLog = "S11" Warning STDIO "colours in the log";
    SingleInstance = "S12" Info STDIO "cannot run twice";
    NoCommand = "C1" Failure CLIENTS install "the command does not exist";
    NotOnPathOfClient = "C2" Failure CLIENTS install "a bare name, which a desktop app does not find";
    Malformed = "C3" Failure CLIENTS "the file does not parse";
    UnreadKey = "C4" Failure CLIENTS "under a key that the client does not read";
    UrlWithoutType = "C5" Failure CLIENTS install "a URL without its type";
    FileOfOtherBuild = "C6" Failure CLIENTS install "in a file that another build of the client reads";
    LegacyFile = "C7" Failure CLIENTS install "only in a legacy file";
    TwoScopes = "C8" Warning CLIENTS "two scopes, two commands";
    NotTrusted = "C9" Failure CLIENTS "the folder, or the server in it, is not trusted";
    RefusedName = "C10" Failure CLIENTS "a name that the client does not accept";
    CmdWrapper = "C11" Failure CLIENTS "`cmd /c` around a program";
    ForeignPath = "C12" Failure CLIENTS "a path of another system";
    Disabled = "C13" Warning CLIENTS "disabled in the client";
    FilteredTools = "C14" Warning CLIENTS "only some tools";
    NeedsRestart = "C15" Info CLIENTS "the client has to be started again";
    DockerFlags = "C16" Warning CLIENTS "`docker run` with a terminal, or without input";
    UrlAsCommand = "C17" Warning CLIENTS install "a URL as a command";
    NotAString = "C19" Warning CLIENTS install "a value where a string belongs";
    EntryDoesNotStart = "C20" Failure CLIENTS "the started program does not respond";
    WrongMember = "C21" Failure CLIENTS install "a member that the client refuses, or does not read";
    UrlNotSupported = "C22" Failure CLIENTS "a URL where the client takes only programs";
    Lint = "L" Failure OFFERS "what the lint finds";
    Unreachable = "H1" Failure HTTP "nothing listens";
    NotServed = "H2" Failure HTTP "no MCP endpoint at this path (a web page, or an error)";
    AcceptRefused = "H3" Failure HTTP "requires an `Accept` that not every client sends";
    HostRefused = "H4" Failure HTTP "the host is refused";
    OwnOriginRefused = "H5" Failure HTTP "its own pages are refused";
    AnyOriginAccepted = "H6" Failure HTTP "pages of any site are accepted";
    BufferedEvents = "H7" Failure HTTP "events are buffered";
    DroppedHeaders = "H9" Failure HTTP "headers are dropped on the way";
    Redirected = "H10" Failure HTTP "a redirect";
    TrailingSlash = "H11" Failure HTTP "a trailing slash leads elsewhere";
    UntrustedCertificate = "H12" Failure HTTP "a certificate of an unknown issuer";
    CertificateDates = "H13" Failure HTTP "a certificate that is expired or not yet valid";
    ProxyForLoopback = "H14" Warning HTTP "a proxy is used for this machine";
    SessionsNotShared = "H15" Failure HTTP "replicas do not share sessions";
    UnknownSession = "H16" Failure HTTP "an unknown session is not answered with 404";
    GetFails = "H17" Warning HTTP "GET fails";
    SessionNotExposed = "H18" Warning HTTP "browsers cannot read the session";
    LongList = "H19" Warning HTTP "responses that gateways truncate";
    OpenToNetwork = "H20" Warning HTTP "open to the network, without authorization";
    NoUnauthorized = "A1" Failure HTTP "no 401 where a token is missing";
    NoMetadataUrl = "A2" Failure HTTP "401 that does not say where to log in";
    NoMetadata = "A3" Failure HTTP "no metadata below `/.well-known/`";
    OtherResource = "A4" Failure HTTP "metadata of another URL";
    NoIssuerMetadata = "A5" Failure HTTP "an issuer without metadata";
    PageAsMetadata = "A6" Failure HTTP "web pages in place of metadata";
    NoRegistration = "A7" Failure HTTP "an issuer that does not register clients";
    NoS256 = "A8" Failure HTTP "an issuer without S256";
    LimitedMetadata = "A11" Warning HTTP "rate-limited metadata";
}
