import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { until } from "../support/sandbox.ts";
import { shownPane, untilSame, untilTitle } from "../support/shown-pane.ts";
import { type Storm, stormCommand } from "../support/storm.ts";
import { type TerminalViewer, view } from "../support/terminal-viewer.ts";

/** Set AGTMUX_TEST_STORM_MB=50 for the long run. */
const MEGABYTES = Number(process.env.AGTMUX_TEST_STORM_MB ?? 6);

/** A pane whose storm begins only when viewers can connect. */
async function beforeStorm(storm: Storm) {
  const { box, pane } = await shownPane((made) => `read go; ${stormCommand(made, storm)}`);
  return { box, pane, begins: () => box.tmux("send-keys", "-t", pane, "Enter") };
}

const isClean = ({ gaps, torn }: TerminalViewer) => gaps === 0 && torn === 0;
const reasons = (viewer: TerminalViewer) => viewer.all("bootstrap").map(({ reason }) => reason);

describe("a viewer", () => {
  it("[TS1] shows what is there, and what comes", async () => {
    const { box, pane } = await shownPane();
    box.type(pane, "seq 1 300; printf '\\033[1;31mred\\033[0m \\033[44mblue\\033[0m\\n'");
    await until(() => box.screen(pane).includes("blue"));
    const viewer = await view(box, pane);
    await untilSame(box, pane, viewer);
    expect(viewer.terminal.buffer.active.getLine(10)?.translateToString(true)).toMatch(/^\d+$/);
    box.type(pane, "echo more");
    await until(() => viewer.rows().join("\n").includes("\nmore"));
    await untilSame(box, pane, viewer);
    expect(isClean(viewer)).toBe(true);
  });

  it.each<Storm>([
    { kind: "screen", seed: 1, kilobytes: 3_000, pauseMs: 1 },
    { kind: "screen", seed: 2, kilobytes: 3_000, pauseMs: 1, resets: 0 },
    { kind: "lines", seed: 3, kilobytes: 3_000 },
    { kind: "lines", seed: 4, kilobytes: 3_000, resets: 0 },
  ])("[TS1, TS5] whenever it comes in a storm of $kind ($seed), shows the same as tmux in the end", async (storm) => {
    const { box, pane, begins } = await beforeStorm(storm);
    // a busy neighbour prints to the same client until it is paused
    box.tmux("split-window", "-d", "-t", pane, "exec yes neighbour");
    const viewers: TerminalViewer[] = [];
    const over = untilTitle(box, pane, "done").then(() => true);
    begins();
    do viewers.push(await view(box, pane));
    while (viewers.length < 12 && !(await Promise.race([over, sleep(50).then(() => false)])));
    await over;
    for (const viewer of viewers) await untilSame(box, pane, viewer);
    expect(viewers.every(isClean)).toBe(true);
  });

  it("[TS1] sees a program on the alternate screen, and the main screen when it ends", async () => {
    const { box, pane } = await shownPane();
    const file = join(box.dir, "long.txt");
    writeFileSync(file, Array.from({ length: 500 }, (_, n) => `line ${n} 漢字 ${"x".repeat(n % 90)}`).join("\n"));
    box.type(pane, "echo before");
    box.type(pane, `less -R ${file}`);
    await until(() => box.screen(pane).includes("line 20"));
    const viewer = await view(box, pane);
    expect(viewer.all("bootstrap")[0]?.alternate).toBe(true);
    await untilSame(box, pane, viewer);
    for (const key of ["Space", "Space", "b", "/"]) box.tmux("send-keys", "-t", pane, key);
    box.tmux("send-keys", "-t", pane, "line 300", "Enter");
    await until(() => box.screen(pane).includes("line 300"));
    await untilSame(box, pane, viewer);
    box.tmux("send-keys", "-t", pane, "q");
    await until(() => box.screen(pane).includes("before"));
    await untilSame(box, pane, viewer);
  });

  it("[TS1] begins inside an escape sequence and inside a character as if it had been there before", async () => {
    const { box, pane } = await shownPane(
      () =>
        `stty -echo; printf 'a\\033[3'; read x; printf '1mred \\346'; read x; printf '\\274\\242 \\033[0mend'; read x`,
    );
    await until(() => box.screen(pane).includes("a"));
    const first = await view(box, pane);
    box.tmux("send-keys", "-t", pane, "Enter");
    await until(() => box.screen(pane).includes("red"));
    const second = await view(box, pane);
    box.tmux("send-keys", "-t", pane, "Enter");
    await until(() => box.screen(pane).includes("end"));
    for (const viewer of [first, second]) await untilSame(box, pane, viewer);
    expect(box.screen(pane)).toBe("ared 漢 end");
  });

  it("[TS5] keeps the looks that tmux does not tell, or mends them", async () => {
    const { box, pane } = await shownPane(
      () =>
        `stty -echo; printf '\\033[32mgreen '; read x; printf 'and green '; read x; printf '\\033[7m\\r\\n'; read x; printf 'inverse'; read x`,
    );
    await until(() => box.screen(pane).includes("green"));
    const viewers = [await view(box, pane)];
    for (const word of ["and green", "", "inverse"]) {
      box.tmux("send-keys", "-t", pane, "Enter");
      await until(() => box.screen(pane).includes(word));
      await sleep(100);
      viewers.push(await view(box, pane));
    }
    for (const viewer of viewers) await untilSame(box, pane, viewer);
  });

  it("[TS6, TS5] is told the size, and every new one, in the middle of output", async () => {
    const { box, pane, begins } = await beforeStorm({ kind: "lines", seed: 5, kilobytes: 2_000, pauseMs: 2 });
    const viewer = await view(box, pane);
    begins();
    const sizes = [
      [90, 30],
      [140, 50],
      [100, 20],
    ];
    for (const [cols, rows] of sizes) {
      box.tmux("resize-window", "-t", pane, "-x", String(cols), "-y", String(rows));
      await until(() => viewer.all("bootstrap").at(-1)?.cols === cols);
    }
    await untilTitle(box, pane, "done");
    await untilSame(box, pane, viewer);
    const resizes = viewer.all("bootstrap").filter(({ cols }, n, all) => n > 0 && cols !== all[n - 1]?.cols);
    expect(resizes.map(({ cols, rows }) => [cols, rows])).toEqual(sizes);
    // a viewer that did not keep up is told that instead
    for (const { reason } of resizes) expect(["resized", "behind"]).toContain(reason);
    expect(viewer.gaps).toBe(0);
  });
});

describe("a viewer that does not keep up", () => {
  it("[TS2] loses only what would wait for it, is told so, and shows no gap", async () => {
    const { box, pane, begins } = await beforeStorm({ kind: "lines", seed: 6, kilobytes: MEGABYTES * 1_000 });
    const slow = await view(box, pane, { bytesPerSecond: 600_000 });
    const fast = await view(box, pane);
    begins();
    await untilTitle(box, pane, "done");
    for (const viewer of [fast, slow]) await untilSame(box, pane, viewer);
    expect(reasons(slow)).toContain("behind");
    expect(slow.all("bootstrap").reduce((all, { skipped }) => all + skipped, 0)).toBeGreaterThan(1_000_000);
    expect([slow.gaps, fast.gaps]).toEqual([0, 0]);
    expect(slow.received).toBeLessThan(MEGABYTES * 1_000_000);
  });

  it("[TS2] that never acknowledges anything stalls neither the program nor other viewers", async () => {
    const { box, pane, begins } = await beforeStorm({ kind: "lines", seed: 7, kilobytes: MEGABYTES * 1_000 });
    const mute = await view(box, pane, { acks: false });
    const deaf = await view(box, pane);
    deaf.socket.pause();
    const other = await view(box, pane);
    begins();
    await untilTitle(box, pane, "done");
    await untilSame(box, pane, other);
    expect(other.gaps).toBe(0);
    expect(mute.received).toBeLessThan(2_500_000);
    expect(new Set(reasons(mute))).not.toContain("behind");
    deaf.socket.resume();
    await untilSame(box, pane, deaf);
    expect(deaf.gaps).toBe(0);
  });

  it("[TS2] is cut off and comes again", async () => {
    const { box, pane, begins } = await beforeStorm({ kind: "screen", seed: 8, kilobytes: 2_000, pauseMs: 1 });
    begins();
    for (let times = 0; times < 4; times += 1) (await view(box, pane)).socket.terminate();
    const viewer = await view(box, pane);
    await untilTitle(box, pane, "done");
    await untilSame(box, pane, viewer);
    expect(isClean(viewer)).toBe(true);
  });
});
