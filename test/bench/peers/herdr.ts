import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { linesIn } from "./herdr-regions.ts";
import type { Peer, Seen } from "./seen.ts";

interface Gate {
  all?: Gate[];
  any?: Gate[];
  not?: Gate[];
  contains?: string[];
  regex?: string[];
  line_regex?: string[];
}

interface Rule extends Gate {
  id: string;
  state?: "idle" | "working" | "blocked" | "unknown";
  priority?: number;
  region?: string;
}

const FOLDER = join("src", "detect", "manifests");
const FILES: Record<string, string> = {
  claude: "claude",
  codex: "codex",
  gemini: "gemini",
  copilot: "github-copilot",
  opencode: "opencode",
  kilo: "kilo",
  pi: "pi",
  cline: "cline",
  grok: "grok",
};
const CLASSES = { idle: "resting", working: "working", blocked: "asking", unknown: "untold" } as const;

/**
 * herdr's screen reader: the rule files of a checkout of its source, judged as its source says. The rule with the
 * highest priority counts; if none matches, the agent rests.
 */
export function herdrFrom(checkout: string): Peer {
  if (!existsSync(join(checkout, FOLDER))) throw new Error(`${checkout} has no ${FOLDER}: give a checkout of herdr`);
  const commit = execFileSync("git", ["-C", checkout, "rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const rules = new Map<string, readonly Rule[]>();
  const rulesOf = (agent: string) => {
    const file = FILES[agent];
    if (file === undefined) return null;
    const read = rules.get(agent) ?? readRules(join(checkout, FOLDER, `${file}.toml`));
    rules.set(agent, read);
    return read;
  };
  return {
    name: "herdr (its rule files)",
    version: `commit ${commit}`,
    read: async (agent, { lines, title }) => {
      const known = rulesOf(agent);
      return known === null ? null : judge(known, lines, title);
    },
    watch: (agent) => {
      // the panes are in tmux, where Claude's title does not tell what its rules need
      const known = agent === "claude" ? null : rulesOf(agent);
      if (known === null) return null;
      let last: Seen = "untold";
      return async ({ lines, title }) => {
        const seen = judge(known, lines, title);
        // a rule for a viewer keeps what was there before
        if (seen !== "untold") last = seen;
        return last;
      };
    },
  };
}

function readRules(path: string): readonly Rule[] {
  return (parse(readFileSync(path, "utf8")) as unknown as { rules: Rule[] }).rules;
}

function judge(rules: readonly Rule[], lines: readonly string[], title: string): Seen {
  let best: Rule | null = null;
  for (const rule of rules) {
    const isBetter = best === null || (rule.priority ?? 0) > (best.priority ?? 0);
    if (isBetter && matches(rule, regionOf(rule, lines, title))) best = rule;
  }
  return best === null ? "resting" : CLASSES[best.state ?? "unknown"];
}

function regionOf({ region = "whole_recent" }: Rule, lines: readonly string[], title: string): string {
  if (region === "osc_title") return title;
  // tmux does not pass progress on
  if (region === "osc_progress") return "";
  return linesIn(region.trim(), lines).join("\n");
}

function matches(gate: Gate, text: string): boolean {
  const small = text.toLowerCase();
  const lines = text.split("\n");
  return (
    (gate.contains ?? []).every((words) => small.includes(words.toLowerCase())) &&
    (gate.regex ?? []).every((pattern) => expression(pattern).test(text)) &&
    (gate.line_regex ?? []).every((pattern) => lines.some((line) => expression(pattern).test(line))) &&
    (gate.all ?? []).every((each) => matches(each, text)) &&
    (gate.any === undefined || gate.any.length === 0 || gate.any.some((each) => matches(each, text))) &&
    !(gate.not ?? []).some((each) => matches(each, text))
  );
}

const expressions = new Map<string, RegExp>();

/** Rust writes flags into the pattern, and code points as `\x{…}`. */
function expression(pattern: string): RegExp {
  const known = expressions.get(pattern);
  if (known !== undefined) return known;
  const [, flags = "", source = ""] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern) ?? [];
  const made = new RegExp(source.replaceAll("\\x{", "\\u{"), `u${flags}`);
  expressions.set(pattern, made);
  return made;
}
