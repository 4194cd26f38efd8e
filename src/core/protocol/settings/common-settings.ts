import { z } from "zod";
import { Span } from "../base/span.ts";
import { Folders } from "./folders.ts";
import { PackKeys } from "./pack-keys.ts";
import { OnOff, setting, whole } from "./setting-kinds.ts";
import { ClassifierKey, ClassifierUrl, CommandWords } from "./settings-classifier.ts";
import { Site, Sites } from "./sites.ts";

/** Settings that people choose by taste or by what their machine is like. */
export const COMMON_SETTINGS = {
  tmux_socket: setting(
    z.string().regex(/^[^/\s]*$/, "a tmux socket name has no slash and no blank"),
    "",
    "tmux server to observe (tmux -L NAME); empty is tmux's default",
  ),
  hub: setting(
    OnOff,
    "off",
    "whether this daemon watches no tmux of this machine, and only shows its fleet and targets that are added: 'agtmux hub' sets it",
  ),
  port: setting(whole(0, 65_535), "7433", "port of the dashboard on 127.0.0.1; 0 takes any free one"),
  public_url: setting(
    Site,
    "",
    "where your own proxy serves the dashboard, such as https://agents.example.com; 'agtmux pair' links to it",
  ),
  allowed_hosts: setting(
    Sites,
    "",
    "other names under which a proxy of yours may ask: host or host:port, with commas between",
  ),
  public_over_tcp: setting(
    OnOff,
    "off",
    "whether your proxy may ask on the port instead of $AGTMUX_HOME/proxy.sock; whoever takes the port while the daemon is away then takes the proxy's visitors, too",
  ),
  origin: setting(
    z.enum(["auto", "keep", "rotate"]),
    "auto",
    "whether browsers find the dashboard under the same name after the daemon was away, with what they keep there: auto keeps it where nobody else can run programs on this machine",
  ),
  markers: setting(z.enum(["agents", "all", "off"]), "agents", "panes whose output is read for markers"),
  completed_to_idle: setting(Span, "120s", "how long completed shows before it becomes idle"),
  ssh_config: setting(z.string(), "", "a config file for ssh (ssh -F FILE); empty is the user's own"),
  squad_dir: setting(
    z.string().regex(/^\//, "the signal directory is an absolute path"),
    "/tmp",
    "directory in which squad signals lie as files (or SQUAD_SIGNAL_DIR)",
    ["SQUAD_SIGNAL_DIR"],
  ),
  complete_text: setting(
    z.string().min(1),
    "/squad:complete",
    "what 'agtmux complete' tells an agent, so that it brings its task to an end",
  ),
  terminal_resize: setting(
    OnOff,
    "off",
    "whether the dashboard's terminal may resize a pane's window, for everybody who looks at it",
  ),
  pack_keys: setting(
    PackKeys,
    "",
    "public keys of those whose packs 'agtmux adapters update' takes, with commas between",
  ),
  keep_unknown_screens: setting(
    OnOff,
    "off",
    "whether screens that agents' adapters cannot read are kept, for 'agtmux adapters report'",
  ),
  turn_snapshots: setting(
    OnOff,
    "on",
    "whether the working tree is kept at the start of each turn (in our own folder), for 'diff --since turn' and 'undo'",
  ),
  search: setting(
    OnOff,
    "on",
    "whether conversations are indexed for 'agtmux search', in $AGTMUX_HOME/search.db; off removes the index",
  ),
  search_keep: setting(Span, "180d", "how long ago something may have been said to be in the index"),
  search_size: setting(
    whole(10, 100_000),
    "1000",
    "megabytes that the index may take; the oldest words leave it first",
  ),
  search_exclude: setting(
    Folders,
    "",
    "folders whose conversations are not indexed: absolute or ~/…, with commas between",
  ),
  worktrees: setting(
    z.string(),
    "",
    "folder for worktrees of 'agtmux spawn': absolute or ~/… (in it <repository>/<branch>), or seen from the repository; empty is <repository>-worktrees beside it",
  ),
  nothing_new_after: setting(
    Span,
    "10m",
    "how long nothing new must have come of an agent that works, its spinner aside, before its pane says so",
  ),
  context_full: setting(
    whole(0, 100),
    "85",
    "percentage of its context from which on an agent calls, since compacting loses details; 0 never calls",
  ),
  wake_after: setting(
    Span,
    "60s",
    "how long after a limit's reset an agent is told to go on, if somebody asked for it",
  ),
  wake_text: setting(z.string().min(1), "continue", "what it is told then"),
  classifier: setting(
    z.enum(["rules", "openai", "anthropic", "command", "off"]),
    "rules",
    "who reads the screens of agents that do not speak; all but rules are asked only where rules do not know",
  ),
  classifier_url: setting(
    ClassifierUrl,
    "",
    "address of the classifier's API, such as http://127.0.0.1:11434/v1; empty is Anthropic's own for anthropic",
  ),
  classifier_model: setting(z.string(), "", "model that the classifier's API is asked for"),
  classifier_key: setting(ClassifierKey, "", "where the API's key is: env:NAME or file:PATH, never the key itself"),
  classifier_command: setting(
    CommandWords,
    "",
    "command that classifies once, such as 'claude -p'; the question comes on its standard input",
  ),
  classifier_budget: setting(whole(0, 1_000_000), "60", "calls of the classifier's API or command in an hour at most"),
  backup_every: setting(Span, "12h", "how often the database is copied, so that there is something to go back to"),
  backup_keep: setting(whole(0, 100), "2", "how many of these copies are kept; 0 makes none"),
  keep_payloads: setting(Span, "7d", "how long payloads of events are kept"),
  keep_metadata: setting(Span, "14d", "how long events are kept"),
  log_level: setting(
    z.enum(["trace", "debug", "info", "warn", "error", "silent"]),
    "info",
    "least important line that is logged",
  ),
} as const;
