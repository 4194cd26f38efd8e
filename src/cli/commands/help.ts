import { ERRORS } from "../../core/protocol/error-codes.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { Context } from "../context.ts";
import { ACTION_TOPICS } from "../help/action-topics.ts";
import { DEVICE_TOPICS } from "../help/device-topics.ts";
import { LIST_TOPICS } from "../help/list-topics.ts";
import { NOTIFY_TOPICS } from "../help/notify-topics.ts";
import { SQUAD_TOPICS } from "../help/squad-topics.ts";

const OVERVIEW = `agtmux: every coding agent in your tmux panes, and who needs you

  agtmux daemon start              watch tmux from now on; prints the dashboard's link
  agtmux                           who needs you now, and what to type next
  agtmux watch                     all of them live
  agtmux list panes                all of them once, each with its ref
  agtmux next                      go to the agent that has waited longest
  agtmux attach claude             go to this one; back with the prefix key and d (tmux detach)
  agtmux view-output claude        what is on its screen, without going there
  agtmux questions                 what they ask of you; 'agtmux answer claude yes' answers
  agtmux send claude --text "…"    tell it something from here
  agtmux kill claude               interrupt it; with --signal TERM it ends
  agtmux explain claude            why it shows the state it shows
  agtmux target add vm             watch the tmux of another machine too
  agtmux integrate                 have agents tell what happens, by hooks in their own settings
  agtmux daemon status             the dashboard's link again, and what is wrong, if anything

A <ref> is what 'agtmux list panes' shows under PANE, or any name that only one answers to: an agent (claude), a session
(api), one of them on a target (vm1/api), a pane (%12).

Commands
  daemon run|start|stop|restart|status [--json] [--port N]
  env                              register this pane and print its variables
  signal <state> [message]         completed needs_input needs_testing error working
  squad-signal <type> '<json>'     starting working needs_input review completing complete compacting question idle,
                                   each with what the agent knows of its task; squad-signal-validate only checks it
  squad-step <step> [--task ID]    verifying committing closing releasing complete
  run [--] <command …>             run a program here and tell when it starts and how it ends
  resume <ref>|--all [--new-window] [--dry-run] [--json]
                                   start ended agents again, each with its own conversation
  list panes|windows|sessions [--target T] [--session S] [--state S,…] [--agent A] [--needs-action] [--json] …
                                   the fleet, filtered, rolled up and sorted
  watch [--scope …] [--format table|jsonl] [--since …] [--once]
                                   the same live; events for scripts
  wait <ref> --state S,… [--timeout SPAN]
                                   until an agent is in that state
  statusline [--format plain|tmux|xbar]
                                   counts for status bars; in tmux show #{@agtmux_status}
  completions bash|zsh             of commands, options and live refs
  explain <ref> [--json]
  classify <ref> [--provider P] [--json]
                                   what the screen alone tells, by rules or a model
  attach <ref> [--print]           go to a pane, here or on another machine
  next [--print]                   go to the agent that has waited longest
  questions [--all] [--target T] [--json]
                                   what agents ask of you, with their choices
  answer <ref|question-id> <choice|words> [--choice C] [--text T] [--wait accepted|STATE] …
                                   answer one of them, in its dialog or at its prompt
  send <ref> --text T|--file F|--keys K [--no-enter] [--wait accepted|STATE] [--idempotency-key K] …
                                   type for an agent, and say how far that came
  complete <ref> [--wait accepted|STATE] …
                                   have an agent bring its task to an end, and show at once that it does
  view-output <ref> [--lines N] [--ansi]
                                   the last lines of a pane
  kill <ref> [--signal INT|TERM|KILL] [--yes]
                                   interrupt an agent, or end it
  audit [--since SPAN] [--json]    who did what to which agent, and what was refused
  seen <ref>|--all                 close, on every device, what you have seen
  pair [--json]                    a link and a QR code that let in one device, once
  devices [--json], devices remove ID|--all
                                   browsers that may act on agents
  notify status|test <channel>|retry <key>|--all
                                   what goes to your phone or desktop, and what became of it
  spawn --agent NAME [--target T] [--workspace PATH] [--worktree BRANCH] [--session NAME] [--prompt TEXT] [-- words]
                                   start an agent that can signal, in a tmux window of its own
  dispose <ref> [--yes]            end it, and leave everything as it was before
  target add <name> [--kind local|ssh] [--ssh-target HOST] [--tmux-socket NAME]
  target connect|remove|doctor <name>, target list
                                   other machines, and other tmux servers of this one
  adapters list, adapters enable|disable <name>
                                   which agents are recognised, and how well that goes
  integrate [agent…] [--target T] [--user|--project] [--dry-run] [--remove] [--json]
                                   have agents tell what happens, by hooks in their own settings
  doctor [agent…] [--target T] [--json], doctor --repair
                                   what is wrong here or there, agent by agent, and what mends it
  demo [--no-open]                 pretend agents in every state, apart from everything of yours
  config list [--json]             settings, their values and where they come from
  debug detect [--chunk N]         find markers in raw terminal bytes on standard input
  debug replay FILE [--at TIME] [--json]
                                   what the engine makes of a file of events
  debug screen --agent NAME        what an agent's adapter reads off a screen on standard input
  help [command|exit-codes]

Everywhere: AGTMUX_HOME picks the home (default ~/.agtmux) and with it the daemon; --tmux-socket NAME (or
AGTMUX_TMUX_SOCKET) the tmux server that its daemon observes here. --color auto|always|never (and NO_COLOR) says whether there
are colours. 'agtmux help <command>' or 'agtmux <command> --help' tells more. --version prints the version. What the daemon could not
read or do is in daemon.log in the home.`;

/** One entry a command: its usage first, then what it does, its options, and examples. Completions read them too. */
export const TOPICS: Record<string, string> = {
  ...LIST_TOPICS,
  ...ACTION_TOPICS,
  ...DEVICE_TOPICS,
  ...NOTIFY_TOPICS,
  ...SQUAD_TOPICS,
  doctor: `agtmux doctor [agent…] [--target T] [--json]
agtmux doctor --repair [--yes] [--json]

Looks at tmux, the home, the hook command, the daemon, whether it could be started again with the settings of now, and every
agent that is used here: its version, whether its integration is there and current, what was last heard of it, what is
wrong, and the command that mends it. Changes nothing.
Ends with an error where something must be mended; a warning is none.

  --target T  the same on that target: all that 'agtmux target doctor T' looks at, and the agents there
  --repair    where the database is damaged: puts the newest backup that is whole in its place (or an empty one), and keeps
              the damaged one aside. The daemon must be stopped. Signals that wait in the spool, status files, agents'
              own files and screens are read again when it starts; devices must be paired again. --yes does not ask
              first

Example: agtmux doctor claude --target vm`,
  daemon: `agtmux daemon run|start|stop|restart|status [--json] [--port N]

  start    starts agtmuxd in the background and returns when it answers; does nothing if it runs already
  run      runs it in the foreground until it is interrupted
  stop     returns when the process has ended
  restart  stop, then start: after an update or a change of the settings. What would keep the new one from starting is
           found first: the old one goes on then
  status   pid, version, socket, port, the dashboard's link, and what is wrong, if anything

Example: agtmux daemon status --json`,
  env: `eval "$(agtmux env)"

Registers the tmux pane it runs in, and sets SCHMUX_ENABLED, SCHMUX_SESSION_ID, SCHMUX_WORKSPACE_ID,
SCHMUX_STATUS_FILE and AGTMUX_*. From then on each of these shows in 'agtmux list panes':

  echo "--<[schmux:completed:All tests pass]>--"
  echo "needs_input Should I delete these 5 files?" > "$SCHMUX_STATUS_FILE"
  agtmux signal error "Build failed"

Example: eval "$(agtmux env)"`,
  signal: `agtmux signal <completed|needs_input|needs_testing|error|working> [message]

Says how the program in this pane stands. Works while the daemon is down: the word waits and counts when it starts.

Example: make || agtmux signal error "Build failed"`,
  run: `agtmux run [--] <command …>

Runs a program in this pane and tells when it starts and how it ends: running meanwhile, then completed, or an error with
the exit code or signal; Ctrl-C is none. The pane is registered as by 'agtmux env', so that the program can signal. All else
is as without it: the terminal, Ctrl-C, Ctrl-Z, redirections, the exit code. It adds one sh, and works while the daemon is down.
An agent is recognised as ever, and its exit code known besides. Outside tmux the program just runs.

Example: agtmux run -- make test`,
  resume: `agtmux resume <ref> [--new-window] [--dry-run] [--json]
agtmux resume --all [--dry-run] [--json]

Starts an ended agent again with its own conversation (claude --resume ID, codex resume ID, …), in the directory where it
was started: at the prompt of its old pane where nothing runs there (what was typed there and not sent is cleared), else in
a new window of its session, else in a new session of that name. Its other flags are not repeated. A ref is runtime:<id>, or
a pane: the last agent that ended there. 'agtmux resume --all --dry-run' lists what can come back, also after a reboot
(start tmux first): of each conversation the last agent, unless it was resumed since. Agents are known by what their hooks tell.

Example: agtmux resume --all --dry-run`,
  explain: `agtmux explain <ref> [--json]

Shows the state of one pane and every piece of evidence: what decided, what agreed, what lost, and why.
A ref is runtime:<id> or pane:<target>/<session>/<window>/<pane>, as 'agtmux list panes' shows them, or any name that only one
answers to: claude, vm1/api, work:1.0, %12.

Example: agtmux explain pane:host/work/@1/%3`,
  spawn: `agtmux spawn --agent NAME [--target T] [--workspace PATH] [--worktree BRANCH] [--session NAME]
             [--prompt TEXT] [--json] [-- words for the agent]

Starts an agent in a tmux window of its own, teaches it to signal, and watches it from its first word on.

  --agent      claude codex gemini copilot opencode cursor; a model (claude-opus, claude-sonnet, claude-haiku, kimi-k2 …),
               which runs in its agent; or any command, which then gets the variables only (with a / it is a path)
  --workspace  the directory; without it, the current one. On another machine it is an absolute path there
  --worktree   a git worktree of that directory's repository, beside it in <repository>-worktrees/<branch> (setting
               'worktrees'); the branch is made from HEAD where there is none
  --session    the tmux session: a new one, or a new window in one that is there; without it, named by the workspace.
               Where no tmux server runs, one is started
  --prompt     what the agent begins with

The agent runs in your login shell's environment, with SCHMUX_* and AGTMUX_* set; when it ends, a shell stays in its pane.
Claude and Codex get their instructions on the command line. The others get a block in GEMINI.md or AGENTS.md, which
'agtmux dispose' removes; such a file that was not there before is hidden from git meanwhile.

Example: agtmux spawn --agent codex --worktree fix-login --prompt "Fix the login test"`,
  dispose: `agtmux dispose <ref> [--yes] [--json]

Ends an agent that 'agtmux spawn' started, closes its pane, and removes what was made for it: instructions, status file,
worktree, and the branch if it has no commits of its own. A worktree with work that is not committed is refused.
The ref is the one that spawn printed, runtime:<id>, or the session id; it also works when the pane is gone already.

Example: agtmux dispose pane:host/shop/@3/%7`,
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
  adapters: `agtmux adapters list [--json]
agtmux adapters enable|disable <name> [--json]

An adapter knows one agent: its process, its hooks, its files and its screen.

  list     each adapter with how many of its agents run, when one was last heard and from whom, what it can tell,
           and how many screens it could not read
  disable  its agents count as any other program from now on, also after a restart: what their hooks say is kept in
           the log and shows nothing. Nothing is stopped
  enable   they are recognised again; what they said meanwhile does not count

Example: agtmux adapters disable gemini`,
  integrate: `agtmux integrate [agent…] [--target T] [--user|--project] [--dry-run] [--remove] [--json]

Adds hooks to the settings of claude, codex, gemini, copilot, opencode and cursor, so that they tell agtmux what happens
from their first second. Without names it takes those that are found here. Your own text in these files stays as it is, to
the byte; a copy of what it was is kept in backups/ in the home. Running it again changes nothing, or brings an older
integration up to date.

  --user     your own settings, for all projects (this is what it does by itself)
  --project  the settings of the repository you are in: claude (.claude/settings.local.json), codex, gemini, opencode
  --project-dir PATH
             the same for a project elsewhere, by its absolute path
  --target T on that target: it logs in there by ssh as the daemon does, and goes by the profile of your account there.
             A project there must be named (--project-dir)
  --dry-run  shows the change as a diff, and writes nothing
  --remove   takes our part out again, and with it files and directories that hold nothing else

Claude takes it up at once; others that run already must be restarted. Codex then asks whether you trust the hooks.

Examples: agtmux integrate
          agtmux integrate claude --dry-run
          agtmux integrate --target vm
          agtmux integrate --remove`,
  config: `agtmux config list [--json]

Each setting with its value and origin. A flag beats AGTMUX_<NAME>, which beats config.toml in the home, which beats the default.

config.toml may also add, replace or switch off the cues by which an agent's screen is read ('agtmux debug screen' names them):

  [agents.claude.cues]
  my-dialog = { state = "waiting_approval", pattern = "^Proceed with deployment\\\\?$", where = "question" }
  working-keys = false

state: running waiting_approval waiting_input completed idle error. where: the dialog's 'question', 'options', 'hint' or all of
the 'dialog'; the 'status' line, the 'footer', the 'last' piece of the conversation (default), the 'turn', the 'draft',
the 'bottom' line, or 'any'. since and until limit it to versions of the agent.

Example: agtmux config list`,
  debug: `agtmux debug detect [--chunk N] < bytes
agtmux debug replay FILE [--at TIME] [--json]
agtmux debug screen --agent NAME [--agent-version V] [--title T] [--command C] < screen

detect  prints one JSON line per marker or near-miss found in a raw terminal stream, fed in chunks of N bytes.
replay  folds a file of events, one JSON object a line, and prints what the engine believes at TIME (milliseconds or
        ISO 8601; without it, after the last event), with every reason. '-' reads standard input. The event's fields are those of
        schemas/event-envelope.json; by hand, {"source":"hook","state":"running","event_time":"2026-02-13T10:00:00Z","pane_id":"%1"} is enough.
screen  prints as JSON what the agent's adapter reads off a screen, and by which cue at which row; 'unknown' comes with the
        reason. T is the pane's title, C its foreground program, V the agent's version. For reporting a wrong state:

Example: tmux capture-pane -p -t %3 | agtmux debug screen --agent claude --title "$(tmux display -p -t %3 '#{pane_title}')"`,
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
  const width = Math.max(...Object.keys(ERRORS).map((code) => code.length));
  const row = (exit: number, code: string, means: string) =>
    `${String(exit).padStart(4)}  ${code.padEnd(width)}  ${means}`;
  return [
    row(0, "", "it worked"),
    ...Object.entries(ERRORS).map(([code, { exit, means }]) => row(exit, code, means)),
  ].join("\n");
}
