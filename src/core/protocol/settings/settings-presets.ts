import { z } from "zod";
import { SpawnWords } from "../actions/spawn.ts";
import { pathOfIssue, type TableFault } from "./settings-file.ts";

/** `[presets.<name>]` in config.toml. */
const PresetsTable = z.record(
  z.string().regex(/^[\w.-]{1,40}$/, "a preset's name has letters, digits, _, - and . only"),
  SpawnWords,
);
export type PresetsSettings = z.output<typeof PresetsTable>;

export type PresetsResult = { ok: true; presets: PresetsSettings } | { ok: false; faults: TableFault[] };

/** Parses the table `presets`; a fault names the key. */
export function readPresets(table: unknown): PresetsResult {
  const parsed = PresetsTable.safeParse(table);
  if (parsed.success) return { ok: true, presets: parsed.data };
  return {
    ok: false,
    faults: parsed.error.issues.map((issue) => ({
      words: `${["presets", ...issue.path].map(String).join(".")}: ${wordsOf(issue)}`,
      path: ["presets", ...pathOfIssue(issue)],
    })),
  };
}

/** One line for each preset. */
export function presetRows(presets: PresetsSettings): { name: string; value: string }[] {
  return Object.entries(presets).map(([name, { agent, workspace = "any folder" }]) => ({
    name: `presets.${name}`,
    value: `${agent} in ${workspace}`,
  }));
}

/** Why a name is refused is one level deeper. */
function wordsOf(issue: z.core.$ZodIssue): string {
  return issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message;
}
