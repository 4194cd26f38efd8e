import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { killDaemon } from "../support/daemon-life.ts";
import { messages, query } from "../support/event-log.ts";
import { marker, print } from "../support/print.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";

const ENTRIES = 10_000;
const KILLS = 20;

describe("a daemon that is killed again and again", () => {
  it("[SR1, DM15] with ten thousand entries and twenty SIGKILLs every event is applied exactly once", {
    timeout: 180_000 + KILLS * 6_000,
  }, async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    const server = box.tmux("display-message", "-p", "#{socket_path},#{pid},0");
    const entry = (n: number) => ({ agent: "schmux", event: "working", pane, tmux: server, payload: `entry ${n}` });
    let dropped = 0;
    const dropSome = (count: number) => {
      for (let n = 0; n < count; n += 1) drop(box, entry(dropped++));
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      dropSome(ENTRIES / KILLS / 2);
      // during or right after reading them
      await sleep(Math.random() * 30);
      await killDaemon(box);
      dropSome(ENTRIES / KILLS / 2 - 1);
      if (kill % 2 === 0) await startAndKill(box, kill % 4 === 0 ? "at its first removal" : "at any time");
      dropSome(1);
      await box.startDaemon();
    }
    drop(box, { ...entry(ENTRIES), event: "needs_input" });
    await until(
      () => waiting(box) === 0,
      () => `${waiting(box)} entries are left`,
    );
    const [count] = query<{ rows: number; different: number; bound: number }>(
      box,
      `SELECT count(*) AS rows, count(DISTINCT message) AS different, sum(bind_status = 'bound') AS bound
         FROM events WHERE source = 'command'`,
    );
    expect(count).toEqual({ rows: ENTRIES + 1, different: ENTRIES + 1, bound: ENTRIES + 1 });
    const last = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    expect(last).toMatchObject({ message: `entry ${ENTRIES}`, attention: { kind: "input" } });
    expect(readdirSync(join(box.home, "spool", "rejected"))).toEqual([]);
    expect(query(box, "SELECT runtime_id FROM runtimes")).toEqual([{ runtime_id: last.runtime_id }]);

    await killDaemon(box);
    await box.startDaemon();
    expect(await box.pane(pane)).toMatchObject({
      state: last.state,
      message: last.message,
      since: last.since,
      attention: last.attention,
      nudge_seq: last.nudge_seq,
      runtime_id: last.runtime_id,
    });
  });

  it("[SR1, SR7, SR16, DM15] markers and status files are told once, whenever the daemon is killed", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const printing = await box.registered("printing");
    const writing = await box.registered("writing");
    const file = await box.statusFile(writing);
    const rounds = Array.from({ length: 10 }, (_, n) => n);
    for (const n of rounds) {
      print(box, printing, `${marker("needs_input", `marker ${n}`)}\n`);
      writeFileSync(file, `needs_input file ${n}\n`);
      // before, during or after reading
      await sleep(Math.random() * 60);
      await killDaemon(box);
      if (n % 3 === 0) await until(() => box.screen(printing).includes(`marker ${n}]>--`));
      await box.startDaemon();
    }
    const heard = await untilPane(box, printing, ({ message }) => message === "marker 9");
    const read = await untilPane(box, writing, ({ message }) => message === "file 9");
    expect(messages(box, "marker", printing)).toEqual(rounds.map((n) => `marker ${n}`));
    const files = messages(box, "status_file", writing);
    expect(files).toEqual([...new Set(files)]);
    expect(messages(box, "marker", writing)).toEqual([]);
    await killDaemon(box);
    await box.startDaemon();
    const kept = ({ state, nudge_seq, attention, since }: typeof heard) => ({ state, nudge_seq, attention, since });
    expect(kept(await untilPane(box, printing, ({ state }) => state === "waiting_input"))).toEqual(kept(heard));
    expect(kept(await untilPane(box, writing, ({ state }) => state === "waiting_input"))).toEqual(kept(read));
    expect(messages(box, "marker", printing)).toHaveLength(rounds.length);
  });
});

/** Kills a daemon while it starts: during its first removal of committed entries, or at a random time. */
async function startAndKill(box: Sandbox, when: "at its first removal" | "at any time"): Promise<void> {
  const before = waiting(box);
  const started = box.agtmux(["daemon", "start"]);
  const deadline = performance.now() + 3_000;
  if (when === "at any time") await sleep(100 + Math.random() * 250);
  // busy-wait: a pause would be longer than the moment to catch
  else while (waiting(box) === before && performance.now() < deadline);
  // it may not have written its pid yet
  await killDaemon(box).catch(() => undefined);
  await started;
}

function waiting(box: Sandbox): number {
  return readdirSync(join(box.home, "spool", "new")).length;
}
