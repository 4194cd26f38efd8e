import { Fault } from "../../core/protocol/fault.ts";
import type { Context } from "../context.ts";
import { candidates, type LiveWords } from "../help/candidates.ts";
import { SHELL_SCRIPTS } from "../help/shell-scripts.ts";
import { readOptions } from "../options.ts";
import { messageOf } from "../render/panes.ts";
import { shorten } from "../render/width.ts";
import { plain } from "../render/words.ts";
import { TOPICS } from "./help.ts";

const WIDTH = 60;

/** `completions words -- LINE` is what the scripts ask; a daemon that is down offers nothing, without a word. */
export async function completionsCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("completions", args, {
    allowPositionals: true,
    options: { describe: { type: "boolean" } },
  });
  const [what = "", ...rest] = positionals;
  if (what !== "words") {
    const script = Object.hasOwn(SHELL_SCRIPTS, what) && rest.length === 0 ? SHELL_SCRIPTS[what] : undefined;
    if (script === undefined)
      throw new Fault("E_USAGE", `completions wants bash or zsh, not "${positionals.join(" ")}"`);
    return context.out(script);
  }
  const found = await candidates(rest.join(" "), TOPICS, liveWords(context));
  for (const { value, says } of found) context.out(values.describe && says !== "" ? `${value}\t${says}` : value);
}

function liveWords({ client }: Context): LiveWords {
  const panes = () => client.panes().catch(() => null);
  const word = (value: string, says = "") => ({ value, says });
  return {
    refs: async () =>
      ((await panes())?.items ?? []).map((item) => {
        const who = item.agent === null ? plain(item.command) : `${item.agent}, ${item.state}`;
        return word(item.ref, shorten(`${who}  ${messageOf(item)}`, WIDTH).trim());
      }),
    targets: async () =>
      ((await client.targets().catch(() => null))?.items ?? []).map(({ name, health }) => word(name, health)),
    agents: async () =>
      ((await client.adapters().catch(() => null))?.items ?? [])
        .map(({ name, label }) => word(name, label))
        .concat(word("generic")),
  };
}
