import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { WatchEvent } from "../../src/core/protocol/lists/watch-event.ts";
import { stopDaemon } from "../support/daemon-life.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

describe("a damaged database", () => {
  it("[FT5, DB4] is refused; repaired, everything that can be read again is, and old cursors are told so", {
    timeout: 180_000,
  }, async () => {
    // every start considers its backup too old
    const box = sandbox({ AGTMUX_BACKUP_EVERY: "1ms", AGTMUX_BACKUP_KEEP: "2" });
    const copies = () => {
      const dir = join(box.home, "database-backups");
      return existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith(".db")) : [];
    };
    const newest = () =>
      Math.max(0, ...copies().map((name) => statSync(join(box.home, "database-backups", name)).mtimeMs));
    const first = box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    const file = await box.statusFile(pane);
    writeFileSync(file, "needs_input Which one?\n");
    const before = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    const told = (await box.agtmux(["watch", "--format", "jsonl", "--once"])).stdout.trimEnd().split("\n");
    const { cursor } = JSON.parse(told.at(-1) ?? "") as WatchEvent;
    await stopDaemon(box);
    // two backups in the same second would have the same name
    const known = newest();
    await box.startDaemon();
    await until(
      () => newest() > known,
      () => `${copies()}\n${box.log()}`,
    );
    expect((await box.agtmux(["doctor", "--repair", "--yes"])).code).toBe(11);
    // this change is newer than the backup
    writeFileSync(file, "error It broke\n");
    await untilPane(box, pane, ({ state }) => state === "error");
    await stopDaemon(box);
    for (const name of copies()) expect(statSync(join(box.home, "database-backups", name)).mode & 0o777).toBe(0o600);

    const path = join(box.home, "agtmux.db");
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 100, 4096);
    writeFileSync(path, bytes);
    const refused = await box.agtmux(["daemon", "start"]);
    expect([refused.code, refused.stderr]).toEqual([14, expect.stringContaining("agtmux doctor --repair")]);
    expect(readFileSync(path)).toEqual(bytes);
    expect((await box.agtmux(["doctor", "--repair"])).code).toBe(68);

    const repaired = await box.agtmux(["doctor", "--repair", "--yes"]);
    expect([repaired.code, repaired.stdout]).toEqual([0, expect.stringMatching(/In its place is the backup of/)]);
    await box.startDaemon();
    const after = await untilPane(box, pane, ({ state }) => state === "error");
    expect([after.runtime_id, after.message]).toEqual([before.runtime_id, "It broke"]);
    expect((await box.pane(first)).identity.pane_id).toBe(first);
    const old = await box.agtmux(["watch", "--since", cursor, "--format", "jsonl", "--once"]);
    expect(old.code).toBe(41);
  });
});
