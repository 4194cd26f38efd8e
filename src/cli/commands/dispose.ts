import type { Disposed } from "../../core/protocol/actions/spawn.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { confirm } from "../common/confirm.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { plain } from "../render/words.ts";
import { DISPOSE } from "../tables/dispose.ts";

/** Ends a spawned agent and restores everything as it was before the spawn. */
export async function disposeCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(DISPOSE, args);
  const [ref, ...rest] = positionals;
  if (ref === undefined || ref === "")
    throw new Fault("E_USAGE", "dispose wants the ref of a spawned agent, or its session id");
  if (rest.length > 0) throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: dispose wants one ref`);
  const disposed = await context.client.dispose(values.yes ? ref : await confirmed(ref, context));
  context.out(values.json ? JSON.stringify(disposed) : render(disposed));
}

/** Returns the session id of what was shown and confirmed; does not ask if there is nothing to dispose of. */
async function confirmed(ref: string, context: Context): Promise<string> {
  const [found] = (await context.client.spawned([["ref", ref]])).items;
  if (found === undefined) return ref;
  // a question whose yes would be refused is not asked
  await context.client.tryDispose(found.session_id);
  const who = `${found.agent} in ${found.ref}`;
  const tree = found.worktree ? `, and its worktree ${found.worktree.path} is removed` : "";
  await confirm(
    `Dispose of ${plain(who)}? It is ended, its pane is closed${plain(tree)}.`,
    `${ref} was not disposed of`,
  );
  return found.session_id;
}

function render({ session_id, removed, kept }: Disposed): string {
  return [
    `${session_id} is disposed of`,
    ...removed.map((each) => `  removed  ${plain(each)}`),
    ...kept.map((each) => `  kept     ${plain(each)}`),
  ].join("\n");
}
