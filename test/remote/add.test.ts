import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ERRORS, type ErrorCode } from "../../src/core/protocol/base/error-codes.ts";
import { addTarget, QUICK, targetOf, untilTarget } from "../support/remote-target.ts";
import { type Sandbox, sandbox } from "../support/sandbox.ts";
import { canNetns, type SshHost, sshHost } from "../support/ssh-host.ts";

interface Obstacle {
  code: ErrorCode;
  /** The message shown. */
  words: RegExp;
  needsNetns?: boolean;
  break(vm: SshHost): unknown;
  repair(vm: SshHost): unknown;
}

/** Each can be repaired. */
const OBSTACLES: Record<string, Obstacle> = {
  "an unknown host key": {
    code: "E_SSH_HOST_KEY",
    words: /ssh does not know the key of vm1 yet: run `ssh -F \S+ vm1` once and answer yes/,
    break: (vm) => setAside(vm.knownHosts, ""),
    repair: (vm) => putBack(vm.knownHosts),
  },
  "a key that is not accepted": {
    code: "E_SSH_LOGIN",
    words: /needs a password or passphrase, which a daemon cannot type: set up a key \(ssh-copy-id vm1\)/,
    break: (vm) => setAside(join(vm.dir, "authorized_keys"), ""),
    repair: (vm) => putBack(join(vm.dir, "authorized_keys")),
  },
  "a closed port": {
    code: "E_TARGET_UNREACHABLE",
    words: /vm1 is added, but no ssh server listens on vm1 \(connection refused\)/,
    break: (vm) => setAside(vm.sshConfig, readFileSync(vm.sshConfig, "utf8").replace(/Port \d+/, "Port 1")),
    repair: (vm) => putBack(vm.sshConfig),
  },
  "a machine without tmux": {
    code: "E_TMUX_MISSING",
    words: /tmux is not installed on vm1: install it there with its system's packages/,
    // the host shares our files: only mounts are its own
    needsNetns: true,
    break: (vm) => vm.run("mount --bind /dev/null $(command -v tmux)"),
    repair: (vm) => vm.run("umount $(mount | sed -n 's|.* on \\(/.*/tmux\\) .*|\\1|p')"),
  },
  "a home that cannot be written": {
    code: "E_TARGET_UNUSABLE",
    words: /vm1 cannot be used: \S+ cannot be written there: /,
    break: (vm) => writeFileSync(vm.home, "not a directory"),
    repair: (vm) => rmSync(vm.home),
  },
};

const obstacles = Object.entries(OBSTACLES).filter(([, { needsNetns }]) => needsNetns !== true || canNetns());

describe.each(obstacles)("a target behind %s", (_, obstacle) => {
  it("[TG2, TG5, TG6] is told in words and by code, stays added, and is connected to when somebody asks", async () => {
    const { vm, box } = await brokenTarget(obstacle);
    obstacle.repair(vm);
    expect(await box.agtmux(["target", "connect", "vm1"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^vm1 is connected: tmux \S+, 1 pane\n$/),
      stderr: "",
    });
    expect(await box.panes()).toMatchObject({ partial: false, items: [{ identity: { target: "vm1" } }] });
  });

  it("[TG12] is connected to by itself, once it can be", { timeout: 180_000 }, async () => {
    const { vm, box } = await brokenTarget(obstacle);
    obstacle.repair(vm);
    await untilTarget(box, "vm1", ({ health }) => health === "ok");
    expect(await box.status()).toMatchObject({ problems: [{ code: "NO_TMUX_SERVER" }] });
  });
});

async function brokenTarget(obstacle: Obstacle): Promise<{ vm: SshHost; box: Sandbox }> {
  const { code, words } = obstacle;
  const vm = await sshHost();
  vm.session("work");
  obstacle.break(vm);
  const box = sandbox({ ...QUICK, AGTMUX_SSH_CONFIG: vm.sshConfig });
  await box.startDaemon();
  const ran = await addTarget(box, "vm1");
  expect(ran.stderr).toMatch(
    /^agtmux: vm1 is added, but .*agtmux target connect vm1 \(forget it with: agtmux target remove vm1\) \[E_\w+\]\n$/,
  );
  expect(ran.stderr).toMatch(words);
  expect([ran.code, ran.stdout]).toEqual([ERRORS[code].exit, ""]);
  expect(await targetOf(box, "vm1")).toMatchObject({ health: expect.not.stringMatching("ok"), error: { code } });
  expect(await box.panes()).toMatchObject({ partial: true, target_errors: [{ target: "vm1", error: { code } }] });
  return { vm, box };
}

function setAside(path: string, text: string): void {
  copyFileSync(path, `${path}.aside`);
  writeFileSync(path, text);
}

function putBack(path: string): void {
  renameSync(`${path}.aside`, path);
}
