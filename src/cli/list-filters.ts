import { Fault } from "../core/protocol/fault.ts";

/** The options that narrow a list, the same for every command that shows one. */
export const FILTER_OPTIONS = {
  target: { type: "string", multiple: true },
  "all-targets": { type: "boolean" },
  "target-session": { type: "string", multiple: true },
  session: { type: "string", multiple: true },
  state: { type: "string", multiple: true },
  agent: { type: "string", multiple: true },
  "needs-action": { type: "boolean" },
} as const;

interface FilterValues {
  target?: string[];
  "all-targets"?: boolean;
  "target-session"?: string[];
  session?: string[];
  state?: string[];
  agent?: string[];
  "needs-action"?: boolean;
}

export function filterQuery(values: FilterValues): [string, string][] {
  if (values["all-targets"] && values.target !== undefined)
    throw new Fault("E_USAGE", "--all-targets is every target: it does not go with --target");
  return [
    ...word("target", ...(values.target ?? [])),
    ...word("target_session", ...(values["target-session"] ?? [])),
    ...word("session", ...(values.session ?? [])),
    ...word("state", ...(values.state ?? [])),
    ...word("agent", ...(values.agent ?? [])),
    ...word("needs_action", values["needs-action"]),
  ];
}

/** What was said of an option, as the daemon wants to hear it. */
export function word(name: string, ...said: (string | boolean | undefined)[]): [string, string][] {
  return said.flatMap((value): [string, string][] => (value === undefined ? [] : [[name, String(value)]]));
}
