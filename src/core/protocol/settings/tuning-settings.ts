import { Span } from "../base/span.ts";
import { setting, whole } from "./setting-kinds.ts";

/** Times and sizes of the machinery, which hardly anybody needs to change: `config list` shows them with `--all`. */
export const TUNING_SETTINGS = {
  scrollback_lines: setting(whole(0, 10_000), "200", "lines searched for markers printed while the daemon was away"),
  attended_for: setting(Span, "60s", "how long after its last key press a terminal counts as used by somebody"),
  busy_ttl: setting(Span, "30m", "how long running is believed without another word"),
  ask_ttl: setting(Span, "10m", "how often the screen is read for an ask that nothing else shows"),
  bind_ttl: setting(Span, "30s", "how long an event waits for its runtime"),
  reconcile: setting(Span, "2s", "how often files and panes are looked at without being asked to"),
  heartbeat: setting(Span, "5s", "how often tmux is asked whether it is there, and how long it may take to answer"),
  provisional_ttl: setting(Span, "30s", "how long a signal written ahead of the agent's own is believed"),
  snapshot_ttl: setting(Span, "30s", "how long an action may be done on what was shown before"),
  broadcast_quiet: setting(Span, "100ms", "silence that ends the gathering of indirect changes"),
  broadcast_most: setting(Span, "500ms", "longest gathering of indirect changes"),
  nudge_first: setting(Span, "10s", "how long after its start the daemon first looks for agents that do not speak"),
  nudge_every: setting(Span, "15s", "how often it looks for them"),
  nudge_after: setting(Span, "5m", "how long an agent must have said nothing before its screen is read"),
  nudge_quiet: setting(Span, "15s", "how long its screen must not have moved"),
} as const;
