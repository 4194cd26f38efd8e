import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AnswerReport } from "../../src/core/protocol/actions/questions.ts";
import { approvalPayload, appServer } from "../support/app-server.ts";
import { dialogAgent } from "../support/dialog-agent.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { permission, pluggedOpenCode } from "../support/plugged-opencode.ts";
import { daemonWith, untilPaneOf } from "../support/remote-target.ts";
import { until } from "../support/sandbox.ts";
import { type SshHost, sshHost } from "../support/ssh-host.ts";

const LONG = { timeout: 180_000 };

function openRequests(vm: SshHost): string[] {
  const names = readdirSync(join(vm.home, "decide"), { recursive: true }).map(String);
  return names.filter((name) => name.endsWith(".req"));
}

/** Its pid in that machine's own numbering. */
function watcherOn(vm: SshHost): number {
  return Number(readFileSync(join(vm.home, "decide", "ready"), "utf8"));
}

describe("answers through the channels of agents on another machine", () => {
  it(
    "[DC1, DC2] a waiting hook and a plugin take theirs there, also after the watcher was replaced",
    LONG,
    async () => {
      const vm = await sshHost();
      vm.session("first");
      const box = await daemonWith([vm]);
      const shell = "exec bash --norc --noprofile";
      const claude = { ...dialogAgent(vm.dir, join(vm.home, "bin", "agtmux")), pane: vm.session("claude", shell) };
      const opencode = { ...pluggedOpenCode(vm.dir, vm.home), pane: vm.session("opencode", shell) };
      for (const { pane, command } of [claude, opencode]) vm.type(pane, command);
      for (const { pane } of [claude, opencode])
        await untilPaneOf(box, "vm1", pane, ({ agent }) => agent !== null && agent !== "generic");
      const ask = async (number: number) => {
        claude.ask({ command: "make all", waits: true });
        opencode.tell(permission(`per_${number}`, "make all"));
        for (const { pane } of [claude, opencode])
          await untilPaneOf(box, "vm1", pane, ({ attention }) => attention?.kind === "approval");
        await until(() => openRequests(vm).length === 2 && isRead());
      };
      const isRead = () => readdirSync(join(vm.home, "spool", "new")).length === 0;
      const channelOf = async (name: string, word: string) =>
        (await box.json<AnswerReport>("answer", `vm1/${name}`, word, "--wait", "accepted", "--json")).channel;

      await ask(1);
      expect([await channelOf("claude", "yes"), await channelOf("opencode", "yes")]).toEqual(["native", "native"]);
      await until(() => openRequests(vm).length === 0);

      await ask(2);
      const before = watcherOn(vm);
      vm.run(`kill -9 ${before}`);
      await until(
        () => watcherOn(vm) !== before && isRead(),
        () => `${before} ${watcherOn(vm)} ${readdirSync(join(vm.home, "spool", "new"))} ${openRequests(vm)}`,
      );
      expect([await channelOf("claude", "no"), await channelOf("opencode", "no")]).toEqual(["native", "native"]);
      expect(claude.read().flatMap((entry) => ("decision" in entry ? [entry.decision] : []))).toMatchObject([
        { behavior: "allow" },
        { behavior: "deny" },
      ]);
      expect(opencode.read()).toMatchObject([
        { id: "per_1", body: { reply: "once" }, ok: true },
        { id: "per_2", body: { reply: "reject" }, ok: true },
      ]);
    },
  );

  it("[DC6] an agent's socket there is reached through ssh", LONG, async () => {
    const vm = await sshHost();
    vm.session("first");
    const box = await daemonWith([vm]);
    const pane = vm.session("codex", "exec bash --norc --noprofile");
    vm.type(pane, fakeAgents(vm.dir).codex);
    await untilPaneOf(box, "vm1", pane, ({ agent }) => agent === "codex");
    await until(() => vm.screen(pane).includes("ready"));
    const hook = join(vm.home, "bin", "agtmux");
    vm.type(pane, `${hook} hook codex PermissionRequest <${approvalPayload(vm.dir, "make all")}`);
    await untilPaneOf(box, "vm1", pane, ({ attention }) => attention?.kind === "approval");
    const told = await appServer(vm.dir, "make all");
    const report = await box.json<AnswerReport>("answer", "vm1/codex", "yes", "--json");
    expect([report.channel, told]).toEqual(["native", [{ decision: "accept" }]]);
    expect(vm.connections()).toBe(1);
  });
});
