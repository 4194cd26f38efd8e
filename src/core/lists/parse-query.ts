import { Fault } from "../protocol/base/fault.ts";
import type { State } from "../protocol/base/state.ts";
import { STATE_PRECEDENCE } from "../protocol/base/state-names.ts";
import type { Filters } from "./filters.ts";
import { SORTS, type Sort } from "./sort.ts";

export const SCOPES = ["panes", "windows", "sessions"] as const;
export type Scope = (typeof SCOPES)[number];

export const GROUPINGS = ["target-session", "session-name"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface ListQuery {
  filters: Filters;
  sort: Sort;
  group_by: Grouping;
  with_agent_status: boolean;
  agent_summary: boolean;
  /** The options that were given explicitly, echoed in the list envelope. */
  said: Record<string, unknown>;
}

/** The names against which values are validated. */
export interface Known {
  targets: readonly string[];
  /** Members of the fleet; none outside of one. */
  members?: readonly string[];
  agents: readonly string[];
}

type Words = ReadonlyMap<string, readonly string[]>;

const SWITCHES = ["needs_action", "agents_only", "with_agent_status", "agent_summary"] as const;
const COMMON = [
  "member",
  "target",
  "target_session",
  "session",
  "state",
  "agent",
  "needs_action",
  "agents_only",
  "sort",
];
const NAMES: Record<Scope, readonly string[]> = {
  panes: COMMON,
  windows: [...COMMON, "with_agent_status"],
  sessions: [...COMMON, "agent_summary", "group_by"],
};

/** Parses a list's query; the fault names the invalid value and the valid ones. */
export function parseQuery(
  scope: Scope,
  words: Words,
  known: Known,
): { ok: true; query: ListQuery } | { ok: false; fault: Fault } {
  try {
    return { ok: true, query: readQuery(scope, words, known) };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error };
    throw error;
  }
}

function readQuery(scope: Scope, words: Words, known: Known): ListQuery {
  for (const name of words.keys())
    if (!NAMES[scope].includes(name))
      throw unfit(name, "", `a list of ${scope} has no "${name}"`, [...NAMES[scope]].map(optionOf));
  const filters: Filters = {
    ...given(words, "member", (value) => split(value).map((name) => oneOf("member", name, known.members ?? []))),
    ...given(words, "target", (value) => targetOf(value, known)),
    ...given(words, "target_session", (value) => targetSessionOf(value, known)),
    ...given(words, "session", (value) => [value]),
    ...given(words, "state", statesOf),
    ...given(words, "agent", (value) => split(value).map((name) => oneOf("agent", name, known.agents))),
    ...(isOn(words, "needs_action") && { needs_action: true as const }),
    ...(isOn(words, "agents_only") && { agents_only: true as const }),
  };
  const sort = oneOf("sort", words.get("sort")?.at(-1) ?? "need", SORTS);
  const group_by = oneOf("group_by", words.get("group_by")?.at(-1) ?? "target-session", GROUPINGS);
  const switches = SWITCHES.filter((name) => isOn(words, name)).map((name) => [name, true]);
  return {
    filters,
    sort,
    group_by,
    with_agent_status: isOn(words, "with_agent_status"),
    agent_summary: isOn(words, "agent_summary"),
    said: {
      ...filters,
      ...Object.fromEntries(switches),
      ...(words.has("sort") && { sort }),
      ...(words.has("group_by") && { group_by }),
    },
  };
}

function given<Name extends keyof Filters, Value>(
  words: Words,
  name: Name,
  read: (value: string) => Value[],
): { [Key in Name]?: Value[] } {
  const values = words.get(name);
  if (values === undefined || values.length === 0) return {};
  return { [name]: [...new Set(values.flatMap(read))] } as { [Key in Name]?: Value[] };
}

function targetOf(value: string, { targets }: Known): string[] {
  return split(value).map((name) => {
    if (targets.includes(name)) return name;
    throw new Fault("E_TARGET_NOT_FOUND", `there is no target ${quoted(name)}; there are ${targets.join(", ")}`, {
      target: name,
    });
  });
}

function targetSessionOf(value: string, known: Known): string[] {
  const slash = value.indexOf("/");
  if (slash <= 0 || slash === value.length - 1)
    throw unfit("target_session", value, `${quoted(value)} is not <target>/<session>, such as host/work`);
  targetOf(value.slice(0, slash), known);
  return [value];
}

/** `waiting` means both `waiting_approval` and `waiting_input`. */
function statesOf(value: string): State[] {
  return split(value).flatMap((word): State[] => {
    if (word === "waiting") return ["waiting_approval", "waiting_input"];
    return [oneOf("state", word, STATE_PRECEDENCE, ["waiting"])];
  });
}

function isOn(words: Words, name: string): boolean {
  return oneOf(name, words.get(name)?.at(-1) ?? "false", ["true", "false"]) === "true";
}

function oneOf<Value extends string>(
  name: string,
  value: string,
  fitting: readonly Value[],
  besides: readonly string[] = [],
): Value {
  const found = fitting.find((each) => each === value);
  if (found !== undefined) return found;
  const all = [...fitting, ...besides];
  throw unfit(name, value, `${quoted(value)} is no ${name.replaceAll("_", " ")}: there are ${all.join(", ")}`, all);
}

function unfit(name: string, value: string, message: string, fitting?: readonly string[]): Fault {
  return new Fault("E_INVALID_FILTER", `${optionOf(name)}: ${message}`, {
    filter: name,
    value,
    ...(fitting && { fitting }),
  });
}

function optionOf(name: string): string {
  return `--${name.replaceAll("_", "-")}`;
}

function quoted(word: string): string {
  return JSON.stringify(word);
}

function split(value: string): string[] {
  const words = value.split(",").map((word) => word.trim());
  return words.every((word) => word === "") ? [value] : words.filter((word) => word !== "");
}
