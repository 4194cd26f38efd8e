import { nameOf, programOf } from "../../core/lists/who.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { shorten } from "../../core/text/width.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { candidates, type LiveWords } from "../help/candidates.ts";
import { SHELL_SCRIPTS } from "../help/shell-scripts.ts";
import { messageOf } from "../render/panes.ts";
import { plain } from "../render/words.ts";
import { COMPLETIONS } from "../tables/completions.ts";

const WIDTH = 60;

/** The shell scripts run `completions words -- LINE`; while the daemon is down it prints nothing, not even an error. */
export async function completionsCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(COMPLETIONS, args);
  const [what = "", ...rest] = positionals;
  if (what !== "words") {
    const script = Object.hasOwn(SHELL_SCRIPTS, what) && rest.length === 0 ? SHELL_SCRIPTS[what] : undefined;
    if (script === undefined)
      throw new Fault("E_USAGE", `completions wants bash, zsh or fish, not "${positionals.join(" ")}"`);
    return context.verbatim(script);
  }
  const found = await candidates(rest.join(" "), liveWords(context));
  for (const { value, says } of found) {
    const about = values.row === undefined ? shorten(says, WIDTH) : rowOf(value, says, Number(values.row));
    context.verbatim(values.describe && about !== "" ? `${value}\t${about}` : value);
  }
}

function rowOf(value: string, says: string, columns: number): string {
  if (!(columns > 0)) throw new Fault("E_USAGE", `--row wants a number of columns, not "${columns}"`);
  return shorten([shorten(says, WIDTH), value.replace(/^pane:/, "")].filter((part) => part !== "").join("  "), columns);
}

function liveWords({ client }: Context): LiveWords {
  const panes = () => client.panes().catch(() => null);
  const word = (value: string, says = "") => ({ value, says });
  const adapter = async () =>
    ((await client.adapters().catch(() => null))?.items ?? []).map(({ name, label }) => word(name, label));
  return {
    adapter,
    ref: async () =>
      ((await panes())?.items ?? []).map((item) => {
        const who = item.agent === null ? item.command : `${nameOf(item)} [${programOf(item)}], ${item.label}`;
        return word(item.ref, `${plain(who)}  ${messageOf(item)}`.trim());
      }),
    target: async () =>
      ((await client.targets().catch(() => null))?.items ?? []).map(({ name, health }) => word(name, health)),
    agent: async () => [...(await adapter()), word("generic")],
    preset: async () =>
      ((await client.presets().catch(() => null))?.items ?? []).map(({ name, agent, prompt = "" }) =>
        word(name, plain(`${agent}  ${prompt}`).trim()),
      ),
  };
}
