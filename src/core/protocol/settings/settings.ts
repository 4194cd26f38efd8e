import { z } from "zod";
import { Span } from "../base/span.ts";
import { Folders } from "./folders.ts";
import { PackKeys } from "./pack-keys.ts";
import { OnOff, whole } from "./setting-kinds.ts";
import { type AgentsSettings, cueRows, readAgents } from "./settings-agents.ts";
import { type ChecksSettings, checkRows, readChecks } from "./settings-checks.ts";
import { ClassifierKey, ClassifierUrl, CommandWords } from "./settings-classifier.ts";
import { lineOfKey, parseSettingsFile } from "./settings-file.ts";
import { type FleetSettings, fleetRows, readFleet } from "./settings-fleet.ts";
import { type McpSettings, mcpRows, NO_MCP, readMcp } from "./settings-mcp.ts";
import { NO_NOTIFY, type NotifySettings, notifyRows, readNotify } from "./settings-notify.ts";
import { type PresetsSettings, presetRows, readPresets } from "./settings-presets.ts";
import { NO_USAGE, readUsage, type UsageSettings, usageRows } from "./settings-usage.ts";
import { Site, Sites } from "./sites.ts";

/** Every setting: its schema, default and description. */
export const SETTINGS = {
  tmux_socket: setting(
    z.string().regex(/^[^/\s]*$/, "a tmux socket name has no slash and no blank"),
    "",
    "tmux server to observe (tmux -L NAME); empty is tmux's default",
  ),
  hub: setting(
    OnOff,
    "off",
    "whether this daemon watches no tmux of this machine, and only shows its fleet and targets that are added: 'agtmux hub' sets it",
  ),
  port: setting(whole(0, 65_535), "7433", "port of the dashboard on 127.0.0.1; 0 takes any free one"),
  public_url: setting(
    Site,
    "",
    "where your own proxy serves the dashboard, such as https://agents.example.com; 'agtmux pair' links to it",
  ),
  allowed_hosts: setting(
    Sites,
    "",
    "other names under which a proxy of yours may ask: host or host:port, with commas between",
  ),
  public_over_tcp: setting(
    OnOff,
    "off",
    "whether your proxy may ask on the port instead of $AGTMUX_HOME/proxy.sock; whoever takes the port while the daemon is away then takes the proxy's visitors, too",
  ),
  origin: setting(
    z.enum(["auto", "keep", "rotate"]),
    "auto",
    "whether browsers find the dashboard under the same name after the daemon was away, with what they keep there: auto keeps it where nobody else can run programs on this machine",
  ),
  markers: setting(z.enum(["agents", "all", "off"]), "agents", "panes whose output is read for markers"),
  marker_flush: setting(Span, "500ms", "silence after which a marker without a line end counts"),
  marker_line_buffer: setting(whole(256, 1_048_576), "32768", "bytes of one line kept while looking for a marker"),
  screen_settle: setting(Span, "200ms", "silence after which a full-screen program's screen is read"),
  scrollback_lines: setting(whole(0, 10_000), "200", "lines searched for markers printed while the daemon was away"),
  completed_to_idle: setting(Span, "120s", "how long completed shows before it becomes idle"),
  attended_for: setting(Span, "60s", "how long after its last key press a terminal counts as used by somebody"),
  busy_ttl: setting(Span, "30m", "how long running is believed without another word"),
  ask_ttl: setting(Span, "10m", "how often the screen is read for an ask that nothing else shows"),
  level_ttl: setting(Span, "15s", "how long a look at a level counts"),
  declaration_delay: setting(Span, "1s", "how long a declaration inside a busy turn waits before it shows"),
  bind_ttl: setting(Span, "30s", "how long an event waits for its runtime"),
  reconcile: setting(Span, "2s", "how often files and panes are looked at without being asked to"),
  heartbeat: setting(Span, "5s", "how often tmux is asked whether it is there, and how long it may take to answer"),
  ssh_config: setting(z.string(), "", "a config file for ssh (ssh -F FILE); empty is the user's own"),
  squad_dir: setting(
    z.string().regex(/^\//, "the signal directory is an absolute path"),
    "/tmp",
    "directory in which squad signals lie as files (or SQUAD_SIGNAL_DIR)",
    ["SQUAD_SIGNAL_DIR"],
  ),
  provisional_ttl: setting(Span, "30s", "how long a signal written ahead of the agent's own is believed"),
  complete_text: setting(
    z.string().min(1),
    "/squad:complete",
    "what 'agtmux complete' tells an agent, so that it brings its task to an end",
  ),
  terminal_resize: setting(
    OnOff,
    "off",
    "whether the dashboard's terminal may resize a pane's window, for everybody who looks at it",
  ),
  pack_keys: setting(
    PackKeys,
    "",
    "public keys of those whose packs 'agtmux adapters update' takes, with commas between",
  ),
  keep_unknown_screens: setting(
    OnOff,
    "off",
    "whether screens that agents' adapters cannot read are kept, for 'agtmux adapters report'",
  ),
  turn_snapshots: setting(
    OnOff,
    "on",
    "whether the working tree is kept at the start of each turn (in our own folder), for 'diff --since turn' and 'undo'",
  ),
  search: setting(
    OnOff,
    "on",
    "whether conversations are indexed for 'agtmux search', in $AGTMUX_HOME/search.db; off removes the index",
  ),
  search_keep: setting(Span, "180d", "how long ago something may have been said to be in the index"),
  search_size: setting(
    whole(10, 100_000),
    "1000",
    "megabytes that the index may take; the oldest words leave it first",
  ),
  search_exclude: setting(
    Folders,
    "",
    "folders whose conversations are not indexed: absolute or ~/…, with commas between",
  ),
  snapshot_ttl: setting(Span, "30s", "how long an action may be done on what was shown before"),
  worktrees: setting(
    z.string(),
    "",
    "folder for worktrees of 'agtmux spawn': absolute or ~/… (in it <repository>/<branch>), or seen from the repository; empty is <repository>-worktrees beside it",
  ),
  broadcast_quiet: setting(Span, "100ms", "silence that ends the gathering of indirect changes"),
  broadcast_most: setting(Span, "500ms", "longest gathering of indirect changes"),
  nudge_first: setting(Span, "10s", "how long after its start the daemon first looks for agents that do not speak"),
  nudge_every: setting(Span, "15s", "how often it looks for them"),
  nudge_after: setting(Span, "5m", "how long an agent must have said nothing before its screen is read"),
  nudge_quiet: setting(Span, "15s", "how long its screen must not have moved"),
  nothing_new_after: setting(
    Span,
    "10m",
    "how long nothing new must have come of an agent that works, its spinner aside, before its pane says so",
  ),
  context_full: setting(
    whole(0, 100),
    "85",
    "percentage of its context from which on an agent calls, since compacting loses details; 0 never calls",
  ),
  wake_after: setting(
    Span,
    "60s",
    "how long after a limit's reset an agent is told to go on, if somebody asked for it",
  ),
  wake_text: setting(z.string().min(1), "continue", "what it is told then"),
  classifier: setting(
    z.enum(["rules", "openai", "anthropic", "command", "off"]),
    "rules",
    "who reads the screens of agents that do not speak; all but rules are asked only where rules do not know",
  ),
  classifier_url: setting(
    ClassifierUrl,
    "",
    "address of the classifier's API, such as http://127.0.0.1:11434/v1; empty is Anthropic's own for anthropic",
  ),
  classifier_model: setting(z.string(), "", "model that the classifier's API is asked for"),
  classifier_key: setting(ClassifierKey, "", "where the API's key is: env:NAME or file:PATH, never the key itself"),
  classifier_command: setting(
    CommandWords,
    "",
    "command that classifies once, such as 'claude -p'; the question comes on its standard input",
  ),
  classifier_budget: setting(whole(0, 1_000_000), "60", "calls of the classifier's API or command in an hour at most"),
  backup_every: setting(Span, "12h", "how often the database is copied, so that there is something to go back to"),
  backup_keep: setting(whole(0, 100), "2", "how many of these copies are kept; 0 makes none"),
  keep_payloads: setting(Span, "7d", "how long payloads of events are kept"),
  keep_metadata: setting(Span, "14d", "how long events are kept"),
  log_level: setting(
    z.enum(["trace", "debug", "info", "warn", "error", "silent"]),
    "info",
    "least important line that is logged",
  ),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]["schema"]> } & {
  /** Per agent; only in the file. */
  agents: AgentsSettings;
  /** Notification channels and rules. */
  notify: NotifySettings;
  /** Spawns that `agtmux spawn --preset` starts, by name. */
  presets: PresetsSettings;
  /** Commands that say whether an agent's work is good, by name. */
  checks: ChecksSettings;
  /** The rights of agents to each other. */
  mcp: McpSettings;
  /** Prices of models. */
  usage: UsageSettings;
  /** The fleet that this daemon is in; null if it is in none. */
  fleet: FleetSettings | null;
};
export type Origin = "flag" | "environment" | "file" | "default";

export interface SettingRow {
  name: string;
  value: string;
  origin: Origin;
  default: string;
  does: string;
}

export type SettingsResult = { ok: true; settings: Settings; rows: SettingRow[] } | { ok: false; faults: string[] };

/** Names that are tables in the file. */
const TABLES: readonly string[] = ["agents", "checks", "fleet", "mcp", "notify", "presets", "usage"];

/** The sources of settings, strongest first. */
export interface SettingSources {
  flag: Record<string, unknown>;
  environment: Record<string, string | undefined>;
  /** The text of config.toml; null if there is none. */
  fileText: string | null;
  filePath: string;
  /** Names allowed under `[agents]`; any if absent. */
  agents?: readonly string[];
}

/** Merges flag over environment over file over default; every fault states its origin and what is valid. */
export function readSettings(words: SettingSources): SettingsResult {
  const names = Object.keys(SETTINGS) as SettingName[];
  const file = parseSettingsFile(words.fileText ?? "");
  if (!file.ok) return { ok: false, faults: [`${atLine(words.filePath, file.line)}: ${file.fault}`] };
  const faults = Object.keys(file.words)
    .filter((key) => !Object.hasOwn(SETTINGS, key) && !TABLES.includes(key))
    .map((key) => `${inFile(words, [key])}: "${key}" is not a setting; there are ${[...names, ...TABLES].join(", ")}`);
  const own = readAgents(file.words.agents ?? {}, words.agents);
  if (!own.ok) faults.push(...own.faults.map((fault) => `${inFile(words, fault.path)}: ${fault.words}`));
  const agents = own.ok ? own.agents : {};
  const people = readNotify(file.words.notify ?? {});
  if (!people.ok) faults.push(...people.faults.map((fault) => `${inFile(words, fault.path)}: ${fault.words}`));
  const notify = people.ok ? people.notify : NO_NOTIFY;
  const known = readPresets(file.words.presets ?? {});
  if (!known.ok) faults.push(...known.faults.map((fault) => `${inFile(words, fault.path)}: ${fault.words}`));
  const presets = known.ok ? known.presets : {};
  const good = readChecks(file.words.checks ?? {});
  if (!good.ok) faults.push(...good.faults.map((fault) => `${inFile(words, fault.path)}: ${fault.words}`));
  const checks = good.ok ? good.checks : {};
  const money = readUsage(file.words.usage ?? {});
  if (!money.ok) faults.push(...money.faults.map((fault) => `${inFile(words, fault.path)}: ${fault.words}`));
  const usage = money.ok ? money.usage : NO_USAGE;
  const among = readMcp(file.words.mcp ?? {});
  if (!among.ok) faults.push(...among.faults.map((fault) => `${inFile(words, fault.path)}: ${fault.words}`));
  const mcp = among.ok ? among.mcp : NO_MCP;
  const joined = readFleet(file.words.fleet);
  if (!joined.ok) faults.push(...joined.faults.map((fault) => `${inFile(words, fault.path)}: ${fault.words}`));
  const fleet = joined.ok ? joined.fleet : null;
  const settings: Record<string, unknown> = { agents, notify, presets, checks, mcp, usage, fleet };
  const rows: SettingRow[] = [];
  for (const name of names) {
    const { schema, standard, does } = SETTINGS[name];
    const { word, origin, place } = strongest(name, words, file.words, standard);
    const parsed = schema.safeParse(word);
    if (parsed.success) settings[name] = parsed.data;
    else
      faults.push(
        `${place()}: ${parsed.error.issues.map((issue) => issue.message).join("; ")} (default ${JSON.stringify(standard)})`,
      );
    rows.push({ name, value: String(word), origin, default: standard, does });
  }
  const cues = cueRows(agents).map((row) => ({ ...row, origin: "file" as const, default: "", does: "a screen cue" }));
  const calls = notifyRows(notify).map((row) => ({ ...row, origin: "file" as const, default: "" }));
  const starts = presetRows(presets).map((row) => ({ ...row, origin: "file" as const, default: "", does: "a preset" }));
  const priced = usageRows(usage).map((row) => ({ ...row, origin: "file" as const, default: "" }));
  const member = fleetRows(fleet).map((row) => ({ ...row, origin: "file" as const, default: "" }));
  const peers = mcpRows(mcp).map((row) => ({ ...row, origin: "file" as const, default: "" }));
  const tests = checkRows(checks).map((row) => ({ ...row, origin: "file" as const, default: "", does: "a check" }));
  rows.push(...cues, ...calls, ...starts, ...tests, ...peers, ...priced, ...member);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, settings: settings as Settings, rows };
}

/** `also`: variables with the same meaning in other programs. */
function setting<Schema extends z.ZodType>(
  schema: Schema,
  standard: string,
  does: string,
  also: readonly string[] = [],
) {
  return { schema, standard, does, also };
}

function strongest(
  name: SettingName,
  words: SettingSources,
  file: Record<string, unknown>,
  standard: string,
): { word: unknown; origin: Origin; place(): string } {
  const variables = [`AGTMUX_${name.toUpperCase()}`, ...SETTINGS[name].also];
  const variable = variables.find((each) => words.environment[each] !== undefined) ?? "";
  if (words.flag[name] !== undefined)
    return { word: words.flag[name], origin: "flag", place: () => `--${name.replaceAll("_", "-")}` };
  if (words.environment[variable] !== undefined)
    return { word: words.environment[variable], origin: "environment", place: () => variable };
  if (file[name] !== undefined)
    return { word: file[name], origin: "file", place: () => `${inFile(words, [name])}: ${name}` };
  return { word: standard, origin: "default", place: () => name };
}

/** The file and the line of a key in it. */
function inFile({ filePath, fileText }: SettingSources, path: readonly PropertyKey[]): string {
  return atLine(filePath, lineOfKey(fileText ?? "", path));
}

function atLine(filePath: string, line: number | null): string {
  return line === null ? filePath : `${filePath}, line ${line}`;
}
