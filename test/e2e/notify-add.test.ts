import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { receiver } from "../support/receiver.ts";
import { AGTMUX, sandbox, until } from "../support/sandbox.ts";
import { expectRefusal } from "../support/stage.ts";

const OWN = `# mine
markers = "all"   # every pane
`;

describe("notify add", () => {
  it("[CL34] writes channel and rule below what is there, lets the daemon read it and sends a test; remove takes it out", {
    timeout: 180_000,
  }, async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const config = join(box.home, "config.toml");
    writeFileSync(config, OWN);
    const { url, received } = await receiver(() => ({ status: 200 }));
    const words = [
      "webhook",
      "--name",
      "hook",
      "--url",
      url,
      "--token",
      "s3cret",
      "--kinds",
      "done,error",
      "--delay",
      "0s",
    ];
    const added = await box.agtmux(["notify", "add", ...words]);
    expect([added.code, added.stdout]).toEqual([0, expect.stringMatching(/channel hook took a test within/)]);
    expect(received).toHaveLength(1);
    const text = readFileSync(config, "utf8");
    expect(text.startsWith(OWN)).toBe(true);
    expect(text).not.toContain("s3cret");
    const secret = join(box.home, "secrets", "hook-token");
    expect([readFileSync(secret, "utf8"), statSync(secret).mode & 0o777]).toEqual(["s3cret", 0o600]);
    const { channels, rules } = await box.client.notifyStatus();
    expect([channels.map(({ name }) => name), rules]).toEqual([
      ["hook"],
      [expect.stringMatching(/^done, error → hook: at once/), expect.stringMatching(/→ push/)],
    ]);
    expectRefusal(await box.agtmux(["notify", "add", ...words]), "E_USAGE");
    expect((await box.agtmux(["notify", "remove", "hook"])).code).toBe(0);
    expect([(await box.client.notifyStatus()).channels, existsSync(secret)]).toEqual([[], false]);
    expect(readFileSync(config, "utf8").startsWith(OWN.trimEnd())).toBe(true);
  });

  it("[CL34] says what is missing, writes nothing that the daemon would refuse, and keeps a channel whose test failed", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    expectRefusal(await box.agtmux(["notify", "add", "ntfy"]), "E_USAGE");
    expectRefusal(await box.agtmux(["notify", "add", "pigeon"]), "E_USAGE");
    expectRefusal(await box.agtmux(["notify", "add", "desktop", "--delay", "soon"]), "E_CONFIG_INVALID");
    expectRefusal(await box.agtmux(["notify", "remove", "desktop"]), "E_CHANNEL_NOT_FOUND");
    const failed = await box.agtmux(["notify", "add", "webhook", "--url", "http://127.0.0.1:1/"]);
    expect([failed.code, failed.stderr]).toEqual([
      94,
      expect.stringMatching(/the test failed: .*notify remove webhook/),
    ]);
  });

  it("[CL34] on a terminal it asks for all that the channel lacks", async () => {
    const box = sandbox();
    const pane = box.session("first");
    await box.startDaemon();
    const asked = (words: string) =>
      until(
        () => box.screen(pane).includes(words),
        () => box.screen(pane),
      );
    box.type(pane, `${AGTMUX} notify add telegram --no-test`);
    await asked("The token of the bot:");
    box.type(pane, "123:abc");
    await asked("The id of the chat:");
    box.type(pane, "42");
    await asked("channel telegram is ready");
    expect(readFileSync(join(box.home, "secrets", "telegram-token"), "utf8")).toBe("123:abc");
    expect(readFileSync(join(box.home, "config.toml"), "utf8")).toMatch(/^chat_id = "?42"?$/m);
  });
});
