import { join } from "node:path";
import { expect, it } from "vitest";
import { repository, spawnBox } from "../support/spawn-box.ts";

it("[CL35] spawn prints commands that reach the agent whatever tmux server it runs in", async () => {
  const box = await spawnBox();
  const { stdout } = await box.agtmux(["spawn", "--agent", "claude", "--workspace", repository(join(box.dir, "shop"))]);
  const [, ref = ""] = /^ {2}look +agtmux attach (\S+)$/m.exec(stdout) ?? [];
  const { stdout: shown } = await box.agtmux(["attach", ref, "--print"]);
  expect(shown).toMatch(new RegExp(`^tmux -S \\S*/${box.socketName} attach-session `));
  expect(stdout).toContain(`  remove     agtmux dispose ${ref}\n`);
});
