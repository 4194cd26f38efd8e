import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NotifyStatus } from "../../src/core/protocol/notify/notify.ts";
import { killDaemon, stopDaemon } from "../support/daemon-life.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const LONG = { timeout: 180_000 };
const CONFIG = `[notify.channels.mux]
kind = "tmux"

[[notify.rules]]
channels = ["mux"]
delay = "0s"
cooldown = "0s"
only_if_unwatched = false
`;

const notifyStatus = (box: Sandbox) => box.json<NotifyStatus>("notify", "status", "--json");
const flagOf = (box: Sandbox, pane: string) => box.tmux("show-options", "-wqv", "-t", pane, "@agtmux_attention");

async function setUp() {
  const box = sandbox();
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(box.home, "config.toml"), CONFIG);
  box.session("first");
  await box.startDaemon();
  return { box, pane: await box.registered("work") };
}

describe("a window that calls", () => {
  it("[NT1, NT10] is flagged until the call is answered", LONG, async () => {
    const { box, pane } = await setUp();
    box.type(pane, `agtmux signal needs_input "Which #(touch ${box.dir}/ran) database?"`);
    await until(() => flagOf(box, pane) === "input");
    box.type(pane, `agtmux signal working "On it"`);
    await until(() => flagOf(box, pane) === "");
  });

  it("[NT10] of a call that is open over a restart is flagged again, without a second message", LONG, async () => {
    const { box, pane } = await setUp();
    box.type(pane, `agtmux signal needs_input "Which database?"`);
    await until(() => flagOf(box, pane) === "input");
    await until(async () => (await notifyStatus(box)).counts.sent === 1);
    await stopDaemon(box);
    expect(flagOf(box, pane)).toBe("");
    await box.startDaemon();
    await until(() => flagOf(box, pane) === "input");
    expect((await notifyStatus(box)).counts).toMatchObject({ sent: 1, waiting: 0 });
    box.type(pane, `agtmux signal working "On it"`);
    await until(() => flagOf(box, pane) === "");
  });

  it(
    "[NT10, TX5] has no flag when the daemon has stopped; after SIGKILL the next one looks after it",
    LONG,
    async () => {
      const { box, pane } = await setUp();
      box.type(pane, `agtmux signal needs_input "Which database?"`);
      await until(() => flagOf(box, pane) === "input");
      await killDaemon(box);
      expect(flagOf(box, pane)).toBe("input");
      await box.startDaemon();
      box.type(pane, `agtmux signal working "On it"`);
      await untilPane(box, pane, ({ attention }) => attention === null);
      await until(() => flagOf(box, pane) === "");
      box.type(pane, `agtmux signal error "Build failed"`);
      await until(() => flagOf(box, pane) === "error");
      await stopDaemon(box);
      expect(flagOf(box, pane)).toBe("");
    },
  );
});
