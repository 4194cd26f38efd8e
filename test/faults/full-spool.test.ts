import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { killDaemon } from "../support/daemon-life.ts";
import { query } from "../support/event-log.ts";
import { isLong } from "../support/long.ts";
import { marker, print } from "../support/print.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";

const ENTRIES = isLong ? 100_000 : 4_000;
const PAYLOAD = "x".repeat(4_000);
/** Above a daemon's usual memory, but less than that plus all entries at once. */
const MAX_MEGABYTES = 350;
/** Milliseconds between directory listings: listing so many names blocks their removal. */
const LOOK_MS = 1_000;
const PATIENCE_MS = 600_000;

it(`[FT4] a spool of ${ENTRIES} files is consumed, in bounded memory, and what is said meanwhile comes through at once`, {
  timeout: PATIENCE_MS + 120_000,
}, async () => {
  const box = sandbox();
  box.session("first");
  await box.startDaemon();
  const [old, live, printing] = [
    await box.registered("old"),
    await box.registered("live"),
    await box.registered("out"),
  ];
  const tmux = box.tmux("display-message", "-p", "#{socket_path},#{pid},0");
  await killDaemon(box);
  for (let n = 0; n < ENTRIES; n += 1)
    drop(box, { agent: "schmux", event: "working", pane: old, tmux, payload: `entry ${n} ${PAYLOAD}` });
  const { pid } = await box.startDaemon();

  drop(box, { agent: "schmux", event: "needs_input", pane: live, tmux, payload: "said meanwhile" });
  await untilPane(box, live, ({ message }) => message === "said meanwhile");
  const left = waiting(box);
  print(box, printing, `${marker("completed", "printed meanwhile")}\n`);
  await untilPane(box, printing, ({ message }) => message === "printed meanwhile");
  // it was shown before all the other entries were consumed
  expect(left).toBeGreaterThan(0);

  let most = 0;
  await until(
    async () => {
      await sleep(LOOK_MS);
      most = Math.max(most, megabytesOf(pid as number));
      return waiting(box) === 0;
    },
    () => `${waiting(box)} are left`,
    PATIENCE_MS,
  );
  expect(most).toBeLessThan(MAX_MEGABYTES);
  expect(readdirSync(join(box.home, "spool", "rejected"))).toEqual([]);
  const [count] = query(
    box,
    `SELECT count(*) AS rows, count(DISTINCT message) AS different, sum(bind_status = 'bound') AS bound
       FROM events WHERE source = 'command' AND pane_id = ?`,
    old,
  );
  expect(count).toEqual({ rows: ENTRIES, different: ENTRIES, bound: ENTRIES });
  const { message } = await box.pane(old);
  expect(message.split(" ").slice(0, 2)).toEqual(["entry", String(ENTRIES - 1)]);
});

function waiting(box: Sandbox): number {
  return readdirSync(join(box.home, "spool", "new")).length;
}

/** Resident memory of the process. */
function megabytesOf(pid: number): number {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_024;
}
