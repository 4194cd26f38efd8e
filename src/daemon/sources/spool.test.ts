import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import type { DaemonStatus } from "../../core/protocol/daemon/daemon.ts";
import { formatSpoolEntry } from "../../core/spool/spool-entry.ts";
import { systemClock } from "../base/clock.ts";
import { homeAt, prepareHome } from "../base/home.ts";
import { openLog } from "../base/log.ts";
import { Daemon } from "../daemon.ts";
import { loadSettings } from "../read-settings.ts";
import { openDatabase } from "../store/open-database.ts";
import { sqliteStore } from "../store/sqlite-store.ts";

const NONE = { pane: null, tmux: null, pid: null, start: null, session: null };
const ENTRIES = 600;

it("[FT2] while the disk is full nothing is consumed and the problem is told; with room it goes on by itself", async () => {
  const { home, db, store, health } = await runningDaemon();
  const waiting = () => readdirSync(home.spool.new).length;
  const drop = (name: string, event: string, payload: string) => {
    const agent = event === "register" ? "agtmux" : "schmux";
    writeFileSync(join(home.spool.tmp, name), formatSpoolEntry({ ...NONE, agent, event, pane: "%0", payload }));
    renameSync(join(home.spool.tmp, name), join(home.spool.new, name));
  };
  drop("first", "working", "there is room");
  await eventually(() => waiting() === 0);
  expect(store.countEvents()).toEqual({ bound: 0, pending_bind: 1, dropped_unbound: 0 });

  db.pragma(`max_page_count = ${db.pragma("page_count")}`);
  const registration = JSON.stringify({
    session_id: "s1",
    workspace_id: "w1",
    workspace: home.dir,
    status_file: join(home.dir, ".schmux", "signal", "s1"),
    pane_id: "%0",
    tmux_server_pid: 1,
  });
  for (let n = 0; n < ENTRIES; n += 1) drop(`n${n}`, "working", `entry ${n} ${"x".repeat(4_000)}`);
  drop("registration", "register", registration);
  await eventually(async () => (await health()).problems.some(({ code }) => code === "E_DISK_FULL"));
  // still so after several slow scans
  await sleep(300);
  const [problem] = (await health()).problems.filter(({ code }) => code === "E_DISK_FULL");
  expect(problem?.message).toMatch(/disk is full.*nothing is lost/);
  expect(waiting()).toBe(ENTRIES + 1);
  expect(store.countEvents()).toEqual({ bound: 0, pending_bind: 1, dropped_unbound: 0 });
  expect(readdirSync(home.spool.rejected)).toEqual([]);

  db.pragma("max_page_count = 1000000");
  await eventually(() => waiting() === 0);
  expect(store.countEvents()).toEqual({ bound: 0, pending_bind: ENTRIES + 1, dropped_unbound: 0 });
  expect(new Set(store.pendingEvents().map(({ event }) => event.message)).size).toBe(ENTRIES + 1);
  await eventually(async () => (await health()).problems.every(({ code }) => code !== "E_DISK_FULL"));
});

/** The daemon as main.ts builds it, with a database whose size the test can limit and without a tmux server. */
async function runningDaemon() {
  const home = homeAt(mkdtempSync(join(tmpdir(), "agtmux-spool-")));
  prepareHome(home);
  const environment = {
    AGTMUX_TMUX_SOCKET: `agtmux-none-${process.pid}`,
    AGTMUX_PORT: "0",
    AGTMUX_RECONCILE: "50ms",
    // signals of other programs on this machine must not be stored here
    SQUAD_SIGNAL_DIR: home.dir,
  };
  const db = openDatabase(home.database);
  const store = sqliteStore(db);
  const daemon = new Daemon({
    home,
    settings: loadSettings(home.config, environment, {}),
    store,
    clock: systemClock(),
    log: openLog(home.log, "info"),
    version: "0.0.0",
    build: "",
    webRoot: home.dir,
    shellParser: "/nowhere",
  });
  await daemon.start();
  onTestFinished(async () => {
    await daemon.untilStopped(AbortSignal.abort());
    rmSync(home.dir, { recursive: true, force: true });
  });
  const health = () =>
    new Promise<DaemonStatus>((done, fail) => {
      get({ socketPath: home.socket, path: "/v1/health" }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => done(JSON.parse(Buffer.concat(chunks).toString()) as DaemonStatus));
      }).on("error", fail);
    });
  return { home, db, store, health };
}

async function eventually(check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`never so: ${check}`);
    await sleep(20);
  }
}
