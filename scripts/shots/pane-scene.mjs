/** What a pane's page asks for besides the fleet: its terminal, why it is in its state, and what happened in it. */

const COLS = 120;
const ROWS = 36;
const MINUTE = 60_000;

/** By path, whatever the pane. */
export function paneAnswers({ panes }, now) {
  const pane = panes.find(({ identity }) => identity.pane_id === "%12");
  return {
    "/v1/explain": {
      schema_version: 1,
      pane,
      resolution: { ...pane, evidence: evidence(now) },
      signal: null,
    },
    "/v1/events": { cursor: "stage-9", items: EVENTS.map((spec, n) => eventOf(spec, n, pane, now)) },
    [`/v1/targets/${pane.identity.target}/sessions/${pane.identity.session_name}/timeline`]: { items: [] },
  };
}

/** One viewer's socket: the screen below, and nothing more. */
export function showTerminal(socket) {
  const tell = (message) => socket.send(JSON.stringify(message));
  const holder = { id: "pane:1", pane_pid: 1, command: "claude", agent: "claude", runtime_id: "r12" };
  const bytes = Buffer.from(`\x1bc${SCREEN.join("\r\n")}`);
  const head = Buffer.alloc(9);
  head[0] = 1;
  tell({ type: "opened", ref: "stage", identity: {}, holder });
  tell({
    type: "bootstrap",
    reason: "opened",
    stream: "stage",
    offset: 0,
    skipped: 0,
    cols: COLS,
    rows: ROWS,
    alternate: false,
    title: "claude",
  });
  socket.send(Buffer.concat([head, bytes]));
}

const dim = (text) => `\x1b[2m${text}\x1b[0m`;
const green = (text) => `\x1b[32m${text}\x1b[0m`;
const blue = (text) => `\x1b[34m${text}\x1b[0m`;
const LINE = "─".repeat(COLS - 2);

const SCREEN = [
  `${blue("❯")} make a release build, from scratch`,
  "",
  `${green("●")} I will look at how the build is made first.`,
  "",
  `${green("●")} \x1b[1mRead\x1b[0m(Makefile)`,
  dim("  ⎿  Read 84 lines"),
  "",
  `${green("●")} \x1b[1mBash\x1b[0m(make --dry-run release)`,
  dim("  ⎿  rm -rf build/release"),
  dim("     cc -O2 -o build/release/api src/*.c"),
  dim("     … +12 lines"),
  "",
  `${green("●")} \x1b[1mUpdate\x1b[0m(Makefile)`,
  "  ⎿  Updated Makefile with 2 additions and 1 removal",
  `       31 \x1b[41m- release: build            \x1b[0m`,
  `       31 \x1b[42;30m+ release: clean build      \x1b[0m`,
  `       32 \x1b[42;30m+ \t@echo "release built"    \x1b[0m`,
  "",
  `${blue(`╭${LINE}╮`)}`,
  `${blue("│")} \x1b[1mBash command\x1b[0m${" ".repeat(COLS - 15)}${blue("│")}`,
  `${blue("│")}${" ".repeat(COLS - 2)}${blue("│")}`,
  `${blue("│")}   rm -rf build && make release${" ".repeat(COLS - 33)}${blue("│")}`,
  `${blue("│")}   ${dim("Builds all packages anew")}${" ".repeat(COLS - 29)}${blue("│")}`,
  `${blue("│")}${" ".repeat(COLS - 2)}${blue("│")}`,
  `${blue("│")} Do you want to proceed?${" ".repeat(COLS - 26)}${blue("│")}`,
  `${blue("│")} ${blue("❯ 1. Yes")}${" ".repeat(COLS - 11)}${blue("│")}`,
  `${blue("│")}   2. Yes, and don't ask again for make commands${" ".repeat(COLS - 50)}${blue("│")}`,
  `${blue("│")}   3. No, and tell Claude what to do differently${" ".repeat(COLS - 50)}${blue("│")}`,
  `${blue(`╰${LINE}╯`)}`,
];

function evidence(now) {
  const piece = (n, verdict, source, event_type, says, why, ago) => ({
    event_id: String(n),
    source,
    event_type,
    kind: "edge",
    says,
    message: "",
    at: now - ago,
    age_ms: ago,
    verdict,
    why,
  });
  return [
    piece(1, "decides", "hook", "PermissionRequest", "waiting_approval", "the newest edge of this turn", 134_000),
    piece(2, "agrees", "screen", "approval box", "waiting_approval", "its screen shows the same question", 133_000),
    piece(3, "lost", "hook", "PreToolUse", "running", "older than what decides", 140_000),
    piece(4, "void", "title", "no cue", null, "of an earlier turn", 600_000),
  ];
}

const EVENTS = [
  ["idle", "running", 52, "make a release build"],
  ["running", "waiting_input", 41, "Which target?"],
  ["waiting_input", "running", 36, "Reading the Makefile"],
  ["running", "completed", 22, "Looked at the build"],
  ["completed", "running", 12, "Mending the Makefile"],
  ["running", "waiting_approval", 2.23, "Run this command?"],
];

function eventOf([previous_state, state, minutes, message], n, pane, now) {
  const at = now - minutes * MINUTE;
  return { ...pane, cursor: `stage-${n + 2}`, at, type: "pane", change: "changed", previous_state, state, message };
}
