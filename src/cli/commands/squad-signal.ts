import type { Context } from "../common/context.ts";
import { payloadArgument } from "../squad/payload-argument.ts";
import { sendSignal } from "../squad/send-signal.ts";
import { findSender } from "../squad/sender.ts";
import { SQUAD_SIGNAL } from "../tables/squad-signal.ts";

/** Declares an agent's state, with details about its task. */
export function squadSignalCommand(args: string[], context: Context): void {
  const { type, data } = payloadArgument(SQUAD_SIGNAL, args);
  const said = typeof data.sessionId === "string" ? data.sessionId : null;
  sendSignal(type, data, findSender(context.home, said), context);
}
