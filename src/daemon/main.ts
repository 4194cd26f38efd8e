import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ERRORS } from "../core/protocol/error-codes.ts";
import { asFault, Fault } from "../core/protocol/fault.ts";
import type { Settings } from "../core/protocol/settings.ts";
import { systemClock } from "./clock.ts";
import { Daemon } from "./daemon.ts";
import { type Home, homeAt, prepareHome } from "./home.ts";
import { openLog } from "./log.ts";
import { loadSettings } from "./read-settings.ts";
import { lockHome } from "./store/lock.ts";
import { openSqliteStore } from "./store/sqlite-store.ts";

/** Replaced at build time by package.json's version. */
declare const __AGTMUX_VERSION__: string;

/** What the kernel takes, less one byte. */
const LONGEST_SOCKET_PATH = process.platform === "linux" ? 107 : 103;

async function main(): Promise<void> {
  process.umask(0o077);
  const { values } = parseArgs({ options: { "tmux-socket": { type: "string" }, port: { type: "string" } } });
  const home = homeAt(resolve(process.env.AGTMUX_HOME ?? join(homedir(), ".agtmux")));
  const flags = { tmux_socket: values["tmux-socket"], port: values.port };
  const settings = loadSettings(home.config, process.env, flags);
  if (Buffer.byteLength(home.socket) > LONGEST_SOCKET_PATH)
    throw new Fault("E_HOME_UNUSABLE", `${home.socket} is too long a path for a socket: choose a shorter AGTMUX_HOME`);
  const lock = lockHome(home.dir);
  try {
    await serve(home, settings);
  } finally {
    lock.release();
  }
}

async function serve(home: Home, settings: Settings): Promise<void> {
  // before anything else is written: a home whose database is newer than we are stays as it is
  const store = openSqliteStore(home.database);
  prepareHome(home);
  const log = openLog(home.log, settings.log_level);
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  const daemon = new Daemon({
    home,
    settings,
    store,
    clock: systemClock(),
    log,
    version: __AGTMUX_VERSION__,
    build: readBuild(),
    webRoot: join(__dirname, "web"),
  });
  await daemon.start();
  // whoever started us waits for this word
  if (process.connected) process.send?.({ ready: true }, () => process.connected && process.disconnect());
  await daemon.untilStopped(stop.signal);
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
