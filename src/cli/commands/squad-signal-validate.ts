import type { Context } from "../common/context.ts";
import { payloadArgument } from "../squad/payload-argument.ts";
import { SQUAD_SIGNAL_VALIDATE } from "../tables/squad-signal-validate.ts";

/** Validates a payload as `squad-signal` would, and writes nothing. */
export function squadSignalValidateCommand(args: string[], context: Context): void {
  const { type } = payloadArgument(SQUAD_SIGNAL_VALIDATE, args);
  context.out(`valid ${type}`);
}
