import { Fault } from "../../core/protocol/fault.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { plain, shortAge } from "../render/words.ts";
import { insideServer, shellWords, showPane } from "../show-pane.ts";

/** Brings the person to whoever has waited longest; from there, to the one after. */
export async function nextCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("next", args, {
    allowPositionals: true,
    options: { print: { type: "boolean" } },
  });
  if (positionals.length > 0) throw new Fault("E_USAGE", `next wants no words, not "${positionals[0]}"`);
  const { items, generated_at } = await context.client.panes();
  const waiting = items.filter(({ attention }) => attention !== null).sort((a, b) => raisedAt(a) - raisedAt(b));
  const [first] = [...waiting.filter((item) => !isHere(item)), ...waiting];
  if (first === undefined) return context.out("nobody waits for you");
  const inside = insideServer();
  const report = await context.client.attach({
    ref: first.ref,
    guards: first.runtime_id === null ? {} : { if_runtime: first.runtime_id },
    ...(inside !== null && { inside_server_pid: inside }),
  });
  if (values.print) return context.raw(shellWords(report.argv));
  const asks = plain(first.attention?.message ?? "");
  context.note(
    `${plain(report.what)}, for ${shortAge(generated_at - raisedAt(first))}${asks === "" ? "" : `: ${asks}`}`,
  );
  showPane(report);
}

function raisedAt({ attention }: PaneItem): number {
  return attention?.raised_at ?? 0;
}

/** The person is looking at it: whoever else waits comes first. Ids of another tmux server may be the same, and cost a turn. */
function isHere({ identity }: PaneItem): boolean {
  return process.env.TMUX !== undefined && identity.pane_id === process.env.TMUX_PANE;
}
