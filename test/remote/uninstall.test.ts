import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { UninstallReport } from "../../src/core/protocol/daemon/uninstall.ts";
import { daemonWith } from "../support/remote-target.ts";
import { canNetns, sshHost } from "../support/ssh-host.ts";

it.skipIf(!canNetns)(
  "[PK30] what is removed on a machine over ssh is told with its name, and what is left there by every run, until it is gone",
  async () => {
    const vm = await sshHost();
    const there = join(vm.dir, "root");
    const box = await daemonWith([vm]);
    const here = join(box.dir, "person");
    Object.assign(box.env, { HOME: here });
    for (const home of [there, here]) {
      mkdirSync(join(home, ".claude"), { recursive: true });
      writeFileSync(join(home, ".claude", "settings.json"), "{}\n");
    }
    expect((await box.agtmux(["integrate", "claude"])).code).toBe(0);
    expect((await box.agtmux(["integrate", "claude", "--target", "vm1"])).code).toBe(0);
    const uninstall = () => box.json<UninstallReport>("uninstall", "--keep-data", "--json");
    const onVm = ({ left }: UninstallReport) => left.filter(({ what }) => what.includes("vm1")).map(({ what }) => what);

    const first = await uninstall();
    expect(first.removed.filter((what) => what.startsWith("hooks of Claude Code"))).toEqual([
      `hooks of Claude Code in ${join(here, ".claude/settings.json")}`,
      expect.stringMatching(/^hooks of Claude Code in .*\.claude\/settings\.json on vm1$/),
    ]);
    expect(new Set(first.removed).size).toBe(first.removed.length);
    expect(onVm(first)).toEqual(["~/.agtmux on vm1"]);
    // the daemon has stopped meanwhile
    expect(onVm(await uninstall())).toEqual(["~/.agtmux on vm1"]);
    vm.run(`rm -rf "${vm.home}"`);
    expect(onVm(await uninstall())).toEqual([]);
  },
);
