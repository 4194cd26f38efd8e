import type { Agent } from "../agent.ts";
import { table } from "../markdown-table.ts";
import type { Outcome } from "./outcome.ts";
import type { Result } from "./send-texts.ts";
import { KINDS } from "./texts.ts";

export interface AgentResults {
  agent: Agent;
  results: readonly Result[];
}

const WORST_FIRST: readonly Outcome["type"][] = ["wrong", "refused", "command", "told", "as sent"];
const SIGNS: Record<Outcome["type"], string> = {
  "as sent": "✓",
  told: "told",
  command: "run",
  refused: "refused",
  wrong: "✗",
};

export function countOf({ results }: AgentResults, type: Outcome["type"]): number {
  return results.filter(({ outcome }) => outcome.type === type).length;
}

/** The document, whole. */
export function sendingTable(runs: readonly AgentResults[], ranOn: string): string {
  const rows = KINDS.map(({ name, texts }) => [name, texts.length, ...runs.map((run) => cellOf(run, name))]);
  const totals = runs.map((run) => {
    const { agent, results } = run;
    const counts = [...WORST_FIRST].reverse().map((type) => countOf(run, type));
    return [`${agent.label} ${agent.version}`, results.length, ...counts];
  });
  return `# What arrives

Every text is sent with \`agtmux send --wait accepted\` to the real agent in a tmux pane that a real daemon watches; what its model is told is held against it, byte for byte
(Copilot's own date and list of files apart). \`✓\` is as sent; \`told\` a harmless change that the report names; \`refused\` an error, and nothing sent:
\`E_INVALID_INPUT\` names the character, and \`--allow-changes\` overrides it; \`E_DRAFT\` names what somebody has typed there, \`E_NOT_DELIVERED\` says if it was drawn too late for that. \`run\` is a command of the agent's own, as the report says, sent without the wait. Written by \`npm run test:send\` on ${ranOn}.

${table(["text", "texts", ...runs.map(({ agent }) => agent.label)], rows)}

## In sum

${table(["agent", "texts", "as sent", "told", "run", "refused", "wrong"], totals)}

## What the agents do to a text

${runs.map(habitsOf).join("\n")}
`;
}

function cellOf({ results }: AgentResults, kind: string): string {
  const own = results.filter((result) => result.kind === kind);
  const counts = WORST_FIRST.flatMap((type) => {
    const count = own.filter(({ outcome }) => outcome.type === type).length;
    return count === 0 ? [] : [{ type, count }];
  });
  return counts.map(({ type, count }) => (counts.length === 1 ? SIGNS[type] : `${count} ${SIGNS[type]}`)).join(", ");
}

/** The result of each, in the words of reports and errors. */
function habitsOf({ results }: AgentResults): string {
  const told = results.flatMap(({ outcome }) => {
    if (outcome.type === "told" || outcome.type === "command") return outcome.notes;
    return outcome.type === "refused" ? (/agtmux: (.*?) \(U\+/.exec(outcome.why)?.slice(1) ?? []) : [];
  });
  return `- ${[...new Set(told)].join("; ")}.`;
}
