/** Help on what goes to people. */
export const NOTIFY_TOPICS: Record<string, string> = {
  notify: `agtmux notify status [--json]
agtmux notify test <channel> [--json]
agtmux notify retry <key>|--all [--json]

Calls of agents to people, through the channels of config.toml ([notify.channels.<name>], docs/notifications.md) and to browsers that
have subscribed. Nothing is configured by itself.

  status   each channel with what last came of it, the rules in words, what waits, and the dead letters: what no retry helped
  test     sends a test there at once, and says how it went. Also push:<id>, one browser
  retry    tries a dead letter again, or all of them; one whose call is over meanwhile is dropped

Examples: agtmux notify status
          agtmux notify test phone
          agtmux notify retry --all`,
};
