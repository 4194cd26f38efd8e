import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describePane } from "../../core/actions/match-ref.ts";
import { isFar } from "../../core/fleet/is-far.ts";
import { type Reach, reachOf } from "../../core/fleet/reach.ts";
import { nextStep, raisedAt } from "../../core/lists/walk.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { shellLine } from "../../core/provision/shell-words.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { insideServer, personIn, showPane } from "../common/show-pane.ts";
import { plain, shortAge } from "../render/words.ts";
import { NEXT } from "../tables/next.ts";

/** Attaches to the next pane of a walk through all who need the person. */
export async function nextCommand(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(NEXT, args);
  const { items, generated_at } = await context.client.panes();
  const step = nextStep(items, readVisited(context.home), await shownPane(items, context));
  if (step === null) return context.out("nobody waits for you");
  const { item, visited } = step;
  const asks = plain(item.attention?.message ?? "");
  const waits = `for ${shortAge(generated_at - raisedAt(item))}${asks === "" ? "" : `: ${asks}`}`;
  if (isFar(item.identity)) {
    // the next call goes on from here: nobody can be brought there
    writeVisited(context.home, visited);
    const reach = reachOf(item.identity, (await context.client.fleet()).members);
    const words = `it is on another machine: ${reachWords(item.ref, reach)}, and 'agtmux next' goes on`;
    throw new Fault("E_NOT_ATTACHED", `${plain(describePane(item))} ${waits}\n${words}`, { ref: item.ref });
  }
  const inside = insideServer();
  const report = await context.client.attach({
    ref: item.ref,
    guards: item.runtime_id === null ? {} : { if_runtime: item.runtime_id },
    ...(inside !== null && { inside_server_pid: inside }),
  });
  writeVisited(context.home, visited);
  if (values.print) return context.raw(shellLine(report.argv));
  context.note(`${plain(report.what)} ${waits}`);
  showPane(report);
}

function reachWords(ref: string, { answer, viewOutput, explain }: Reach): string {
  const verbs = [...(answer ? ["answer"] : []), ...(viewOutput ? ["view-output"] : explain ? ["explain"] : [])];
  if (verbs.length === 0) return "nothing reaches it from here";
  const commands = verbs.map((verb) => `'agtmux ${verb} ${ref}'`);
  return `${commands.join(" and ")} ${verbs.length === 1 ? "reaches" : "reach"} it from here`;
}

/** The ref of the pane that the person sees now; null outside tmux, or if it is not watched. */
async function shownPane(items: readonly PaneItem[], { client }: Context): Promise<string | null> {
  const [socket = ""] = (process.env.TMUX ?? "").split(",");
  if (socket === "") return null;
  const pane = personIn(socket)?.pane ?? process.env.TMUX_PANE;
  const found = items.filter(({ identity }) => identity.pane_id === pane);
  if (found.length === 0) return null;
  // every tmux server counts its panes from %0
  const { items: targets } = await client.targets();
  const servers = targets.filter(
    ({ kind, tmux_socket }) => kind === "local" && basename(socket) === (tmux_socket || "default"),
  );
  return found.find(({ identity }) => servers.some(({ name }) => name === identity.target))?.ref ?? null;
}

function readVisited(home: string): string[] {
  try {
    const visited: unknown = JSON.parse(readFileSync(recordIn(home), "utf8"));
    return Array.isArray(visited) ? visited.map(String) : [];
  } catch {
    return [];
  }
}

function writeVisited(home: string, visited: readonly string[]): void {
  const path = recordIn(home);
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(visited), { mode: 0o600 });
  renameSync(`${path}.${process.pid}`, path);
}

function recordIn(home: string): string {
  return join(home, "next.json");
}
