import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KillReport, SendReport } from "../../src/core/protocol/actions/actions.ts";
import { type Sandbox, sandbox, untilPane } from "../support/sandbox.ts";
import { untilTyping } from "../support/stage.ts";
import { typist } from "../support/typist.ts";

/** As `sysctl -n kern.boottime` answers there. */
const SYSCTL = '#!/bin/sh\necho "{ sec = 1790000000, usec = 0 } Mon Sep 21 14:13:20 2026"\n';

/**
 * Every command and the daemon take this machine for a Mac: they read processes with `ps`, the time of boot with `sysctl`
 * and open files in /dev/fd. It is still Linux's `ps`, tmux and file system: what only a real Mac does is not tried.
 */
function pretendMac(): Sandbox {
  const box = sandbox();
  const bin = join(box.dir, "mac-bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "sysctl"), SYSCTL, { mode: 0o755 });
  const ps = `#!/bin/sh\necho "$*" >> '${box.dir}/ps.log'\nexec /bin/ps "$@"\n`;
  writeFileSync(join(bin, "ps"), ps, { mode: 0o755 });
  const preload = join(box.dir, "darwin.cjs");
  writeFileSync(preload, 'Object.defineProperty(process, "platform", { value: "darwin" });\n');
  Object.assign(box.env, { PATH: `${bin}:${box.env.PATH}`, NODE_OPTIONS: `--require ${preload}` });
  return box;
}

describe("on a pretended Mac", () => {
  it("[TG9, GD5, GD16] an agent is found by ps, heard, written to and ended", { timeout: 180_000 }, async () => {
    const box = pretendMac();
    box.session("first");
    const status = await box.startDaemon();
    expect(status).toMatchObject({ running: true });
    const { command, read } = typist(box.dir, { hook: join(box.home, "bin", "agtmux"), draft: "" });
    const pane = box.session("work", "exec bash --norc --noprofile");
    box.type(pane, command);
    await untilTyping(box, pane);
    const words = ["send", "claude", "--text", "hello there", "--wait", "accepted", "--timeout", "20s", "--json"];
    const sent = SendReport.parse(await box.json(...words));
    expect(sent.phases.map(({ phase }) => phase)).toEqual(["typed", "submitted", "accepted"]);
    expect(read()).toEqual(["hello there"]);
    const killed = KillReport.parse(await box.json("kill", "claude", "--signal", "TERM", "--yes", "--json"));
    expect(killed.ended).toBe(true);
    await untilPane(box, pane, ({ agent }) => agent === null);

    expect(readFileSync(join(box.dir, "ps.log"), "utf8")).toContain("-A -ww -o pid=,ppid=,stat=,lstart=,command=");

    await box.register(pane);
    box.type(pane, 'agtmux signal needs_input "Which one?"');
    await untilPane(box, pane, ({ state, message }) => state === "waiting_input" && message === "Which one?");
    const { port } = await box.json<{ port: number }>("daemon", "restart", "--json");
    expect(port).toBe(status.port);
    await untilPane(box, pane, ({ state }) => state === "waiting_input");
  });
});
