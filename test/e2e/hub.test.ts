import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { member } from "../support/member.ts";
import { startNats } from "../support/nats.ts";
import { AGTMUX, sandbox, spawned, until, untilPane } from "../support/sandbox.ts";

const COMPOSE = resolve(import.meta.dirname, "../../examples/hub.compose.yaml");

/** The words of the hub's command in the example, for another server. */
function hubWords(url: string): string[] {
  const [, words = "[]"] = /^ {4}command: (\["agtmux".*\])$/m.exec(readFileSync(COMPOSE, "utf8")) ?? [];
  return (JSON.parse(words) as string[]).slice(1).map((word) => word.replace("nats://127.0.0.1:4222", url));
}

describe("a hub", () => {
  it("[FL25] it shows the fleet without tmux and a target of its own, by the command of the example", async () => {
    const nats = await startNats();
    const box = await member("one", nats.url, ['allow = ["look", "answer"]']);
    const pane = await box.registered("work");
    box.type(pane, "agtmux signal error 'Build failed'");
    const { ref } = await untilPane(box, pane, ({ shelf }) => shelf === "blocked");
    const there = ref.replace("pane:", "pane:one.");

    const hub = sandbox();
    // a machine without tmux
    const programs = join(hub.dir, "programs");
    mkdirSync(programs);
    symlinkSync(process.execPath, join(programs, "node"));
    symlinkSync("/bin/sh", join(programs, "sh"));
    const words = hubWords(nats.url);
    expect(words).toEqual(["hub", nats.url]);
    const running = spawned(AGTMUX, words, { ...hub.env, PATH: programs });
    await until(
      async () => (await hub.panes().catch(() => null))?.items.some((item) => item.ref === there) === true,
      () => hub.log(),
    );
    expect((await hub.client.targets()).items).toEqual([]);
    expect(await hub.client.health()).toMatchObject({ problems: [] });
    const { members } = await hub.client.fleet();
    expect(members.map(({ name, is_own, panes }) => [name, is_own, panes])).toEqual([
      ["hub", true, 0],
      ["one", false, 1],
    ]);
    expect(await hub.agtmux(["seen", "one"])).toMatchObject({ code: 0, stdout: `${there}: seen\n` });
    await untilPane(box, pane, ({ shelf }) => shelf === null);
    expect(await hub.agtmux(["spawn", "--agent", "claude"])).toMatchObject({
      stderr: expect.stringContaining("there is no target host"),
    });
    running.kill("SIGTERM");
    await until(async () => !(await hub.status()).running);
    expect(await sandbox().agtmux(["hub"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("the address of the fleet"),
    });
  });
});
