import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isatty } from "node:tty";
import { parseArgs } from "node:util";
import { ERRORS } from "../core/protocol/base/error-codes.ts";
import { asFault, Fault } from "../core/protocol/base/fault.ts";
import type { Settings } from "../core/protocol/settings/settings.ts";
import { systemClock } from "./base/clock.ts";
import { type Home, homeAt, prepareHome } from "./base/home.ts";
import { isJournal, openLog } from "./base/log.ts";
import { takeNextStart } from "./base/next-start.ts";
import { checkStart } from "./check-start.ts";
import type { DaemonParts } from "./create-services.ts";
import { Daemon } from "./daemon.ts";
import type { ConnectLink } from "./fleet/fleet-link.ts";
import type { OpenHttpSessions } from "./mcp/open-mcp-http.ts";
import { readOwnAgents } from "./read-own-agents.ts";
import { loadSettings } from "./read-settings.ts";
import { readInstalledPack } from "./runtimes/read-installed-pack.ts";
import { readInherited } from "./server/hand-over.ts";
import type { Inherited } from "./server/loopback.ts";
import { type HomeLock, lockHome } from "./store/lock.ts";
import { repairDatabase } from "./store/repair.ts";
import { openSqliteStore } from "./store/sqlite-store.ts";
import type { Store } from "./store/store.ts";
import { resumedClock } from "./targets/clock-memory.ts";
import { endLeftClients } from "./targets/local/local-clients.ts";
import { clearPipes } from "./targets/pipes/clear-pipes.ts";
import { reportUnhandled } from "./unhandled.ts";

/** Replaced at build time by package.json's version. */
declare const __AGTMUX_VERSION__: string;

/** Bytes that the kernel accepts, less one. */
const LONGEST_SOCKET_PATH = process.platform === "linux" ? 107 : 103;

/** A little longer than a daemon may take to stop. */
const HANDED_OVER_MS = 30_000;
const LOOK_MS = 25;

const OPTIONS = {
  "tmux-socket": { type: "string" },
  port: { type: "string" },
  /** Repairs the database instead of starting, for `agtmux doctor --repair`. */
  repair: { type: "boolean" },
  /** Reports whether a start would succeed, without starting, for `agtmux daemon restart` and `agtmux doctor`. */
  check: { type: "boolean" },
  /** Listening sockets of the previous daemon, which may still hold the home's lock: `PID:PORT:FD[,FD]`. */
  inherit: { type: "string" },
} as const;

async function main(): Promise<void> {
  process.umask(0o077);
  const home = homeAt(resolve(process.env.AGTMUX_HOME ?? join(homedir(), ".agtmux")));
  const given = parseArgs({ options: OPTIONS }).values;
  const left = isSupervised() && !given.check ? takeNextStart(home.nextStart, Date.now()) : [];
  const values = { ...given, ...parseArgs({ args: left, options: OPTIONS, strict: false }).values } as typeof given;
  const flags = { tmux_socket: values["tmux-socket"], port: values.port };
  const own = readOwnAgents(home.agents);
  const settings = loadSettings(home.config, process.env, flags, own.names);
  const pack = readInstalledPack(home.packs, settings.pack_keys);
  if (Buffer.byteLength(home.socket) > LONGEST_SOCKET_PATH)
    throw new Fault("E_HOME_UNUSABLE", `${home.socket} is too long a path for a socket: choose a shorter AGTMUX_HOME`);
  // tmux and people read it line by line
  if (/[\u0000-\u001f\u007f]/.test(home.dir))
    throw new Fault("E_HOME_UNUSABLE", "AGTMUX_HOME has a line break or another control character in its name");
  if (values.check) {
    checkStart(home, (scratch) => {
      new Daemon(partsOf(scratch, settings, openSqliteStore(scratch.database), { ownAgents: own, pack }));
    });
    return await say({ checked: true });
  }
  const inherited = readInherited(values.inherit ?? "");
  const lock = inherited === null ? lockHome(home.dir) : await lockAfter(inherited.from, home.dir);
  try {
    if (values.repair) return await say({ repair: repairDatabase(home, systemClock().now()) });
    await serve(home, settings, { ...startedBy(inherited), ownAgents: own, pack });
  } finally {
    lock.release();
  }
}

/** Waits for the previous daemon, which started us and is stopping, so that both do not work in tmux at once. */
async function lockAfter(before: number, dir: string): Promise<HomeLock> {
  for (const deadline = Date.now() + HANDED_OVER_MS; process.ppid === before && Date.now() < deadline; )
    await sleep(LOOK_MS);
  return lockHome(dir);
}

async function serve(home: Home, settings: Settings, starter: Starter): Promise<void> {
  // before anything is written: a home with a newer database must stay unchanged
  const store = openSqliteStore(home.database);
  prepareHome(home);
  clearPipes(home.pipes);
  endLeftClients(home.clients);
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  const parts = partsOf(home, settings, store, starter);
  const daemon = new Daemon(parts);
  reportUnhandled({ problems: daemon.problems, log: parts.log });
  await daemon.start();
  // the parent process waits for this message
  void say({ ready: true });
  await daemon.untilStopped(stop.signal);
  if (daemon.isToBeStartedAgain)
    throw new Fault("E_RESTARTING", "ended for 'agtmux daemon restart': its supervisor is to start it again");
}

function partsOf(home: Home, settings: Settings, store: Store, starter: Starter): DaemonParts {
  return {
    home,
    settings,
    store,
    clock: resumedClock(store),
    log: openLog(home.log, settings.log_level, isJournal(process.env.JOURNAL_STREAM)),
    version: __AGTMUX_VERSION__,
    build: readBuild(),
    webRoot: join(__dirname, "web"),
    shellParser: join(__dirname, "sh-syntax.wasm"),
    loadConnect,
    loadMcpHttp,
    ...starter,
  };
}

/** Sockets and flags from the former daemon and the supervisor, and the agents of the user's own. */
type Starter = Pick<DaemonParts, "inherited" | "isSupervised" | "notifySocket" | "ownAgents" | "pack">;

function startedBy(inherited: Inherited | null): Starter {
  const { NOTIFY_SOCKET: notifySocket } = process.env;
  // what we start is not the service
  delete process.env.NOTIFY_SOCKET;
  // a former daemon that was the service has made us the service
  const isService = inherited === null || notifySocket !== undefined;
  return { inherited, isSupervised: isService && isSupervised(), notifySocket };
}

/** `daemon start` has a channel to us, and a person who types `daemon run` a terminal. */
function isSupervised(): boolean {
  return process.send === undefined && ![0, 1, 2].some(isatty);
}

/** Sends a message to the parent process. */
function say(word: object): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || process.send === undefined) return resolve();
    process.send(word, () => {
      if (process.connected) process.disconnect();
      resolve();
    });
  });
}

/** The library of the fleet's server is in a bundle of its own. */
function loadConnect(): ConnectLink {
  const path = join(__dirname, "nats.cjs");
  return (require(path) as { connectNats: ConnectLink }).connectNats;
}

/** The library of MCP is in a bundle of its own. */
function loadMcpHttp(): OpenHttpSessions {
  const path = join(__dirname, "mcp-http.cjs");
  return (require(path) as { openHttpSessions: OpenHttpSessions }).openHttpSessions;
}

function readBuild(): string {
  const stamp = join(__dirname, ".stamp");
  return existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const fault = asFault(error);
    // the command that started us prints the fault; daemon.err is for what could not be sent to it
    if (process.send && process.connected) process.send({ fault: fault.toBody() });
    else process.stderr.write(`agtmuxd: ${fault.message} [${fault.code}]\n`);
    process.exit(ERRORS[fault.code].exit);
  },
);
