import { z } from "zod";
import { type CueWords, OwnCues } from "./cues.ts";
import { pathOfIssue, type TableFault } from "./settings-file.ts";

/** `[agents.<name>]` in config.toml. */
const AgentSettings = z.strictObject({ cues: OwnCues.default({}) });
const AgentsTable = z.record(z.string(), AgentSettings);
export type AgentsSettings = z.infer<typeof AgentsTable>;

export type AgentsResult = { ok: true; agents: AgentsSettings } | { ok: false; faults: TableFault[] };

/** Parses the table `agents`; a fault names the key. If `names` are given, no others are allowed. */
export function readAgents(table: unknown, names: readonly string[] | undefined): AgentsResult {
  const parsed = AgentsTable.safeParse(table);
  if (!parsed.success) return { ok: false, faults: parsed.error.issues.map((issue) => faultOf(issue)) };
  const strangers = Object.keys(parsed.data).filter((name) => names !== undefined && !names.includes(name));
  if (strangers.length === 0) return { ok: true, agents: parsed.data };
  return {
    ok: false,
    faults: strangers.map((name) => ({
      words: `agents.${name}: no agent has this name; there are ${names?.join(", ")}`,
      path: ["agents", name],
    })),
  };
}

/** One line for each user-defined cue. */
export function cueRows(agents: AgentsSettings): { name: string; value: string }[] {
  return Object.entries(agents).flatMap(([agent, { cues }]) =>
    Object.entries(cues).map(([cue, words]) => ({ name: `agents.${agent}.cues.${cue}`, value: wordsOf(words) })),
  );
}

function wordsOf(words: CueWords | false): string {
  return words === false ? "off" : `${words.state}: /${words.pattern}/ in ${words.where}`;
}

/** Of a union, the last variant's issues are the most specific. */
function faultOf(issue: z.core.$ZodIssue, above: readonly PropertyKey[] = ["agents"]): TableFault {
  const path = [...above, ...issue.path];
  const [inner] = issue.code === "invalid_union" ? (issue.errors.at(-1) ?? []) : [];
  if (inner !== undefined) return faultOf(inner, path);
  return { words: `${path.map(String).join(".")}: ${issue.message}`, path: [...above, ...pathOfIssue(issue)] };
}
