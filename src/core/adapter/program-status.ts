import type { Level } from "../protocol/events/event.ts";
import type { Adapter } from "./adapter.ts";
import { level } from "./evidence.ts";

const CODE = 7501;

const LEVELS = new Map<string, Level>([
  ["working", level("busy")],
  ["blocked permission", level("ask", { state: "waiting_approval" })],
  ["blocked question", level("ask", { state: "waiting_input" })],
  ["blocked", level("ask")],
  // a program's own questions, as Codex's about limits or a conversation that is open elsewhere, do not show in these
  ["done", level("rest", { state: "completed", blind: true })],
  ["error", level("rest", { state: "error", blind: true })],
  // typing a draft turns done and error into this
  ["idle", level("rest", { misses_dialogs: true })],
  ["clear", level("rest", { state: "idle" })],
]);

/** OSC 7501 of a program: `state=blocked:app=codex:kind=permission`. At exit it may clear without its name. */
export function programStatus(app: string): NonNullable<Adapter["osc"]> {
  return {
    codes: [CODE],
    read: (code, text) => {
      const fields = new Map(text.split(":").map((pair) => pair.split("=", 2) as [string, string | undefined]));
      const state = fields.get("state") ?? "";
      const isOurs = fields.get("app") === app || (state === "clear" && !fields.has("app"));
      const evidence = LEVELS.get(`${state} ${fields.get("kind")}`) ?? LEVELS.get(state);
      if (code !== CODE || !isOurs || evidence === undefined) return null;
      return { source: "osc", event_type: `${app}.${state}`, message: "", evidence };
    },
  };
}
