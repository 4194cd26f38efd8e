import { describe, expect, it } from "vitest";
import { readSettings, SETTINGS, type SettingName, type SettingSources } from "./settings.ts";

const FILE = "/home/me/.agtmux/config.toml";
const names = Object.keys(SETTINGS) as SettingName[];

function read(words: Partial<SettingSources>) {
  return readSettings({ flag: {}, environment: {}, fileText: null, filePath: FILE, ...words });
}

function rowOf(name: SettingName, words: Partial<SettingSources>) {
  const result = read(words);
  if (!result.ok) throw new Error(result.faults.join("\n"));
  const row = result.rows.find((each) => each.name === name);
  return { value: row?.value, origin: row?.origin, setting: result.settings[name] };
}

function faultsOf(words: Partial<SettingSources>): string[] {
  const result = read(words);
  if (result.ok) throw new Error("it was accepted");
  return result.faults;
}

const KEY = `${"A".repeat(43)}=`;

describe("readSettings", () => {
  const flag = { markers: "off" };
  const environment = { AGTMUX_MARKERS: "all" };
  const fileText = 'markers = "agents"';

  it("[CF1] a flag beats the environment, which beats the file, which beats the default", () => {
    expect(rowOf("markers", { flag, environment, fileText })).toEqual({ value: "off", origin: "flag", setting: "off" });
    expect(rowOf("markers", { environment, fileText })).toEqual({
      value: "all",
      origin: "environment",
      setting: "all",
    });
    expect(rowOf("markers", { fileText })).toEqual({ value: "agents", origin: "file", setting: "agents" });
    expect(rowOf("markers", {})).toEqual({ value: "agents", origin: "default", setting: "agents" });
  });

  it("[CF1] each setting is read from its own flag, variable and key, and knows it", () => {
    for (const name of names) {
      const others: Record<string, string> = { classifier_key: "env:OTHER", search_exclude: "~/other", pack_keys: KEY };
      const other = others[name] ?? (name.endsWith("_url") ? "https://other" : "other");
      const word = SETTINGS[name].standard === "" ? other : SETTINGS[name].standard;
      expect(rowOf(name, { flag: { [name]: word } }).origin).toBe("flag");
      expect(rowOf(name, { environment: { [`AGTMUX_${name.toUpperCase()}`]: word } }).origin).toBe("environment");
      expect(rowOf(name, { fileText: `${name} = ${JSON.stringify(word)}` }).origin).toBe("file");
      expect(rowOf(name, {}).origin).toBe("default");
    }
  });

  it("[CF1, AD63] keys of packs are 32 bytes in base64, with commas between", () => {
    expect(rowOf("pack_keys", { fileText: `pack_keys = "${KEY}, ${KEY}"` }).setting).toEqual([KEY, KEY]);
    expect(faultsOf({ fileText: 'pack_keys = "AAAA"' })).toEqual([expect.stringContaining('"AAAA" is no public key')]);
  });

  it("[CF1, SQ7] the signal directory is also what SQUAD_SIGNAL_DIR says, unless our own variable says otherwise", () => {
    const SQUAD_SIGNAL_DIR = "/run/squad";
    const read = rowOf("squad_dir", { environment: { SQUAD_SIGNAL_DIR }, fileText: 'squad_dir = "/var/squad"' });
    expect(read).toEqual({ value: "/run/squad", origin: "environment", setting: "/run/squad" });
    const own = rowOf("squad_dir", { environment: { SQUAD_SIGNAL_DIR, AGTMUX_SQUAD_DIR: "/ours" } });
    expect(own.setting).toBe("/ours");
    expect(faultsOf({ environment: { SQUAD_SIGNAL_DIR: "tmp" } })).toEqual([
      expect.stringContaining("SQUAD_SIGNAL_DIR: the signal directory is an absolute path"),
    ]);
  });

  it("[CF1] a number may be written as a number in the file", () => {
    expect(rowOf("port", { fileText: "port = 8080" })).toEqual({ value: "8080", origin: "file", setting: 8080 });
  });

  it("[CF3] an unknown key is named, with the file and its line", () => {
    const [fault, ...rest] = faultsOf({ fileText: 'markers = "all"\nmakers = "all"\n' });
    expect(rest).toEqual([]);
    expect(fault).toContain(`${FILE}, line 2: "makers" is not a setting`);
  });

  it("[CF3] names such as toString are unknown keys too", () => {
    expect(faultsOf({ fileText: 'toString = "x"\nconstructor = "y"' })).toHaveLength(2);
  });

  it("[CF3] a value that does not fit is named with its key, its origin and what would fit", () => {
    expect(faultsOf({ fileText: 'completed_to_idle = "soon"' })).toEqual([
      `${FILE}, line 1: completed_to_idle: "soon" is not a time span such as 500ms, 15s, 2m, 1h or 7d (default "120s")`,
    ]);
    const [variable] = faultsOf({ environment: { AGTMUX_MARKERS: "some" } });
    expect(variable).toMatch(/^AGTMUX_MARKERS: .*"agents"\|"all"\|"off"/);
    const [given] = faultsOf({ flag: { port: "99999" } });
    expect(given).toMatch(/^--port: .*65535/);
    const [socket] = faultsOf({ flag: { tmux_socket: "a/b" } });
    expect(socket).toMatch(/^--tmux-socket: a tmux socket name has no slash/);
  });

  it("[CF3] a fault in the file has the line on which its key begins, whatever is written before it", () => {
    const fileText = `# a comment with markers = "x"
worktrees = """
markers = "none of ours"
"""
classifier_command = [
  "claude", "-p",
]

markers = "some"
[notify.channels.phone]
kind = "ntfy"
colour = "red"
topic = "t"
[[notify.rules]]
channels = ["push"]
[[notify.rules]]
channels = ["push"]
delay = "soon"
[agents.claude.cues]
mine = { state = "busy", pattern = "x" }
`;
    const lines = faultsOf({ fileText }).map((fault) => fault.slice(FILE.length).split(": ").slice(0, 2).join(": "));
    expect(lines).toEqual([
      ", line 20: agents.claude.cues.mine.state",
      ", line 12: notify.channels.phone",
      ", line 18: notify.rules.1.delay",
      ", line 9: markers",
    ]);
  });

  it("[WK53] folders that are not searched are absolute or in the home, with commas between", () => {
    const read = rowOf("search_exclude", { fileText: 'search_exclude = "/src/secret/, ~/notes,"' });
    expect(read.setting).toEqual(["/src/secret", "~/notes"]);
    expect(faultsOf({ environment: { AGTMUX_SEARCH_EXCLUDE: "secret" } })).toEqual([
      expect.stringContaining('"secret" is not a folder'),
    ]);
  });

  it("[CF3] a missing key is reported with the line of its table", () => {
    const [fault] = faultsOf({ fileText: 'port = 1\n\n[notify.channels.phone]\nkind = "ntfy"\n' });
    expect(fault).toMatch(new RegExp(`^${FILE}, line 3: notify.channels.phone.topic: `));
  });

  it("[CF3] all faults are told at once", () => {
    const faults = faultsOf({ environment: { AGTMUX_PORT: "x", AGTMUX_BUSY_TTL: "5" }, fileText: "nonsense = 1" });
    expect(faults).toHaveLength(3);
  });

  it("[CF3] a file that is not TOML is refused with the line of the fault", () => {
    const [fault] = faultsOf({ fileText: 'markers = "all"\nport = 80\n\nbusy_ttl = = 3\n' });
    expect(fault).toMatch(new RegExp(`^${FILE}, line 4: `));
  });

  it("[CF1] with no word from anybody every setting has the default of the table", () => {
    const result = read({});
    if (!result.ok) throw new Error(result.faults.join("\n"));
    expect(result.rows.every((row) => row.origin === "default" && row.value === row.default)).toBe(true);
    expect(result.settings).toEqual({
      agents: {},
      fleet: null,
      mcp: { acting: true, depth: 3, per_hour: 60, allow: [] },
      notify: { channels: {}, rules: [], timeout: 10_000 },
      presets: {},
      checks: {},
      usage: { prices: [], budgets: [] },
      tmux_socket: "",
      hub: false,
      port: 7433,
      public_url: "",
      allowed_hosts: [],
      public_over_tcp: false,
      origin: "auto",
      markers: "agents",
      scrollback_lines: 200,
      completed_to_idle: 120_000,
      attended_for: 60_000,
      busy_ttl: 30 * 60_000,
      ask_ttl: 10 * 60_000,
      bind_ttl: 30_000,
      reconcile: 2_000,
      heartbeat: 5_000,
      squad_dir: "/tmp",
      provisional_ttl: 30_000,
      nudge_first: 10_000,
      nudge_every: 15_000,
      nudge_after: 300_000,
      nudge_quiet: 15_000,
      nothing_new_after: 600_000,
      context_full: 85,
      wake_after: 60_000,
      wake_text: "continue",
      classifier: "rules",
      classifier_url: "",
      classifier_model: "",
      classifier_key: "",
      classifier_command: [],
      classifier_budget: 60,
      complete_text: "/squad:complete",
      terminal_resize: false,
      keep_unknown_screens: false,
      pack_keys: [],
      turn_snapshots: true,
      search: true,
      search_keep: 15_552_000_000,
      search_size: 1000,
      search_exclude: [],
      snapshot_ttl: 30_000,
      ssh_config: "",
      worktrees: "",
      broadcast_quiet: 100,
      broadcast_most: 500,
      backup_every: 12 * 3_600_000,
      backup_keep: 2,
      keep_payloads: 7 * 86_400_000,
      keep_metadata: 14 * 86_400_000,
      log_level: "info",
    });
  });
});
