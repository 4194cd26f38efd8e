import { setTimeout as sleep } from "node:timers/promises";
import { agentMoved } from "../../core/actions/agent-moved.ts";
import type { Interrupt } from "../../core/adapter/adapter.ts";
import type { ReadScreen } from "../../core/adapter/screen-reader.ts";
import type { InterruptReport } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { exactRef } from "../../core/protocol/base/refs.ts";
import { phaseOf } from "../../core/protocol/base/state.ts";
import { stampOf } from "../../core/protocol/events/event.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { readAgentMetadata } from "../runtimes/agent-metadata.ts";
import type { RuntimeRow } from "../store/store.ts";
import { asksOn } from "./delivery.ts";
import type { GuardedPane } from "./guarded-pane.ts";
import type { SendDeps } from "./send.ts";

/** How long an agent may take to stop. */
const STOPS_MS = 15_000;
const LOOK_MS = 50;
/** Between two presses of one key: sooner the agent would read them as another key, later it would count each alone. */
const AGAIN_MS = 150;
const NEWEST = 40;

export interface Interrupting {
  timeoutMs?: number | undefined;
  /** From now on a key may have been pressed. */
  onTouch(): void;
  onUntouched(): void;
  /** All keys are pressed; only waiting remains. */
  onPressed(): void;
}

type Interrupted = Pick<InterruptReport, "keys" | "ended" | "evidence" | "state">;

/**
 * Interrupts a turn by the agent's own channel or key, and waits until the agent shows that the turn ended. Never presses
 * the key in a dialog.
 */
export async function interrupt(
  deps: SendDeps,
  guardedPane: GuardedPane & { runtime: RuntimeRow },
  item: PaneItem,
  { timeoutMs = STOPS_MS, onTouch, onUntouched, onPressed }: Interrupting,
  signal: AbortSignal,
): Promise<Interrupted> {
  const { target, runtime, pane } = guardedPane;
  const adapter = target.adapterOf(runtime.agent_type);
  const how = adapter?.interrupt;
  if (how === undefined) throw noKey(item);
  requireTurn(item);
  const keys: string[] = [];
  const pressedAt = deps.clock.now();
  if (await toldNatively(deps, guardedPane, () => marks(guardedPane, item, how, adapter?.readScreen), onTouch)) {
    onPressed();
    return { keys, ...(await awaitEnd(deps, item, runtime.runtime_id, pressedAt, timeoutMs, signal)) };
  }
  for (let pressed = 0; pressed < how.times; pressed += 1) {
    if (pressed > 0) await sleep(AGAIN_MS);
    const shows = await marks(guardedPane, item, how, adapter?.readScreen);
    // one press was enough
    if (pressed > 0 && shows.length === 0) break;
    if (pressed === 0) onTouch();
    try {
      await guardedPane.do(`send-keys -t ${pane.pane_id} ${how.key}`, { areKeys: true, shows });
    } catch (error) {
      if (pressed === 0) onUntouched();
      throw error;
    }
    keys.push(how.key);
  }
  onPressed();
  return { keys, ...(await awaitEnd(deps, item, runtime.runtime_id, pressedAt, timeoutMs, signal)) };
}

/** Whether the agent was told by its own channel; `check` refuses as for keys. */
async function toldNatively(
  { store }: SendDeps,
  { target, runtime }: GuardedPane & { runtime: RuntimeRow },
  check: () => Promise<unknown>,
  onTouch: () => void,
): Promise<boolean> {
  const { agent_type, runtime_id, pid } = runtime;
  const { orders, socket } = target.adapterOf(agent_type) ?? {};
  const metadata = readAgentMetadata(store, runtime_id);
  const { session_id: session } = metadata;
  if ((orders === undefined && socket === undefined) || session === undefined || pid === null) return false;
  await check();
  onTouch();
  if (orders !== undefined) return (await target.offers.order(pid, orders.abort(session))) === "taken";
  const events = store
    .eventsOf(runtime_id, NEWEST)
    .filter(({ run, turn }) => turn !== undefined && run?.parent == null);
  const { turn } = events.sort((a, b) => stampOf(b) - stampOf(a))[0] ?? {};
  return turn != null && (await target.offers.interruptAtSocket(agent_type, metadata, turn));
}

/** The text on the screen which shows that a turn runs: tmux checks it at the key. Refuses if the screen asks something. */
async function marks(
  guardedPane: GuardedPane,
  item: PaneItem,
  { running }: Interrupt,
  readScreen: ReadScreen | undefined,
): Promise<string[]> {
  const lines = await guardedPane.screen();
  if (asksOn(lines, readScreen)) throw asks(item);
  const found = lines.findLast((line) => running.test(line));
  if (found === undefined && item.state === "unknown") throw noTurn(item);
  return found === undefined ? [] : [running.exec(found)?.[0] ?? ""];
}

async function awaitEnd(
  { store, fleet, clock }: SendDeps,
  item: PaneItem,
  runtimeId: string,
  since: number,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Omit<Interrupted, "keys">> {
  const { target, pane_id } = item.identity;
  for (const deadline = clock.now() + timeoutMs; ; ) {
    const now = fleet.item(target, pane_id);
    if (now === undefined || now.runtime_id !== runtimeId)
      return { ended: true, evidence: "the agent has ended", state: "idle" };
    const phase = phaseOf(now.state);
    if (phase === "rest" || phase === "ask") return { ended: true, evidence: now.because, state: now.state };
    if (clock.now() >= deadline) {
      // a text that waited in the agent's queue may have begun the next turn
      const event = agentMoved(store.eventsOf(runtimeId, NEWEST), since, ["rest"]);
      const end = event?.evidence.kind === "edge" && (event.run?.parent ?? null) === null ? event : null;
      return { ended: end !== null, evidence: end && `${end.source} ${end.event_type}`, state: now.state };
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {
      throw new Fault("E_TIMEOUT", "the caller no longer waits", { state: now.state });
    });
  }
}

function requireTurn(item: PaneItem): void {
  const phase = phaseOf(item.state);
  if (phase === "ask") throw asks(item);
  if (phase === "rest") throw noTurn(item);
}

function asks({ agent, state, identity }: PaneItem): Fault {
  const ref = exactRef(identity);
  const words = `${agent} asks something, and the key would answer it: 'agtmux answer ${ref}' shows the question, 'agtmux answer ${ref} no' declines it; nothing was pressed`;
  return new Fault("E_GUARD_STATE", words, { guard: "dialog", state });
}

function noTurn({ agent, state }: PaneItem): Fault {
  const words =
    state === "unknown"
      ? `it cannot be seen that ${agent} works on anything; nothing was pressed`
      : `${agent} is ${state}: it works on nothing that could be interrupted; nothing was pressed`;
  return new Fault("E_GUARD_STATE", words, { guard: "state", state });
}

function noKey({ agent, command, identity }: PaneItem): Fault {
  const who = agent === null || agent === "generic" ? command : agent;
  const ref = exactRef(identity);
  const words = `agtmux does not know which key interrupts ${who}: 'agtmux send ${ref} --keys C-c' presses Ctrl-C, 'agtmux kill ${ref}' ends it`;
  return new Fault("E_NO_AGENT", words, { guard: "agent" });
}
