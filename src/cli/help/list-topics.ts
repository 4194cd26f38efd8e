/** Help on what shows the fleet. */
export const LIST_TOPICS: Record<string, string> = {
  overview: `agtmux

Alone it says who needs you now, longest waiting first: what each one asks, since when, and where; and what to type next.
With nobody waiting, no agent, no tmux or no daemon it says that, and what to do about it.

Example: agtmux`,
  list: `agtmux list panes    [filters] [--sort WORD] [--json]
agtmux list windows  [filters] [--with-agent-status] [--sort WORD] [--json]
agtmux list sessions [filters] [--agent-summary] [--group-by target-session|session-name] [--sort WORD] [--json]

Every pane, window or session of every target. A window or session shows the loudest state of its panes (error,
waiting_approval, waiting_input, running, completed, idle, unknown), since when, and how many wait and run.

  --target NAME           only there; may be repeated. --all-targets is what it does by itself
  --target-session T/S    only the session S on the target T; may be repeated
  --session NAME          only sessions of this name, whatever the target
  --state S,…             error waiting_approval waiting_input running completed idle unknown; waiting is both ways of it
  --agent NAME,…          claude codex gemini copilot opencode cursor generic
  --needs-action          only who needs you
                          (windows and sessions: those in which some pane is as asked for, counted whole)
  --with-agent-status     each agent of a window on a line of its own
  --agent-summary         how many of which agent
  --group-by session-name sessions of one name are one row, with a line for each target
  --sort WORD             need (who needs you first, longest waiting first; the default), state, age (longest in its state
                          first), name
  --json                  the list envelope of schemas/pane-list.json, window-list.json, session-list.json

Tables fit the terminal, or COLUMNS; into a pipe they are whole, without symbols and colours. What you can type (PANE) is
never cut. FOR is the time in this state.

Examples: agtmux list panes --needs-action
          agtmux list panes --target vm1 --state waiting,error
          agtmux list windows --session work --with-agent-status
          agtmux list sessions --group-by session-name --agent-summary
          agtmux list panes --json | jq -r '.items[] | select(.state == "waiting_input") | .ref'`,
  watch: `agtmux watch [filters] [--scope panes|windows|sessions] [--format table|jsonl] [--interval SPAN]
             [--since CURSOR|SPAN|TIME] [--sort WORD] [--once]

Follows the daemon live; nothing is polled. The filters are those of 'agtmux help list'. It survives a restart of the daemon.

  --format table   a table on the whole terminal; q or Ctrl-C ends it. Into a pipe, a table whenever something changed
  --format jsonl   one event a line (schemas/watch-event.json), each with a cursor: first how every pane stands ("present"),
                   then each change of state, agent, message or attention ("changed", "removed"). That whoever reads
                   them has gone is noticed at the next event
  --scope          windows or sessions instead of panes; as jsonl a line for each that became different
  --interval SPAN  draw the table at most this often (default 100ms)
  --since CURSOR   with jsonl: exactly what came after that line, also after a restart. One that is too old ends with
                   E_CURSOR_EXPIRED: begin anew without it, which tells first how everything stands
  --since SPAN     (10m) or TIME (2026-02-13T10:00:00Z, seconds, milliseconds): events since then; a table shows only panes
                   that have changed since then
  --once           one round, then end

Examples: agtmux watch
          agtmux watch --needs-action --scope sessions
          agtmux watch --format jsonl | jq --unbuffered -r 'select(.state == "waiting_input") | .ref + " " + .message'
          agtmux watch --format jsonl --once --since 1h`,
  wait: `agtmux wait <ref> --state S,… [--timeout SPAN] [--json]

Ends when the agent is in one of these states, at once if it is already, and prints the state and the message. For
scripts: 0 when it is reached, 33 (E_TIMEOUT) when it is not in time, 34 (E_RUNTIME_ENDED) when the agent ends first. No state is
too short to be noticed. A restart of the daemon meanwhile does not matter. Without --timeout it waits for ever.

Examples: agtmux wait claude --state completed,error --timeout 10m && notify-send "done"
          agtmux wait pane:host/work/@1/%3 --state waiting --json`,
  statusline: `agtmux statusline [--format plain|tmux|xbar]

How many agents are in which state: ✕ error, ! wants approval, ? asks, ▶ runs, ✓ is done. For status bars.

  plain  ✕1 ?2 ▶3
  tmux   the same with tmux's colours
  xbar   a menu for xbar or SwiftBar: who needs you, then each session with its agents, and what can be done

In tmux you need no command: the daemon keeps the user option @agtmux_status current on every target, and showing it starts
no process (it goes when the daemon stops; one that was killed leaves it until the next start):

  set -g status-right '#{@agtmux_status} %H:%M'

Examples: agtmux statusline
          agtmux statusline --format xbar      (from a plugin file such as agtmux.10s.sh)`,
  completions: `agtmux completions bash|zsh

Prints completions of commands, options, values and live refs for your shell.

Examples: echo 'eval "$(agtmux completions bash)"' >> ~/.bashrc
          echo 'eval "$(agtmux completions zsh)"' >> ~/.zshrc      (after compinit)`,
};
