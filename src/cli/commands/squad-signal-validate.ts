import type { Context } from "../context.ts";
import { payloadArgument } from "../squad/payload-argument.ts";

/** Checks a payload as `squad-signal` would, and writes nothing. */
export function squadSignalValidateCommand(args: string[], context: Context): void {
  const { type } = payloadArgument("squad-signal-validate", args);
  context.out(`valid ${type}`);
}
