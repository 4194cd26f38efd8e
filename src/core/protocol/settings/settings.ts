import type { z } from "zod";
import { COMMON_SETTINGS } from "./common-settings.ts";
import { type AgentsSettings, cueRows, readAgents } from "./settings-agents.ts";
import { type ChecksSettings, checkRows, readChecks } from "./settings-checks.ts";
import { lineOfKey, parseSettingsFile } from "./settings-file.ts";
import { type FleetSettings, fleetRows, readFleet } from "./settings-fleet.ts";
import { type McpSettings, mcpRows, NO_MCP, readMcp } from "./settings-mcp.ts";
import { NO_NOTIFY, type NotifySettings, notifyRows, readNotify } from "./settings-notify.ts";
import { type PresetsSettings, presetRows, readPresets } from "./settings-presets.ts";
import { NO_USAGE, readUsage, type UsageSettings, usageRows } from "./settings-usage.ts";
import { TUNING_SETTINGS } from "./tuning-settings.ts";

/** Every setting: its schema, default and description. */
export const SETTINGS = { ...COMMON_SETTINGS, ...TUNING_SETTINGS } as const;

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
  /** For tuning: shown to people only on request or if it is set. */
  tuning?: true;
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
    const tuning = Object.hasOwn(TUNING_SETTINGS, name) ? { tuning: true as const } : {};
    rows.push({ name, value: String(word), origin, default: standard, does, ...tuning });
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
