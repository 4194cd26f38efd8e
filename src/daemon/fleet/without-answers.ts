import { parseJson } from "../../core/fleet/member-row.ts";
import { phaseOf, State } from "../../core/protocol/base/state.ts";

/** States in which a text answers nothing. */
const NOT_ASKING: readonly unknown[] = State.options.filter((state) => phaseOf(state) !== "ask");

/**
 * The body of a prompt whose sender may not answer: a text that is sent only while the agent asks nothing. Refused, with
 * the reason, if it could press a choice. What is no such body is left to those who read it.
 */
export function withoutAnswers(body: string | null): { ok: true; body: string | null } | { ok: false; why: string } {
  const asked = parseJson(body ?? "");
  if (!isRecord(asked)) return { ok: true, body };
  const guards = isRecord(asked.guards) ? asked.guards : {};
  const states = Array.isArray(guards.if_state) ? guards.if_state : NOT_ASKING;
  if (asked.keys !== undefined) return { ok: false, why: "it has keys" };
  const isForAsking = asked.into_dialog === true || states.some((state) => !NOT_ASKING.includes(state));
  if (isForAsking) return { ok: false, why: "it is for an agent that asks" };
  return { ok: true, body: JSON.stringify({ ...asked, guards: { ...guards, if_state: states } }) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
