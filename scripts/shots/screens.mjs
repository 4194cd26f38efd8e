/** The screens of the pretend panes. */

export const COLS = 120;
export const ROWS = 36;

const dim = (text) => `\x1b[2m${text}\x1b[0m`;
const bold = (text) => `\x1b[1m${text}\x1b[0m`;
const green = (text) => `\x1b[32m${text}\x1b[0m`;
const blue = (text) => `\x1b[34m${text}\x1b[0m`;
const magenta = (text) => `\x1b[35m${text}\x1b[0m`;
const added = (text) => `\x1b[42;30m+ ${text.padEnd(34)}\x1b[0m`;
const removed = (text) => `\x1b[41;30m- ${text.padEnd(34)}\x1b[0m`;
const LINE = "─".repeat(COLS - 4);
/** `plain` is the length without colour sequences. */
const boxed = (text, plain = text.length) => `${blue("│")} ${text}${" ".repeat(COLS - 5 - plain)}${blue("│")}`;

const APPROVAL = [
  `${blue("❯")} make a release build, from scratch`,
  "",
  `${green("●")} I will look at how the build is made first.`,
  "",
  `${green("●")} ${bold("Read")}(Makefile)`,
  dim("  └ Read 84 lines"),
  "",
  `${green("●")} ${bold("Bash")}(make --dry-run release)`,
  dim("  └ rm -rf build/release"),
  dim("    cc -O2 -o build/release/api src/*.c"),
  dim("    … +12 lines"),
  "",
  `${green("●")} ${bold("Update")}(Makefile)`,
  "  └ Updated Makefile with 2 additions and 1 removal",
  `      31 ${removed("release: build")}`,
  `      31 ${added("release: clean build")}`,
  `      32 ${added('    @echo "release built"')}`,
  "",
  blue(`╭${LINE}╮`),
  boxed(bold("Bash command"), 12),
  boxed(""),
  boxed("  rm -rf build && make release"),
  boxed(`  ${dim("Builds all packages anew")}`, 26),
  boxed(""),
  boxed("Do you want to proceed?"),
  boxed(blue("❯ 1. Yes"), 8),
  boxed("  2. Yes, and don't ask again for make commands"),
  boxed("  3. No, and tell Claude what to do differently"),
  blue(`╰${LINE}╯`),
];

const RELEASE_NOTES = [
  dim("  ~/src/docs  main"),
  "",
  `${magenta("❯")} write the release notes for 2.4 from the merged pull requests`,
  "",
  `${green("✓")} ${bold("List merged pull requests")} since v2.3.0`,
  dim("  └ 14 found"),
  "",
  `${green("✓")} ${bold("Read")} CHANGELOG.md, docs/release-2.3.md`,
  "",
  `${green("✓")} ${bold("Create")} docs/release-2.4.md`,
  `       1 ${added("# 2.4")}`,
  `       3 ${added("## Breaking")}`,
  `       4 ${added("- `serve` listens on loopback only")}`,
  `       5 ${added("- Node 18 is no longer supported")}`,
  `       7 ${added("## New")}`,
  dim("       … +21 lines"),
  "",
  `${green("✓")} ${bold("Run")} npm run docs:check`,
  dim("  └ 41 links, all of them lead somewhere"),
  "",
  "  Release notes are written: 14 changes, 2 of them breaking.",
  "  They are in docs/release-2.4.md; CHANGELOG.md points there.",
  "",
  magenta(`─${LINE}──`),
  `${magenta("❯")} `,
  magenta(`─${LINE}──`),
  dim("  / commands · ? help"),
];

const WORKING = [
  `${blue("❯")} the login test fails one run in ten: find out why, and mend it`,
  "",
  `${green("●")} ${bold("Read")}(test/login.test.ts)`,
  dim("  └ Read 132 lines"),
  "",
  `${green("●")} ${bold("Bash")}(for n in $(seq 20); do npm test -- login || break; done)`,
  dim("  └ 14 passed, then: expected 302, got 429"),
  "",
  `${green("●")} The rate limit counts the attempts of the test before. It needs a client of its own.`,
  "",
  `${green("●")} ${bold("Update")}(test/login.test.ts)`,
  "  └ Updated test/login.test.ts with 3 additions and 1 removal",
  "",
  `${blue("✻")} Running the test twenty times… ${dim("(esc to interrupt)")}`,
];

const SCREENS = { "%12": APPROVAL, "%34": RELEASE_NOTES };

/** Serves one viewer's socket: sends the pane's screen once. */
export function showTerminal(socket, { identity, ref, agent }) {
  const tell = (message) => socket.send(JSON.stringify(message));
  const holder = { id: "pane:1", pane_pid: 1, command: agent, agent, runtime_id: "r" };
  const rows = SCREENS[identity.pane_id] ?? WORKING;
  const head = Buffer.alloc(9);
  head[0] = 1;
  const size = { cols: COLS, rows: ROWS };
  tell({ type: "opened", ref, identity, holder });
  tell({
    type: "bootstrap",
    reason: "opened",
    stream: "stage",
    offset: 0,
    skipped: 0,
    ...size,
    alternate: false,
    title: agent,
  });
  socket.send(Buffer.concat([head, Buffer.from(`\x1bc${rows.join("\r\n")}`)]));
}
