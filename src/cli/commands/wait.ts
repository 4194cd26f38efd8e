import { untilState } from "../../client-node/until-state.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { State } from "../../core/protocol/base/state.ts";
import { STATE_PRECEDENCE } from "../../core/protocol/base/state-names.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { parseSpan } from "../common/span.ts";
import { plain } from "../render/words.ts";
import { WAIT } from "../tables/wait.ts";

export async function waitCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(WAIT, args);
  const [ref, ...rest] = positionals;
  if (ref === undefined || rest.length > 0)
    throw new Fault("E_USAGE", "wait wants one ref, as 'agtmux list panes' shows them");
  const wanted = statesOf(values.state ?? []);
  const timeoutMs = values.timeout === undefined ? null : timeoutOf(values.timeout);
  const pane = await findPane(ref, context);
  const reached = await untilState(context, pane, wanted, {
    signal: timeoutMs === null ? new AbortController().signal : AbortSignal.timeout(timeoutMs),
    onLink: (link) =>
      context.note(
        link === "back" ? "agtmux: the daemon is back" : "agtmux: the daemon does not answer; still waiting",
      ),
  });
  const { state, message } = reached.items[0];
  context.out(values.json ? JSON.stringify(reached) : [state, plain(message)].join(" ").trim());
}

/** Another member of the fleet may explain nothing, and be listed all the same. */
async function findPane(ref: string, { client }: Context): Promise<PaneItem> {
  const { items } = await client.panes();
  return items.find((pane) => pane.ref === ref) ?? (await client.explain(ref)).pane;
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
