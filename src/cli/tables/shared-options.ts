import { STATE_PRECEDENCE } from "../../core/protocol/base/state-names.ts";
import type { Options } from "./command-table.ts";

export const STATES = [...STATE_PRECEDENCE, "waiting"] as const;

/** Options of every command. */
export const GLOBAL_OPTIONS = {
  help: { short: "h", does: "Print the help of the command." },
  version: { short: "V", does: "Print the version of agtmux." },
  color: {
    oneOf: ["auto", "always", "never"],
    does: "Say when to use colours. With auto, only a terminal gets colours, and only if NO_COLOR is not set.",
    default: "auto",
  },
  "tmux-socket": {
    value: "NAME",
    does: "Use the tmux server of this name (tmux -L NAME), as AGTMUX_TMUX_SOCKET does.",
  },
} as const satisfies Options;

export const JSON_OPTION = { json: { does: "Print JSON, for programs." } } as const satisfies Options;

/** Guards: an action is done only if they hold. */
export const GUARD_OPTIONS = {
  "if-runtime": { value: "ID", does: "Act only if this same run of the agent is still there." },
  "if-state": {
    value: "STATE,…",
    completes: STATE_PRECEDENCE,
    does: "Act only if the agent is in one of these states.",
  },
  "if-updated-within": { value: "SPAN", does: "Act only if the agent's state changed within this time, such as 30s." },
  "force-stale": { does: "Act even if the agent's state has changed since agtmux looked at it." },
} as const satisfies Options;

/** How long a command that types for an agent waits for it. */
export const WAIT_OPTIONS = {
  wait: {
    value: "accepted|STATE,…",
    completes: ["accepted", ...STATES],
    does: "Without a value: wait until the agent rests or asks something, and say which. accepted: wait until it has started to work on it. With states: wait until it is in one of them; if it rests or asks in another state, the command fails with E_OTHER_STATE.",
  },
  timeout: { value: "SPAN", does: "Wait at most this long (default: 30s for accepted, otherwise 10m)." },
} as const satisfies Options;

/** Filters of every command that shows a list. */
export const FILTER_OPTIONS = {
  target: { value: "NAME", multiple: true, completes: "target", does: "Show only this target." },
  member: { value: "NAME", multiple: true, does: "Show only this member of the fleet." },
  "all-targets": { does: "Show every target. This is the default." },
  "target-session": { value: "TARGET/SESSION", multiple: true, does: "Show only this session of this target." },
  session: { value: "NAME", multiple: true, does: "Show only sessions of this name, on any target." },
  state: {
    value: "STATE,…",
    multiple: true,
    completes: STATES,
    does: `Show only these states: ${STATES.join(", ")}. waiting means waiting_approval and waiting_input.`,
  },
  agent: {
    value: "NAME,…",
    multiple: true,
    completes: "agent",
    does: "Show only these agents, by the names that 'agtmux adapters list' shows; generic is every other program.",
  },
  "needs-action": { does: "Show only agents that need you." },
} as const satisfies Options;

export const SORT_OPTION = {
  sort: {
    value: "ORDER",
    completes: ["need", "state", "age", "name"],
    does: "Sort by need (blocked agents first, the longest waiting at the top, then those to check, then those that are done; the default), state, age (longest in its state first) or name.",
  },
} as const satisfies Options;

export const REFS = `A ref is what 'agtmux list panes' shows under PANE, or any name that only one pane has: claude, a session, a window that you named,
vm1/api, work:1.0, %12. For scripts there are pane:<target>/<session>/<window>/<pane> and runtime:<id>. If several panes have the name, agtmux lists them and does nothing;
only 'answer' then takes the one that asks, and 'interrupt' the one that works.`;
