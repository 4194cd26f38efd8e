import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { addTarget, QUICK, targetOf, untilTarget } from "../support/remote-target.ts";
import { sandbox, until } from "../support/sandbox.ts";
import { canNetns, sshHost } from "../support/ssh-host.ts";

const MEGABYTE = "head -c 1048576 /dev/zero | tr '\\0' x";
const HELLO =
  "printf '__SCHMUX_SIGNAL__hello\\tprotocol=1%%0Apid=1%%0Aclock=2026-11-15 11:45:21.0 +0000%%0Aboot=x__END__\\n'";

/** Output of a broken watcher: 300 MB each. */
const FLOODS: Record<string, { print: string; words: string }> = {
  "spool entries that no batch ends": {
    print: `printf '__SCHMUX_SIGNAL__spool/e%s\\t1048576 2026-11-15 11:45:21.0 +0000%%0A' $i; ${MEGABYTE}; echo __END__`,
    words: "sent more than 8 MB of spool entries at a time",
  },
  "a frame that has no end": {
    print: `[ $i -gt 0 ] || printf __SCHMUX_SIGNAL__spool/x; ${MEGABYTE}`,
    words: "sent a frame of more than 16 MB",
  },
  "on its standard error": {
    print: `{ ${MEGABYTE}; } >&2`,
    words: "wrote more than 16 MB to standard error",
  },
};

describe("a machine that sends without end", () => {
  it.each(Object.entries(FLOODS))("[TG30] %s: is told, and nothing grows", async (_, { print, words }) => {
    const vm = await sshHost({
      env: {
        PATH: `${fakeSh(`${HELLO}; i=0; while [ $i -lt 300 ]; do ${print}; i=$((i + 1)); done`)}:${process.env.PATH}`,
      },
    });
    vm.session("work");
    const box = sandbox({ ...QUICK, AGTMUX_SSH_CONFIG: vm.sshConfig });
    const pid = Number((await box.startDaemon()).pid);
    const before = megabytes(pid, "VmRSS");
    const heard = vm.bytesHeard();
    await addTarget(box, "vm1");
    await untilTarget(box, "vm1", ({ error }) => error?.code === "E_TARGET_FLOOD");
    expect(await targetOf(box, "vm1")).toMatchObject({
      health: expect.not.stringMatching("ok"),
      error: { message: expect.stringContaining(words) },
    });
    const times = () => box.log().split(words).length - 1;
    await until(() => times() >= 1);
    console.log(
      `${words}: ${before} MB before, at most ${megabytes(pid, "VmHWM")} MB; ${Math.round((vm.bytesHeard() - heard) / 1e6)} MB heard`,
    );
    expect(megabytes(pid, "VmHWM") - before).toBeLessThan(50);
    expect((await box.agtmux(["list", "panes"])).code).toBe(0);
  });

  it.skipIf(!canNetns())("[TG29, TG30] a login shell that prints without end is told", async () => {
    const vm = await sshHost({ shell: "/bin/bash", rc: "yes" });
    const box = sandbox({ ...QUICK, AGTMUX_SSH_CONFIG: vm.sshConfig });
    await box.startDaemon();
    expect((await addTarget(box, "vm1")).stderr).toMatch(
      /its login shell prints without end before our command\. It printed \d+ bytes: "y\\ny\\n.*E_TARGET_FLOOD/,
    );
  });
});

/** The real sh, except when it runs our watcher. */
function fakeSh(flood: string): string {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-flood-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, "bin"));
  writeFileSync(
    join(dir, "bin", "sh"),
    `#!/bin/sh\ncase $1 in */remote/watcher-*) ${flood}; exit ;; esac\nexec /bin/sh "$@"\n`,
  );
  chmodSync(join(dir, "bin", "sh"), 0o755);
  return join(dir, "bin");
}

function megabytes(pid: number, key: string): number {
  const [, kilobytes] =
    new RegExp(`^${key}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
