import { Fault } from "../../core/protocol/base/fault.ts";
import type { FILTER_OPTIONS } from "../tables/shared-options.ts";
import type { Values } from "./options.ts";

export function filterQuery(values: Values<typeof FILTER_OPTIONS>): [string, string][] {
  if (values["all-targets"] && values.target !== undefined)
    throw new Fault("E_USAGE", "--all-targets is every target: it does not go with --target");
  return [
    ...word("target", ...(values.target ?? [])),
    ...word("member", ...(values.member ?? [])),
    ...word("target_session", ...(values["target-session"] ?? [])),
    ...word("session", ...(values.session ?? [])),
    ...word("state", ...(values.state ?? [])),
    ...word("agent", ...(values.agent ?? [])),
    ...word("needs_action", values["needs-action"]),
  ];
}

/** Returns an option's values as query parameters. */
export function word(name: string, ...said: (string | boolean | undefined)[]): [string, string][] {
  return said.flatMap((value): [string, string][] => (value === undefined ? [] : [[name, String(value)]]));
}
