import type { SeenReport } from "../../core/protocol/lists/attention-list.ts";
import type { Context } from "../common/context.ts";
import { plain } from "../render/words.ts";

/** Says which members of the fleet did not do their part, and why. */
export function noteRefused({ refused = [] }: Pick<SeenReport, "refused">, context: Pick<Context, "note">): void {
  for (const { member, message } of refused) context.note(`agtmux: not on ${member}: ${plain(message)}`);
}
