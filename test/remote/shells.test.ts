import { describe, expect, it } from "vitest";
import type { DoctorReport } from "../../src/core/protocol/daemon/targets.ts";
import { addTarget, QUICK, signalOn, targetOf, untilPaneOf, watchedPane } from "../support/remote-target.ts";
import { type Sandbox, sandbox } from "../support/sandbox.ts";
import { canNetns, type SshHostOptions, sshHost } from "../support/ssh-host.ts";

/** Everything that could be mistaken for our own output, without a line break at the end. */
const NOISE = [
  "Welcome!",
  "%begin 1 1 1",
  "%output %0 x",
  "__SCHMUX_SIGNAL__bye\tI am gone__END__",
  "\x1b]0;box\x07",
].join("\n");

const SHELLS = ["/bin/bash", "/usr/bin/zsh", "/usr/bin/fish", "/usr/bin/tcsh", "/bin/dash", "/bin/busybox"];

/** Other things that rc files do. */
const ODD: Record<string, SshHostOptions> = {
  "takes seven seconds": { shell: "/bin/bash", rc: "sleep 7" },
  "reads a line from its standard input": { shell: "/bin/bash", rc: "read -r answer" },
  "puts another shell in its place": { shell: "/bin/bash", rc: '[ -n "$AGAIN" ] || { export AGAIN=1; exec bash; }' },
  "ends its rc file with a failure": { shell: "/bin/bash", rc: "false" },
  "shows every command that it runs": { shell: "/bin/bash", rc: "set -xv" },
};

describe.skipIf(!canNetns())("a login shell", () => {
  it.each(SHELLS)("[TG29] %s may print whatever it likes: its panes are shown and its signals heard", async (shell) => {
    const { vm, box, pane } = await watchedPane({ shell, noise: NOISE });
    signalOn(vm, pane, "needs_input", "heard");
    await untilPaneOf(box, "vm1", pane, ({ message }) => message === "heard");
    expect(await shellSeen(box)).toMatchObject({
      status: "warning",
      found: expect.stringMatching(/^the login shell printed \d+ bytes: "Welcome!\\n%begin .*\\u001b\]0;box\\u0007"/),
    });
  });

  it.each(Object.entries(ODD))("[TG29] that %s is used all the same", { timeout: 180_000 }, async (_, options) => {
    const { vm, box, pane } = await watchedPane(options);
    signalOn(vm, pane, "needs_input", "heard");
    await untilPaneOf(box, "vm1", pane, ({ message }) => message === "heard");
    expect((await targetOf(box, "vm1"))?.health).toBe("ok");
  });

  it("[TG29, IN10] that prints and reads a line does not keep doctor and integrate from their work", {
    timeout: 180_000,
  }, async () => {
    const { box } = await watchedPane({ shell: "/bin/bash", noise: NOISE, rc: "read -r answer" });
    const { stdout } = await box.agtmux(["doctor", "--target", "vm1", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      checks: expect.arrayContaining([expect.objectContaining({ name: "hook command", status: "ok" })]),
    });
  });

  it("[TG29] that ends before our command is told, with what it printed, by health and by doctor", async () => {
    const vm = await sshHost({ shell: "/bin/bash", rc: "printf 'no commands\\033[1m here'\nexit 3" });
    const box = sandbox({ ...QUICK, AGTMUX_SSH_CONFIG: vm.sshConfig });
    await box.startDaemon();
    const words =
      'its login shell ended with code 3 before our command ran. It printed 20 bytes: "no commands\\u001b[1m here"';
    expect((await addTarget(box, "vm1")).stderr).toContain(words);
    expect(await targetOf(box, "vm1")).toMatchObject({
      health: expect.not.stringMatching("ok"),
      error: { code: "E_TARGET_UNUSABLE", message: expect.stringContaining(words) },
    });
    expect(await shellSeen(box)).toMatchObject({ status: "failed", found: expect.stringContaining(words) });
  });
});

async function shellSeen(box: Sandbox): Promise<DoctorReport["checks"][number] | undefined> {
  const { stdout } = await box.agtmux(["target", "doctor", "vm1", "--json"]);
  return (JSON.parse(stdout) as DoctorReport).checks.find(({ name }) => name === "login shell");
}
