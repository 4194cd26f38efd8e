/** Facts that a machine reported about itself. */
export interface Bootstrap {
  home: string;
  userHome: string;
  /** Directory in which each of our control clients leaves a file named by its pid, so that the watcher can end it. */
  clients: string;
  /** Absolute path; null if tmux was not found. */
  tmux: string | null;
  tmuxVersion: string;
  system: string;
  boot: string;
  /** Path of the watcher's script on that machine. */
  watcher: string;
  /** Why the home cannot be written, or null. */
  unwritable: string | null;
  missingTools: string[];
  inotify: boolean;
}

export type BootstrapResult = { ok: true; bootstrap: Bootstrap } | { ok: false; fault: string };

const PROTOCOL = "1";

/** Parses the lines between the two markers; output of a login shell around them is ignored. */
export function parseBootstrap(stdout: string, marker: string): BootstrapResult {
  const lines = stdout.split(/\r?\n/);
  const from = lines.indexOf(marker);
  const to = lines.indexOf(marker, from + 1);
  if (from < 0) return { ok: false, fault: "the machine's shell did not answer" };
  if (to < 0) return { ok: false, fault: "the machine's answer was cut off" };
  const said = new Map(lines.slice(from + 1, to).map(readPair));
  if (said.get("protocol") !== PROTOCOL)
    return { ok: false, fault: `protocol ${said.get("protocol") ?? "missing"}, expected ${PROTOCOL}` };
  const missing = ["home", "clients", "watcher", "boot"].filter((key) => !said.get(key));
  if (missing.length > 0) return { ok: false, fault: `the machine did not report ${missing.join(", ")}` };
  const word = (key: string) => said.get(key) ?? "";
  return {
    ok: true,
    bootstrap: {
      home: word("home"),
      userHome: word("user_home"),
      clients: word("clients"),
      tmux: word("tmux") || null,
      tmuxVersion: word("tmux_version"),
      system: word("uname"),
      boot: word("boot"),
      watcher: word("watcher"),
      unwritable: word("writable") === "yes" ? null : word("writable"),
      missingTools: word("tools") === "all" ? [] : word("tools").split(" "),
      inotify: word("inotify") === "yes",
    },
  };
}

function readPair(line: string): [string, string] {
  const equals = line.indexOf("=");
  return [line.slice(0, Math.max(equals, 0)), line.slice(equals + 1)];
}
