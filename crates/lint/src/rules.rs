//! The table of rules that everything else reads. What a rule finds is in the file of its subject,
//! and a case that breaks it in `tests/data/lint`.

use super::{Level, Target};

macro_rules! rules {
    ($($rule:ident = $id:literal $level:ident $(-> $enforced:ident)? [$($target:ident)*]
        $advice:literal $source:literal;)*) => {
        /// One rule of the lint.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = concat!("`", $id, "`: ", $advice, ".")] $rule,)*
            /// A rule of your own, for [`Lint::rule`](crate::Lint::rule).
            ///
            /// It is checked for every target and in every revision.
            Custom {
                /// The identifier that findings show, such as `acme.prefix`.
                id: &'static str,
                /// How severe it is to break the rule.
                level: Level,
                /// What to do, and why, in one sentence.
                advice: &'static str,
            },
        }

        impl Rule {
            /// Every rule but [custom](Self::Custom) ones.
            pub const ALL: &'static [Self] = &[$(Self::$rule),*];

            pub(super) const fn row(self) -> Row {
                match self {
                    $(Self::$rule => Row {
                        id: $id,
                        level: Level::$level,
                        enforced: rules!(@last $level $($enforced)?),
                        targets: &[$(Target::$target),*],
                        advice: $advice,
                        source: $source,
                    },)*
                    Self::Custom { id, level, advice } => {
                        Row { id, level, enforced: level, targets: &[], advice, source: "" }
                    }
                }
            }
        }
    };
    (@last $level:ident) => { Level::$level };
    (@last $level:ident $enforced:ident) => { Level::$enforced };
}

pub(super) struct Row {
    pub(super) id: &'static str,
    pub(super) level: Level,
    pub(super) enforced: Level,
    pub(super) targets: &'static [Target],
    pub(super) advice: &'static str,
    pub(super) source: &'static str,
}

// A row is: rule = id, level (-> level when one of the targets is chosen) [targets],
// what to do and why, where that is known from.
rules! {
    // Lists
    ListShape = "list.shape" Error [Spec Sdk]
        "a list result must be an object with an array of objects; clients drop anything else"
        "schema.json ListToolsResult";
    ListCacheFields = "list.cache-fields" Error [Spec]
        "send resultType, ttlMs >= 0 and cacheScope public or private; 2026-07-28 requires them"
        "schema.json ListToolsResult; rust-sdk#1281";
    ListCursor = "list.cursor" Error [Spec Sdk]
        "leave nextCursor out or send a string; clients reject the whole list otherwise"
        "schema.json ListToolsResult";
    ListCursorEmpty = "list.cursor-empty" Warning [Spec]
        "leave an empty nextCursor out; some clients loop on it, some stop"
        "schema.json ListToolsResult";
    ListOrder = "list.order" Warning [Spec]
        "list in the same order each time; prompt caches miss otherwise"
        "server/tools (deterministic order); rust-sdk#665";
    ListChanged = "list.changed" Error [Spec]
        "list the same tools each time; a list must not vary from one request to the next"
        "server/tools";
    ListEmpty = "list.empty" Info [Spec]
        "add a tool, unless the server offers only prompts or resources"
        "server/tools";
    ListCount128 = "list.count-128" Warning -> Error [VsCode OpenAi]
        "offer at most 128 tools; VS Code rejects the request otherwise"
        "vscode-copilot-release#9375, vscode#255585";
    ListCount80 = "list.count-80" Warning [Cursor]
        "offer at most 80 tools; Cursor hides some of them otherwise"
        "Snowflake-Labs/mcp#77";
    ListCount40 = "list.count-40" Info [Cursor]
        "more than 40 tools were too many for older versions of Cursor"
        "Snowflake-Labs/mcp#77, python-sdk#556";

    // Size
    TokensBudget = "tokens.budget" Error [Budget]
        "shorten descriptions and schemas, or offer fewer tools; together they are over the budget"
        "the budget that was set";
    TokensTool = "tokens.tool" Warning [Budget]
        "shorten the description or the schema; every request pays more than 2000 tokens for it"
        "fastmcp#3141";

    // Names
    NameMissing = "name.missing" Error [Spec Sdk]
        "give the tool a name"
        "schema.json Tool";
    NamePattern = "name.pattern" Error [Anthropic OpenAi Bedrock]
        "use 1 to 64 characters of A-Z a-z 0-9 _ -; providers reject the whole request otherwise"
        "claude-code#2326, microsoft/wassette#56, foundry-dev-tools#201";
    NameSpec = "name.spec" Warning [Spec]
        "use 1 to 128 characters of A-Z a-z 0-9 _ . -, as the specification asks"
        "server/tools (tool names)";
    NameStart = "name.start" Error [Gemini]
        "begin the name with a letter or _; Gemini rejects it otherwise"
        "mixelpixx/KiCAD-MCP-Server#7, cherry-studio#4087";
    NameLong = "name.long" Warning [Anthropic Cursor]
        "keep the name within 40 characters; clients put the server's name in front of it"
        "PostHog/posthog#51483, claude-code#2485";
    NamePrefixed64 = "name.prefixed-64" Error [Anthropic]
        "shorten it; mcp__SERVER__NAME has more than 64 characters"
        "claude-code#2326, claude-code#2412, claude-code#19882";
    NamePrefixed60 = "name.prefixed-60" Error [Cursor]
        "shorten it; Cursor hides a tool when SERVER:NAME has more than 60 characters"
        "composio#2788, awslabs/mcp#1283, mcp-playwright#145";
    NameDuplicate = "name.duplicate" Error [Spec Anthropic]
        "give each tool a name of its own; Anthropic rejects the request otherwise"
        "server/tools; onyx#9229";
    NameCaseCollision = "name.case-collision" Warning [Spec]
        "use names that differ by more than case"
        "server/tools (tool names)";
    NameRawIdent = "name.raw-ident" Error [Anthropic OpenAi]
        "leave out the r# of the Rust identifier; providers reject the request otherwise"
        "the name pattern of the providers";

    // Texts
    DescMissing = "desc.missing" Warning [Anthropic Quality]
        "describe the tool; models and tool search choose by the description"
        "claude-code#43474";
    DescType = "desc.type" Error [Spec Sdk]
        "title and description must be strings; clients drop the whole list otherwise"
        "schema.json Tool";
    DescOver2k = "desc.over-2k" Warning [Anthropic]
        "keep the description within 2048 characters; Claude Code cuts it there"
        "claude-code#41593, insights-mcp#340";
    DescOver1024 = "desc.over-1024" Warning -> Error [OpenAi]
        "keep the description within 1024 characters; some OpenAI models reject more"
        "modelcontextprotocol/servers#799, rusiaaman/wcgw#51";
    DescParamMissing = "desc.param-missing" Info [Quality]
        "describe the argument; models fill in better what is described"
        "advice";
    TitleMissing = "title.missing" Info -> Warning [Directory]
        "give the tool a title; the directories of Claude and ChatGPT require one"
        "basic-memory#1031, OpenMetadata#30107, aiquila#386";

    // Annotations, icons, metadata
    AnnotationsType = "annotations.type" Error [Spec Sdk]
        "annotations must be an object with boolean hints and a string title"
        "schema.json ToolAnnotations";
    AnnotationsUnknown = "annotations.unknown" Warning [Spec]
        "remove the annotation; clients support only title and the four hints"
        "schema.json ToolAnnotations; unleash-mcp#71";
    AnnotationsMissing = "annotations.missing" Info -> Warning [Directory]
        "say what the tool does, as in `#[tool(read_only)]` or `#[tool(destructive)]`, or that it only \
         computes: `#[tool(pure)]`; otherwise clients assume that it may destroy data and reach \
         anything; the directories of Claude and ChatGPT require readOnlyHint and destructiveHint"
        "basic-memory#1031, hutchdb#37";
    AnnotationsConflict = "annotations.conflict" Warning [Spec]
        "choose one; a tool that only reads cannot be destructive"
        "schema.json ToolAnnotations";
    IconsType = "icons.type" Error [Spec Sdk]
        "an icon must have a string src, sizes as an array of strings, and theme light or dark"
        "schema.json Icon";
    IconsSrc = "icons.src" Error [Spec]
        "use an https: or data: address; clients must reject any other"
        "basic (icons)";
    IconsHttp = "icons.http" Warning [Spec]
        "use https: instead of http:"
        "basic (icons)";
    IconsSizes = "icons.sizes" Warning [Spec]
        "write each size like 48x48, or the word any"
        "schema.json Icon";
    IconsVersion = "icons.version" Info -> Warning [Spec2025_06_18]
        "revision 2025-06-18 has no icons"
        "schema.json Tool";
    MetaType = "meta.type" Error [Spec Sdk]
        "_meta must be an object"
        "schema.json Tool";
    ExecutionTask = "execution.task" Error [Spec Sdk]
        "taskSupport must be forbidden, optional or required"
        "schema.json ToolExecution";
    ExecutionVersion = "execution.version" Info -> Warning [Spec2026_07_28]
        "only revision 2025-11-25 has execution; tasks became an extension"
        "schema.json Tool";

    // Roots of schemas
    InputMissing = "input.missing" Error [Spec Sdk]
        "inputSchema is required and must be an object"
        "server/tools";
    InputRootType = "input.root-type" Error [Spec Anthropic OpenAi Sdk]
        "the root of inputSchema must have type object; clients drop the tool otherwise"
        "schema.json Tool; agent-sh/computer-use-linux#1";
    InputNoProperties = "input.no-properties" Error [OpenAi]
        "add properties, even an empty object; OpenAI rejects the tool otherwise"
        "wake-ai#16, github-mcp-server#1548, inboxapi/cli#106";
    RootCombinator = "root.combinator" Error [Anthropic OpenAi]
        "move it into the schema of a property; providers reject a request with it at the root"
        "claude-code#657, moraine#256, lean-ctx#1346";
    RootKeyword = "root.keyword" Warning [Anthropic OpenAi Gemini]
        "move it into the schema of a property; providers read only type and properties at the root"
        "claude-code#657, moraine#256";
    RootTitle = "root.title" Info [Quality]
        "leave the title out; it repeats the name of a Rust type and costs tokens"
        "advice";
    OutputNull = "output.null" Error [Spec Sdk]
        "leave outputSchema out or make it an object"
        "schema.json Tool";
    OutputRootType = "output.root-type" Error [Spec2025_06_18 Spec2025_11_25 Sdk Anthropic]
        "up to 2025-11-25, the root of outputSchema must have type object; clients drop every tool otherwise"
        "opentokenz/mcpx#28, claude-code#92900; TypeScript client 2.4.0 takes any in 2026-07-28";

    // Dialect and structure
    SchemaDialect = "schema.dialect" Warning -> Error [Sdk Gemini]
        "leave $schema out; clients support one dialect and reject the other"
        "gemini-cli#14970, qwen-code#1821, open-knowledge#1226";
    SchemaDialectOutput = "schema.dialect-output" Error [Sdk Anthropic]
        "leave $schema out; Claude rejects each call to a tool with a dialect other than 2020-12"
        "open-knowledge#1226, mcp-openmsx#22";
    SchemaOnly2020 = "schema.only-2020" Warning [Sdk]
        "avoid this keyword; validators for draft-07 do not support it"
        "gemini-cli#14970";
    SchemaOnly07 = "schema.only-07" Warning [Sdk]
        "avoid this keyword; validators for 2020-12 do not support it"
        "open-knowledge#1226";
    SchemaInvalid = "schema.invalid" Error [Anthropic Sdk]
        "write valid JSON Schema; Anthropic rejects the request, validators throw"
        "opencode#2082, ayunis-core#994";
    SchemaBool = "schema.bool" Error [Sdk Anthropic]
        "replace true by {} and false by {\"not\": {}}; clients drop the whole list otherwise"
        "claude-code#92900, opencode#49464, drua#230";
    SchemaBoolDeep = "schema.bool-deep" Error [Anthropic Fireworks]
        "replace true by {} and false by {\"not\": {}}; Fireworks fails, others may"
        "openclaw-mcp-adapter#9, claude-code#92900";
    SchemaDepth = "schema.depth" Warning [OpenAi]
        "nest at most 10 levels deep"
        "basic (JSON Schema usage)";
    SchemaNullable = "schema.nullable" Warning -> Error [Anthropic]
        "leave nullable out; it is OpenAPI and crashes agents of Claude Code"
        "MikkoParkkola/nab#61, rust-sdk#137, rust-sdk#664";

    // References
    RefUnresolved = "ref.unresolved" Error [Sdk]
        "point it at a definition that exists; validators throw and listing fails"
        "typescript-sdk#1175, MiMo-Code#1733";
    RefRemote = "ref.remote" Error [Spec Sdk]
        "write the schema out; nobody may fetch another document"
        "basic ($ref resolution)";
    RefNeedless = "ref.needless" Warning -> Error [Gemini VsCode ClaudeDesktop]
        "write the schema out in place; only a recursive type needs a reference"
        "gemini-cli#13326, opencode#12295, fastmcp#3151, rust-sdk#251";
    RefRoot = "ref.root" Warning -> Error [Kimi]
        "point it into #/$defs/; Kimi rejects any other place"
        "ms-365-mcp-server#643";
    RefSiblings = "ref.siblings" Error [Gemini]
        "keep only description and default next to $ref; Gemini rejects the request otherwise"
        "opencode#12295";
    RefDefs = "ref.defs" Info -> Error [ClaudeDesktop VsCode]
        "avoid recursive types; Claude Desktop and VS Code drop $defs"
        "fastmcp#2808, fastmcp#2814";
    RefBedrock = "ref.bedrock" Info -> Error [Bedrock]
        "avoid recursive types; Bedrock AgentCore rejects references"
        "fastmcp#3655";
    RefUnusedDefs = "ref.unused-defs" Warning [Quality]
        "remove the definition; nothing refers to it"
        "fastmcp#3141";

    // Types
    FormatUnknown = "format.unknown" Warning [Sdk]
        "leave the format out; validators that do not support it print a line for each use"
        "opencode#31002, mempal#84, longbridge/developers#1264";
    FormatGemini = "format.gemini" Info -> Error [Gemini]
        "put the format in the description; Gemini supports only date-time for strings"
        "gemini-cli#2237, gemini-cli#4031, collmbo#195";
    OptionTypeArray = "option.type-array" Warning -> Error [Cursor Gemini]
        "use the plain type and leave the property out of required; Cursor rejects type lists"
        "rust-sdk#135, nanbingxyz/5ire#218";
    OptionAnyNull = "option.any-null" Warning [Gemini OpenAi]
        "use the plain schema and leave the property out of required"
        "leantoken#426, gitlab-mcp#166";
    TypeArray = "type.array" Warning -> Error [Cursor Gemini]
        "use one type, or anyOf; Cursor and Gemini reject type lists"
        "nanbingxyz/5ire#218";
    TypeMissing = "type.missing" Warning -> Error [Gemini]
        "give it a type; Gemini skips the tool otherwise"
        "mcp-sequential-thinking#12, directus/mcp#8, gemini-cli#4400";
    ArrayNoItems = "array.no-items" Error [VsCode OpenAi Gemini]
        "add items; VS Code and OpenAI reject the tool otherwise"
        "vscode#257537, vscode#246119, spacectl#402";
    ArrayPrefixItems = "array.prefix-items" Warning -> Error [OpenAi Gemini]
        "use an object or items instead of a tuple; providers do not support prefixItems"
        "vscode#257537";
    ArrayNestedAnyOf = "array.nested-anyof" Error [Gemini]
        "give the inner arrays one schema; Gemini rejects them inside anyOf"
        "mcp-server-excel#672";
    ObjectNoProperties = "object.no-properties" Warning -> Error [OpenAi]
        "add properties, even an empty object"
        "github-mcp-server#1548, wake-ai#16";
    ObjectAdditional = "object.additional" Info -> Error [Gemini]
        "use a list of objects instead of a map; Gemini rejects additionalProperties"
        "Vision-Agents#513, CLIProxyAPI#3512";
    ObjectPropsOnScalar = "object.props-on-scalar" Error [Gemini]
        "remove properties and required; only an object has them"
        "opencode#11889";
    RequiredUnknown = "required.unknown" Error [Gemini]
        "remove it or add the property; Gemini rejects the whole request otherwise"
        "hermes-agent#64054, probelabs/probe#569, mcp-obsidian#105";
    RequiredHasDefault = "required.has-default" Warning [Quality]
        "make it optional or drop the default; a required property never uses it"
        "advice";
    DefaultNull = "default.null" Warning [Quality]
        "leave the default out; null is not of the declared type"
        "advice";
    DefaultMismatch = "default.mismatch" Warning [Sdk]
        "use a value of the declared type"
        "leantoken#426";

    // Enumerations and combinations
    EnumOneOfConst = "enum.one-of-const" Warning [OpenAi Gemini]
        "write it as one enum; models and providers read that best"
        "modelcontextprotocol#2806";
    EnumNotString = "enum.not-string" Error [Gemini]
        "use strings; Gemini rejects any other value in enum"
        "BrokkAi/bifrost#25, CLIProxyAPI#1075, OmniRoute#760";
    EnumEmptyString = "enum.empty-string" Error [Gemini]
        "remove the empty string from enum; Gemini rejects it"
        "mcp-server-excel#607";
    ConstUsed = "const.used" Warning [Gemini]
        "use an enum with one value; Gemini does not support const"
        "k13d#28";
    CombinatorOneOf = "combinator.one-of" Warning [OpenAi]
        "use anyOf; OpenAI ignores or rejects oneOf"
        "modelcontextprotocol#2806, openai/codex#42283";
    CombinatorAllOf = "combinator.all-of" Warning [OpenAi Gemini]
        "merge the parts of allOf into one schema"
        "opentokenz/mcpx#28";
    GeminiKeyword = "gemini.keyword" Info -> Error [Gemini]
        "put it in the description; Gemini does not support the keyword"
        "Vision-Agents#513, CLIProxyAPI#3512, k13d#28";
    KeyPattern = "key.pattern" Error [Anthropic]
        "use 1 to 64 characters of A-Z a-z 0-9 _ . -; Anthropic rejects every request otherwise"
        "freee-mcp#15, composio#2330, twilio-labs/mcp#49";
    KeyNested = "key.nested" Warning [Anthropic]
        "use 1 to 64 characters of A-Z a-z 0-9 _ . -, as at the top level"
        "ibm-cloud-cli-release#226";
    PatternLookaround = "pattern.lookaround" Error [OpenAi]
        "write the pattern without lookaround; OpenAI rejects the whole request otherwise"
        "cline#14019, oh-my-pi#2784, Dokploy/mcp#58";
    PatternNotEcma = "pattern.not-ecma" Error [Sdk]
        "write it for ECMA-262 with the u flag; validators throw and listing fails otherwise"
        "opencode#35662, langchainjs#11351";
    NumberUnsafeBound = "number.unsafe-bound" Warning [Sdk Gemini]
        "stay within 2^53-1; JavaScript rounds larger numbers"
        "advice";
    OpenAiStrict = "openai.strict" Info -> Error [OpenAiStrict]
        "require every property, set additionalProperties to false, drop format and default"
        "chatlas#255, github-mcp-server#376";

    // x-mcp-header
    HeaderValue = "header.value" Error [Spec2026_07_28]
        "x-mcp-header must be the name of an HTTP header; clients drop the tool otherwise"
        "server/tools (x-mcp-header)";
    HeaderDuplicate = "header.duplicate" Error [Spec2026_07_28]
        "use another header; clients drop a tool that names one twice"
        "server/tools (x-mcp-header)";
    HeaderType = "header.type" Error [Spec2026_07_28]
        "put x-mcp-header on a string, integer or boolean; clients drop the tool otherwise"
        "server/tools (x-mcp-header)";
    HeaderReach = "header.reach" Error [Spec2026_07_28]
        "put x-mcp-header on an argument or a property of nested objects, not inside items, anyOf or $ref; \
         clients drop the tool otherwise"
        "server/tools (x-mcp-header)";
    HeaderRange = "header.range" Warning [Spec2026_07_28]
        "bound the integer to +-(2^53-1), which a header can carry exactly"
        "server/tools (x-mcp-header)";
    HeaderSecret = "header.secret" Warning [Spec2026_07_28]
        "do not send what looks like a secret in a header; proxies log headers"
        "server/tools (x-mcp-header)";
    HeaderOutput = "header.output" Warning [Spec2026_07_28]
        "remove x-mcp-header; it means nothing in outputSchema"
        "server/tools (x-mcp-header)";

    // Prompts, resources, handshake
    PromptShape = "prompt.shape" Error [Spec Sdk]
        "`name` must be a string, and so must the `name` of each argument; `required` must be a boolean"
        "schema.json Prompt";
    PromptDuplicate = "prompt.duplicate" Error [Spec]
        "give each prompt, and each of its arguments, a name of its own"
        "schema.json Prompt";
    PromptName = "prompt.name" Warning [Spec]
        "use 1 to 64 characters of A-Z a-z 0-9 _ . -; clients make slash commands from the name"
        "server/prompts";
    PromptDesc = "prompt.desc" Info [Quality]
        "describe the prompt and its arguments; users choose by the description"
        "advice";
    ResourceShape = "resource.shape" Error [Spec Sdk]
        "a resource must have a string name and uri, a template a string name and uriTemplate"
        "schema.json Resource";
    ResourceUri = "resource.uri" Error [Spec]
        "write an absolute URI without spaces, with matching braces only in a template"
        "schema.json Resource";
    ResourceDuplicate = "resource.duplicate" Error [Spec]
        "give each resource a URI of its own"
        "server/resources";
    ResourceMime = "resource.mime" Info [Quality]
        "set the mimeType; clients need it to show the content"
        "server/resources";
    PageMissing = "page.missing" Warning [Spec]
        "add the page to the list of resources; hosts read there what a page needs"
        "ext-apps specification 2026-01-26; ext-apps#761, PostHog#76899";
    PageToolNeeds = "page.tool-needs" Warning [Spec]
        "set it on the resource of the page; hosts ignore it on a tool"
        "ext-apps specification 2026-01-26; fastmcp#3735";
    PageCsp = "page.csp" Warning [Quality]
        "set the csp, with empty lists if the page needs nothing; hosts warn without it"
        "redmine-mcp#262";
    PageDomain = "page.domain" Info [Quality]
        "leave the domain out; each host has a format of its own for it"
        "ext-apps specification 2026-01-26";
    InitCapability = "init.capability" Error [Spec]
        "declare the capability; clients never ask for the list otherwise"
        "basic/lifecycle";
    InitCapabilityUnused = "init.capability-unused" Warning [Spec]
        "do not declare the capability; its list is empty"
        "drawio-mcp-server#13";
    InitShape = "init.shape" Error [Spec Sdk]
        "send every required field; clients reject the connection otherwise"
        "schema.json InitializeResult, DiscoverResult";
    InitVersion = "init.version" Warning [Spec]
        "answer with a protocol version that exists"
        "basic/lifecycle";
    InitServerInfo = "init.server-info" Warning [Quality]
        "give the server's own name and version instead of the framework's"
        "advice";
    InitInstructions2k = "init.instructions-2k" Warning [Anthropic]
        "keep the instructions within 2048 characters; Claude Code cuts them there"
        "insights-mcp#340, MCP-memento#20";
    InitInstructions = "init.instructions" Info [Quality]
        "describe in the instructions what the server is for"
        "MCP-memento#20";
}
