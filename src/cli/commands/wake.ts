import type { Wake } from "../../core/protocol/actions/wake.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { moment } from "../render/moment.ts";
import { plain } from "../render/words.ts";
import { WAKE } from "../tables/wake.ts";

/** Asks that agents are told to go on when a limit has reset, or cancels or lists that. */
export async function wakeCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(WAKE, args);
  const { account = false, cancel = false, json = false } = values;
  const [ref, ...rest] = positionals;
  if (rest.length > 0) throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: wake wants one ref`);
  if (ref === undefined && (account || cancel)) throw new Fault("E_USAGE", "--account and --cancel go with a ref");
  const answer = ref === undefined ? await context.client.wakes() : await context.client.wake({ ref, account, cancel });
  if (json) return context.out(JSON.stringify(answer));
  const isCancelled = "cancelled" in answer && answer.cancelled === true;
  const words = answer.items.map((wake) => wakeWords(wake, isCancelled, answer.generated_at));
  context.out(words.length > 0 ? words.join("\n") : isCancelled ? "Nobody was to be woken." : "Nobody is to be woken.");
}

function wakeWords({ agent, pane_id, wakes_at }: Wake, isCancelled: boolean, now: number): string {
  const who = plain(`${agent} in ${pane_id}`);
  return isCancelled ? `${who} is not woken.` : `${who} is told to go on at ${moment(wakes_at, now)}.`;
}
