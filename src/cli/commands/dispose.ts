import { Fault } from "../../core/protocol/fault.ts";
import type { Disposed } from "../../core/protocol/spawn.ts";
import { confirm } from "../confirm.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { plain } from "../render/words.ts";

/** Ends a spawned agent and leaves everything as it was before. */
export async function disposeCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("dispose", args, {
    allowPositionals: true,
    options: { yes: { type: "boolean" }, json: { type: "boolean" } },
  });
  const [ref, ...rest] = positionals;
  if (ref === undefined || ref === "")
    throw new Fault("E_USAGE", "dispose wants the ref of a spawned agent, or its session id");
  if (rest.length > 0) throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: dispose wants one ref`);
  if (!values.yes) await ask(ref, context);
  const disposed = await context.client.dispose(ref);
  context.out(values.json ? JSON.stringify(disposed) : render(disposed));
}

async function ask(ref: string, context: Context): Promise<void> {
  const { items } = await context.client.spawned();
  const found = items.find((item) => item.ref === ref || item.session_id === ref);
  const who = found === undefined ? ref : `${found.agent} in ${found.ref}`;
  const tree = found?.worktree ? `, and its worktree ${found.worktree.path} is removed` : "";
  await confirm(
    `Dispose of ${plain(who)}? It is ended, its pane is closed${plain(tree)}.`,
    `${ref} was not disposed of`,
  );
}

function render({ session_id, removed, kept }: Disposed): string {
  return [
    `${session_id} is disposed of`,
    ...removed.map((each) => `  removed  ${plain(each)}`),
    ...kept.map((each) => `  kept     ${plain(each)}`),
  ].join("\n");
}
