import type { z } from "zod";
import { lineOfKey, parseSettingsFile, pathOfIssue } from "../protocol/settings/settings-file.ts";
import { AgentFile } from "./agent-file.ts";

export type AgentFileResult = { ok: true; file: AgentFile } | { ok: false; faults: string[] };

/** Characters; a longer file is not read. */
const LONGEST_FILE = 64_000;
/** Finding the line of a fault takes time. */
const MOST_FAULTS = 5;

/** Reads the text of an agent file. Each fault names the file, the line, the key, and what is wrong with it. */
export function readAgentFile(path: string, text: string): AgentFileResult {
  if (text.length > LONGEST_FILE) return { ok: false, faults: [`${path}: longer than ${LONGEST_FILE} characters`] };
  const parsed = parseSettingsFile(text);
  if (!parsed.ok) return { ok: false, faults: [`${placeOf(path, parsed.line)}: ${parsed.fault}`] };
  const { data, error } = AgentFile.safeParse(parsed.words);
  if (data !== undefined) return { ok: true, file: data };
  const faults = error.issues.slice(0, MOST_FAULTS).map((issue) => faultOf(issue, path, text));
  const left = error.issues.length - faults.length;
  return { ok: false, faults: left === 0 ? faults : [...faults, `${path}: and ${left} more faults`] };
}

/** Of a union, the last variant's issues are the most specific. */
function faultOf(issue: z.core.$ZodIssue, path: string, text: string, above: readonly PropertyKey[] = []): string {
  const [inner] = issue.code === "invalid_union" ? (issue.errors.at(-1) ?? []) : [];
  if (inner !== undefined) return faultOf(inner, path, text, [...above, ...issue.path]);
  const keys = [...above, ...pathOfIssue(issue)];
  return `${placeOf(path, lineOfKey(text, keys))}: ${keyOf(keys)}${issue.message}`;
}

/** `cues[2].pattern: ` */
function keyOf(keys: readonly PropertyKey[]): string {
  const words = keys.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return words === "" ? "" : `${words.replace(/^\./, "")}: `;
}

function placeOf(path: string, line: number | null): string {
  return line === null ? path : `${path}, line ${line}`;
}
