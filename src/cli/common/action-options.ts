import type { Guards } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { GUARD_OPTIONS } from "../tables/shared-options.ts";
import type { Values } from "./options.ts";
import { parseSpan } from "./span.ts";

/** State names are not checked here: the daemon validates them. */
export function guardsOf(values: Values<typeof GUARD_OPTIONS>): Guards {
  const { "if-runtime": if_runtime, "if-state": state, "if-updated-within": within, "force-stale": force } = values;
  return {
    ...(if_runtime !== undefined && { if_runtime }),
    ...(state !== undefined && { if_state: state.split(",") as NonNullable<Guards["if_state"]> }),
    ...(within !== undefined && { if_updated_within_ms: spanOf("--if-updated-within", within) }),
    ...(force === true && { force_stale: true }),
  };
}

export function spanOf(option: string, text: string): number {
  const span = parseSpan(text);
  if (span !== null) return span;
  throw new Fault("E_USAGE", `${option} wants a time span such as 500ms, 15s, 2m, 1h or 7d, not "${text}"`);
}

export function oneRef(command: string, [ref, ...rest]: readonly string[]): string {
  if (ref === undefined || ref === "")
    throw new Fault(
      "E_USAGE",
      `${command} wants a ref: an agent's name, a session, %12, or what 'agtmux list panes' shows`,
    );
  if (rest.length > 0) throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: ${command} wants one ref`);
  return ref;
}
