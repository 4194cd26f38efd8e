import { phaseOf, type State } from "../protocol/base/state.ts";

/** The condition that a caller waits for: that the agent took the text, that it rests or asks (`settled`), or one of these states. */
export type Wait = "accepted" | "settled" | State | readonly State[];

export interface AwaitedAgent {
  state: State;
  since: number | null;
}

/** `there`: what was waited for. `elsewhere`: the agent rests or asks, but not as it was wanted. */
export type Arrival = "there" | "elsewhere" | null;

/** How far the agent has got since then. `taken`: it has shown that it took the text. */
export function arrivalOf(wait: Wait, agent: AwaitedAgent, since: number, taken: boolean): Arrival {
  if (wait === "accepted") return taken ? "there" : null;
  // a level may have shown the same rest before the text was sent
  const isNew = taken || (agent.since ?? 0) >= since;
  const phase = phaseOf(agent.state);
  const isSettled = isNew && (phase === "rest" || phase === "ask");
  if (wait === "settled") return isSettled ? "there" : null;
  const wanted = [wait].flat();
  if (isNew && wanted.includes(agent.state)) return "there";
  // completed becomes idle by itself
  const isOnTheWay = agent.state === "completed" && wanted.includes("idle");
  return isSettled && !isOnTheWay ? "elsewhere" : null;
}

export function waitWords(wait: Wait): string {
  return wait === "settled" ? "at rest or asking" : [wait].flat().join(" or ");
}
