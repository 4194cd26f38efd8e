import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ERRORS } from "../core/protocol/error-codes.ts";
import { asFault, Fault } from "../core/protocol/fault.ts";
import type { Settings } from "../core/protocol/settings.ts";
import { checkStart } from "./check-start.ts";
import { systemClock } from "./clock.ts";
import { resumedClock } from "./clock-memory.ts";
import { Daemon, type DaemonParts } from "./daemon.ts";
import { type Home, homeAt, prepareHome } from "./home.ts";
import { openLog } from "./log.ts";
import { loadSettings } from "./read-settings.ts";
import { clearPipes } from "./sources/clear-pipes.ts";
import { lockHome } from "./store/lock.ts";
import { repairDatabase } from "./store/repair.ts";
import { openSqliteStore } from "./store/sqlite-store.ts";
import type { Store } from "./store/store.ts";
import { endLeftClients } from "./targets/local-clients.ts";
import { reportUnhandled } from "./unhandled.ts";

/** Replaced at build time by package.json's version. */
declare const __AGTMUX_VERSION__: string;

/** What the kernel takes, less one byte. */
const LONGEST_SOCKET_PATH = process.platform === "linux" ? 107 : 103;

const OPTIONS = {
  "tmux-socket": { type: "string" },
  port: { type: "string" },
  /** Mends the database instead, for `agtmux doctor --repair`. */
  repair: { type: "boolean" },
  /** Says whether a start would succeed, and starts nothing, for `agtmux daemon restart` and `agtmux doctor`. */
  check: { type: "boolean" },
} as const;

async function main(): Promise<void> {
  process.umask(0o077);
  const { values } = parseArgs({ options: OPTIONS });
  const home = homeAt(resolve(process.env.AGTMUX_HOME ?? join(homedir(), ".agtmux")));
  const flags = { tmux_socket: values["tmux-socket"], port: values.port };
  const settings = loadSettings(home.config, process.env, flags);
  if (Buffer.byteLength(home.socket) > LONGEST_SOCKET_PATH)
    throw new Fault("E_HOME_UNUSABLE", `${home.socket} is too long a path for a socket: choose a shorter AGTMUX_HOME`);
  // tmux and people read it line by line
  if (/[\u0000-\u001f\u007f]/.test(home.dir))
    throw new Fault("E_HOME_UNUSABLE", "AGTMUX_HOME has a line break or another control character in its name");
  if (values.check) {
    checkStart(home, (scratch) => {
      new Daemon(partsOf(scratch, settings, openSqliteStore(scratch.database)));
    });
    return await say({ checked: true });
  }
  const lock = lockHome(home.dir);
  try {
    if (values.repair) return await say({ repair: repairDatabase(home, systemClock().now()) });
    await serve(home, settings);
  } finally {
    lock.release();
  }
}

async function serve(home: Home, settings: Settings): Promise<void> {
  // before anything else is written: a home whose database is newer than we are stays as it is
  const store = openSqliteStore(home.database);
  prepareHome(home);
  clearPipes(home.pipes);
  endLeftClients(home.clients);
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  const parts = partsOf(home, settings, store);
  const daemon = new Daemon(parts);
  reportUnhandled({ problems: daemon.problems, log: parts.log });
  await daemon.start();
  // whoever started us waits for this word
  void say({ ready: true });
  await daemon.untilStopped(stop.signal);
}

function partsOf(home: Home, settings: Settings, store: Store): DaemonParts {
  return {
    home,
    settings,
    store,
    clock: resumedClock(store),
    log: openLog(home.log, settings.log_level),
    version: __AGTMUX_VERSION__,
    build: readBuild(),
    webRoot: join(__dirname, "web"),
  };
}

/** To whoever started us. */
function say(word: object): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || process.send === undefined) return resolve();
    process.send(word, () => {
      if (process.connected) process.disconnect();
      resolve();
    });
  });
}

function readBuild(): string {
  const stamp = join(__dirname, ".stamp");
  return existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const fault = asFault(error);
    // the command that started us says it; its daemon.err is for what nobody could say
    if (process.send && process.connected) process.send({ fault: fault.toBody() });
    else process.stderr.write(`agtmuxd: ${fault.message} [${fault.code}]\n`);
    process.exit(ERRORS[fault.code].exit);
  },
);
