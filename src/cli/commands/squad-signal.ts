import type { Context } from "../context.ts";
import { payloadArgument } from "../squad/payload-argument.ts";
import { sendSignal } from "../squad/send-signal.ts";
import { findSender } from "../squad/sender.ts";

/** Says how an agent stands, with what it knows about its task. */
export function squadSignalCommand(args: string[], context: Context): void {
  const { type, data } = payloadArgument("squad-signal", args);
  const said = typeof data.sessionId === "string" ? data.sessionId : null;
  sendSignal(type, data, findSender(context.home, said), context);
}
