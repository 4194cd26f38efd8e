import type { Reading } from "../../adapter/adapter.ts";
import { level } from "../../adapter/evidence.ts";
import type { Level } from "../../protocol/events/event.ts";

const LEVELS = new Map<string, Level>([
  ["working", level("busy")],
  ["blocked permission", level("ask", { state: "waiting_approval" })],
  ["blocked question", level("ask", { state: "waiting_input" })],
  ["blocked", level("ask")],
  // Codex's own questions, about limits or a conversation that is open elsewhere, do not show in these
  ["done", level("rest", { state: "completed", blind: true })],
  ["error", level("rest", { state: "error", blind: true })],
  // typing a draft turns done and error into this
  ["idle", level("rest", { misses_dialogs: true })],
  ["clear", level("rest", { state: "idle" })],
]);

/** `state=blocked:app=codex:kind=permission`. At exit it clears without its name. */
export function readOsc(code: number, text: string): Reading | null {
  const fields = new Map(text.split(":").map((pair) => pair.split("=", 2) as [string, string | undefined]));
  const state = fields.get("state") ?? "";
  const isOurs = fields.get("app") === "codex" || (state === "clear" && !fields.has("app"));
  const evidence = LEVELS.get(`${state} ${fields.get("kind")}`) ?? LEVELS.get(state);
  if (code !== 7501 || !isOurs || evidence === undefined) return null;
  return { source: "osc", event_type: `codex.${state}`, message: "", evidence };
}
