import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { SoakPlace } from "../soak/soak-place.ts";
import { sandbox, until } from "../support/sandbox.ts";

const PANES = 80;
/** Longer than the pause after which pipes are replaced. */
const STOPPED_MS = 4_000;
/** For the pipes that are replaced at the same time, and the processes that make them. */
const SPARE = 60;

it("[TX20] a daemon that stood still replaces the pipes of its panes a few at a time", async () => {
  const box = sandbox();
  const place = new SoakPlace("host", box, PANES);
  const { pid } = await box.startDaemon();
  place.register();
  await until(async () => (await box.panes()).summary.agents === PANES);
  const descriptors = () => readdirSync(`/proc/${pid}/fd`).length;
  const pipes = () => readdirSync(`${box.home}/pipes`);
  let usual = 0;
  await until(async () => {
    usual = descriptors();
    await sleep(1_000);
    return pipes().length === PANES && usual > PANES && descriptors() === usual;
  });
  const before = new Set(pipes());
  process.kill(pid as number, "SIGSTOP");
  await sleep(STOPPED_MS);
  process.kill(pid as number, "SIGCONT");
  let most = 0;
  const kept = () => pipes().filter((path) => before.has(path)).length;
  await until(
    async () => {
      for (let n = 0; n < 50; n += 1) {
        most = Math.max(most, descriptors());
        await sleep(1);
      }
      return pipes().length === PANES && kept() === 0;
    },
    () => `${kept()} of ${pipes().length} pipes are as before\n${box.log()}`,
  );
  expect(most).toBeLessThanOrEqual(usual + SPARE);
});
