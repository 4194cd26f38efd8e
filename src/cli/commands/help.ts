import { ERRORS } from "../../core/protocol/error-codes.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { Context } from "../context.ts";

const OVERVIEW = `agtmux: every coding agent in your tmux panes, and who needs you

  agtmux daemon start              watch tmux from now on; prints the dashboard's link
  eval "$(agtmux env)"             in a pane: let whatever runs here signal
  agtmux signal needs_input "Delete these files?"
  agtmux list panes                who runs, who waits, who is done, and who said so
  agtmux explain <ref>             why a pane shows the state it shows
  agtmux target add vm             watch the tmux of another machine too

Commands
  daemon run|start|stop|restart|status [--json] [--port N]
  env                              register this pane and print its variables
  signal <state> [message]         completed needs_input needs_testing error working
  list panes [--json]
  explain <ref> [--json]
  target add <name> [--kind local|ssh] [--ssh-target HOST] [--tmux-socket NAME]
  target connect|remove|doctor <name>, target list
                                   other machines, and other tmux servers of this one
  config list [--json]             settings, their values and where they come from
  debug detect [--chunk N]         find markers in raw terminal bytes on standard input
  debug replay FILE [--at TIME] [--json]
                                   what the engine makes of a file of events
  help [command|exit-codes]

Everywhere: AGTMUX_HOME picks the home (default ~/.agtmux) and with it the daemon; --tmux-socket NAME (or
AGTMUX_TMUX_SOCKET) the tmux server that its daemon observes here. --version prints the version. What the daemon could not
read or do is in daemon.log in the home.`;

const TOPICS: Record<string, string> = {
  daemon: `agtmux daemon run|start|stop|restart|status [--json] [--port N]

  start    starts agtmuxd in the background and returns when it answers; does nothing if it runs already
  run      runs it in the foreground until it is interrupted
  stop     returns when the process has ended
  restart  stop, then start: after an update
  status   pid, version, socket, port, the dashboard's link, and what is wrong, if anything

Example: agtmux daemon status --json`,
  env: `eval "$(agtmux env)"

Registers the tmux pane it runs in, and sets SCHMUX_ENABLED, SCHMUX_SESSION_ID, SCHMUX_WORKSPACE_ID,
SCHMUX_STATUS_FILE and AGTMUX_*. From then on each of these shows in 'agtmux list panes':

  echo "--<[schmux:completed:All tests pass]>--"
  echo "needs_input Should I delete these 5 files?" > "$SCHMUX_STATUS_FILE"
  agtmux signal error "Build failed"`,
  signal: `agtmux signal <completed|needs_input|needs_testing|error|working> [message]

Says how the program in this pane stands. Works while the daemon is down: the word waits and counts when it starts.

Example: make || agtmux signal error "Build failed"`,
  list: `agtmux list panes [--json]

Every pane of every target with its agent, state, how long, who said so, and the message; who needs you first.
--json prints the list envelope of schemas/pane-list.json.`,
  explain: `agtmux explain <ref> [--json]

Shows the state of one pane and every piece of evidence: what decided, what agreed, what lost, and why.
A ref is runtime:<id> or pane:<target>/<session>/<window>/<pane>, as 'agtmux list panes' shows them.

Example: agtmux explain pane:host/work/@1/%3`,
  target: `agtmux target add <name> [--kind local|ssh] [--ssh-target HOST] [--tmux-socket NAME]
agtmux target connect <name>
agtmux target list [--json]
agtmux target remove <name> [--yes]
agtmux target doctor <name> [--json]

A target is a machine with one tmux server. 'host' is this machine; another tmux socket here, or any machine that ssh
reaches without asking for a password, can be a target too. A machine needs tmux, sh and an ssh login, nothing else.

  add      remembers the target and connects to it. HOST is what you give to ssh: an alias of your ssh config, or
           user@host; without --ssh-target it is the name. --tmux-socket is the tmux server there (tmux -L NAME)
  connect  tries now, and says why not
  list     each target with its health, panes and agents, and what is wrong, if anything
  remove   forgets the target after asking (--yes: without); nothing that runs there is stopped,
           and what agtmux put into ~/.agtmux there stays until you delete it
  doctor   checks what agtmux needs there, and says what to do about what is missing

Examples: agtmux target add vm1 --ssh-target me@192.168.1.20
          agtmux target add play --kind local --tmux-socket play`,
  config: `agtmux config list [--json]

Each setting with its value and origin. A flag beats AGTMUX_<NAME>, which beats config.toml in the home, which beats the default.`,
  debug: `agtmux debug detect [--chunk N] < bytes
agtmux debug replay FILE [--at TIME] [--json]

detect  prints one JSON line per marker or near-miss found in a raw terminal stream, fed in chunks of N bytes.
replay  folds a file of events, one JSON object a line, and prints what the engine believes at TIME (milliseconds or
        ISO 8601; without it, after the last event), with every reason. '-' reads standard input. The event's fields are those of
        schemas/event-envelope.json; by hand, {"source":"hook","state":"running","event_time":"2026-02-13T10:00:00Z","pane_id":"%1"} is enough.`,
};

export function helpCommand([topic]: string[], context: Context): void {
  context.out(helpOn(topic));
}

function helpOn(topic: string | undefined): string {
  if (topic === undefined || topic === "help") return OVERVIEW;
  if (topic === "exit-codes") return exitCodes();
  const text = Object.hasOwn(TOPICS, topic) ? TOPICS[topic] : undefined;
  if (text === undefined) throw new Fault("E_USAGE", `no help on "${topic}"; 'agtmux help' lists the commands`);
  return text;
}

function exitCodes(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { exit, means }]) => `${String(exit).padStart(4)}  ${code.padEnd(20)}  ${means}`,
  );
  return ["   0                        it worked", ...rows].join("\n");
}
