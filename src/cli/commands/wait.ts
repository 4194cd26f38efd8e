import { Fault } from "../../core/protocol/base/fault.ts";
import type { State } from "../../core/protocol/base/state.ts";
import { STATE_PRECEDENCE } from "../../core/protocol/base/state-names.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { PaneEvent, WatchEvent } from "../../core/protocol/lists/watch-event.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { parseSpan } from "../common/span.ts";
import { follow } from "../live/follow.ts";
import { plain } from "../render/words.ts";
import { WAIT } from "../tables/wait.ts";

type PaneLine = Omit<WatchEvent, "items"> & { items: [PaneEvent] };

/** Ends when the agent reaches a wanted state. Reads the log, so that no short-lived state is missed. */
export async function waitCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(WAIT, args);
  const [ref, ...rest] = positionals;
  if (ref === undefined || rest.length > 0)
    throw new Fault("E_USAGE", "wait wants one ref, as 'agtmux list panes' shows them");
  const wanted = statesOf(values.state ?? []);
  const timeoutMs = values.timeout === undefined ? null : timeoutOf(values.timeout);
  const pane = await findPane(ref, context);
  const reached = await untilState(pane, wanted, timeoutMs, context);
  const { state, message } = reached.items[0];
  context.out(values.json ? JSON.stringify(reached) : [state, plain(message)].join(" ").trim());
}

/** Another member of the fleet may explain nothing, and be listed all the same. */
async function findPane(ref: string, { client }: Context): Promise<PaneItem> {
  const { items } = await client.panes();
  return items.find((pane) => pane.ref === ref) ?? (await client.explain(ref)).pane;
}

async function untilState(
  pane: PaneItem,
  wanted: readonly State[],
  timeoutMs: number | null,
  context: Context,
): Promise<PaneLine> {
  const { target, pane_id } = pane.identity;
  const done = new AbortController();
  const timer = timeoutMs === null ? null : setTimeout(() => done.abort(), timeoutMs);
  let runtime = pane.runtime_id;
  let last: string = pane.state;
  let since: string | null = null;
  let reached: PaneLine | null = null;
  const handle = (line: PaneLine) => {
    const [event] = line.items;
    if (event.identity.target !== target || event.identity.pane_id !== pane_id) return;
    const isSame = event.change !== "removed" && (runtime === null || event.runtime_id === runtime);
    if (!isSame) throw ended(pane.ref, last);
    runtime = event.runtime_id;
    last = event.state ?? last;
    if (event.state !== null && wanted.includes(event.state)) {
      reached = line;
      done.abort();
    } else if (event.reason_code === "runtime_ended") throw ended(pane.ref, last);
  };
  try {
    await follow(
      context,
      {
        path: () => `/v1/events${since === null ? "" : `?since=${since}`}`,
        onMessage(text) {
          const line = JSON.parse(text) as PaneLine;
          since = line.cursor;
          if (reached === null) handle(line);
        },
        onLink: (link) =>
          context.note(
            link === "back" ? "agtmux: the daemon is back" : "agtmux: the daemon does not answer; still waiting",
          ),
      },
      done.signal,
    );
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
  if (reached !== null) return reached;
  throw new Fault("E_TIMEOUT", `${plain(pane.ref)} is ${last}, and was not ${wanted.join(" or ")} in time`, {
    ref: pane.ref,
    state: last,
    wanted,
  });
}

function ended(ref: string, last: string): Fault {
  return new Fault("E_RUNTIME_ENDED", `the agent in ${plain(ref)} has ended; it was ${last} last`, {
    ref,
    state: last,
  });
}

function statesOf(words: readonly string[]): State[] {
  const states = words
    .flatMap((word) => word.split(","))
    .flatMap((word): State[] => {
      const name = word.trim();
      if (name === "waiting") return ["waiting_approval", "waiting_input"];
      const found = STATE_PRECEDENCE.find((state) => state === name);
      if (found === undefined)
        throw new Fault(
          "E_INVALID_FILTER",
          `--state: "${name}" is not a state: one of ${STATE_PRECEDENCE.join(", ")}, waiting`,
        );
      return [found];
    });
  if (states.length === 0) throw new Fault("E_USAGE", "wait wants --state, such as --state completed,error");
  return states;
}

function timeoutOf(text: string): number {
  const span = parseSpan(text);
  if (span === null) throw new Fault("E_USAGE", `--timeout wants a time span such as 30s or 10m, not "${text}"`);
  return span;
}
