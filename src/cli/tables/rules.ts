import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

const WHERE = {
  agent: { value: "NAME", completes: "agent", does: "Only for this agent (default: any)." },
  target: { value: "NAME", completes: "target", does: "Only on this target (default: host)." },
  workspace: {
    value: "DIR",
    does: "Only for agents that work in this directory or below it (default: the current directory).",
  },
  tool: { value: "NAME", does: "A tool by the agent's own name for it, such as Edit, instead of a command." },
  path: {
    value: "PATH",
    multiple: true,
    does: "Where its files must be, relative to the workspace: src/**, docs/*.md. With test: the files themselves.",
  },
} as const;

export const RULES = {
  name: "rules",
  summary: "let rules answer agents for you, narrowly",
  usage: [
    "agtmux rules [list] [--json]",
    "agtmux rules add allow|deny|ask '<command>' [options]",
    "agtmux rules add allow|deny|ask --tool NAME --path PATH [options]",
    "agtmux rules remove <id>",
    "agtmux rules test '<command>' [options]",
    "agtmux rules learn [--json]",
    "agtmux rules pause [--off]",
  ],
  about: `A rule answers what an agent asks you, through the agent's own channel (Claude Code, OpenCode, Kilo, and Codex on its daemon), and never by pressing keys. There is no rule
until you make one, and what no rule names is asked as before. Denies beat asks, and asks beat allows.

A command is allowed if every part of it is: whole words, as written. '*' stands for one operand and a last '**' for any number, but only
of programs that merely read or list, and only for files of the workspace that are not hidden. Anything with variables, substitutions, globs,
redirections to files, and the like is asked. docs/rules.md tells all of it.`,
  subcommands: {
    list: { name: "rules list", does: "show each rule and how often it decided", options: JSON_OPTION },
    add: {
      name: "rules add",
      does: "make a rule; one that allows expires after 30 days unless you say otherwise",
      arguments: [
        {
          words: { allow: "approve it", deny: "refuse it, and tell the agent", ask: "ask me, whatever else allows it" },
        },
        {},
      ],
      options: {
        ...WHERE,
        everywhere: { does: "In any workspace, on any target. Not for rules that allow." },
        expires: { value: "SPAN|never", does: "When it ends: 8h, 7d, never." },
        "dry-run": { does: "Decide nothing, and only count what it would have decided." },
        note: { value: "TEXT", does: "What it is for." },
        ...JSON_OPTION,
      },
    },
    remove: { name: "rules remove", does: "remove a rule by its id", arguments: [{}], options: JSON_OPTION },
    test: {
      name: "rules test",
      does: "say what rules would decide about a command now, and why; nothing is run or answered",
      arguments: [{}],
      options: { ...WHERE, ...JSON_OPTION },
    },
    learn: {
      name: "rules learn",
      does: "propose rules for what you answered the same way at least five times in 90 days",
      options: JSON_OPTION,
    },
    pause: {
      name: "rules pause",
      does: "stop all rules at once, until --off",
      options: { off: { does: "Let them go on." }, ...JSON_OPTION },
    },
  },
  examples: [
    "agtmux rules add allow 'npm test' --expires 7d",
    "agtmux rules add allow 'ls -la **' --agent claude",
    "agtmux rules add deny 'git push **' --everywhere",
    "agtmux rules add allow --tool Edit --path 'src/**' --dry-run",
    "agtmux rules test 'npm test 2>&1 | tail -20'",
  ],
} as const satisfies CommandTable;
