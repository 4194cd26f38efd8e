import { actorWords } from "../../core/actions/actor-words.ts";
import type { AuditEntry } from "../../core/protocol/actions/actions.ts";
import type { RuleTerms } from "../../core/protocol/rules/rules.ts";
import type { Look } from "./panes.ts";
import { table } from "./table.ts";
import { paint, plain, shortAge } from "./words.ts";

const HEAD = ["AGO", "WHO", "ACTION", "OUTCOME", "ON", "WHAT"];
const COLOURS: Record<AuditEntry["outcome"], string> = { begun: "33", done: "32", refused: "33", failed: "31" };

/** One line per action, newest last. */
export function renderAudit(items: readonly AuditEntry[], now: number, { columns, colour }: Look): string {
  const [header = [], ...lines] = table([HEAD, ...items.map((item) => rowOf(item, now))], columns);
  const body = items.map((item, index) => {
    const [ago = "", who = "", action = "", outcome = "", ...rest] = lines[index] ?? [];
    return [ago, who, action, paint(outcome, COLOURS[item.outcome], colour), ...rest].join("  ").trimEnd();
  });
  return [paint(header.join("  ").trimEnd(), "1", colour), ...body].join("\n");
}

function rowOf(item: AuditEntry, now: number): string[] {
  const { at, action, outcome, code, phases, effects = [], message, request } = item;
  const { who, by } = actorWords(item.actor);
  const reached = phases.map(({ phase }) => phase).join(" ");
  const text = request.text ?? request.prompt;
  const said = typeof text === "string" && request.by !== "close" ? JSON.stringify(text) : keysOf(request);
  const told = [reached, ...effects, message].filter((words) => words !== "").join("; ");
  return [
    shortAge(now - at),
    plain(`${who} ${by}`),
    action,
    code === null ? outcome : `${outcome} ${code}`,
    plain(objectOf(item)),
    plain([said, told].filter((words) => words !== "").join(": ")),
  ];
}

/** The agent and its pane, in the words that any command takes; what was asked for, where there is no such pane. */
function objectOf({ agent, target, pane_id, asked_ref, member }: AuditEntry): string {
  if (target !== null && pane_id !== null) return [agent, `${target}/${pane_id}`].filter(Boolean).join(" ");
  return [asked_ref ?? "–", member && `on ${member}`].filter(Boolean).join(" ");
}

function keysOf({ keys, signal, by, ...rest }: AuditEntry["request"]): string {
  if (by === "close") return "the question was closed, and nothing typed";
  if (typeof rest.change === "string") return changeOfRules(rest.change, rest);
  if (Array.isArray(keys)) return keys.join(" ");
  return typeof signal === "string" ? signal : "";
}

/** `add: allow npm test`, `remove: r-1a2b3c4d`, `pause`. */
function changeOfRules(change: string, { rule, rule_id }: AuditEntry["request"]): string {
  const { effect, command, tool } = (rule ?? {}) as Partial<RuleTerms>;
  const about = [effect, command ?? tool, rule_id].filter(Boolean).join(" ");
  return about === "" ? change : `${change}: ${about}`;
}
