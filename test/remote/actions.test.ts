import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AttachReport, KillReport, SendReport } from "../../src/core/protocol/actions/actions.ts";
import { daemonWith, untilPaneOf, untilTarget } from "../support/remote-target.ts";
import { AGTMUX, sandbox, until } from "../support/sandbox.ts";
import { canNetns, type SshHost, type SshHostOptions, sshHost } from "../support/ssh-host.ts";
import { expectRefusal } from "../support/stage.ts";
import { typist } from "../support/typist.ts";

const LONG = { timeout: 180_000 };

/** An agent in a pane of another machine, started from a shell. */
async function stageOn(options: SshHostOptions = {}) {
  const vm = await sshHost(options);
  vm.session("first");
  const box = await daemonWith([vm]);
  const { command, read } = typist(vm.dir, { hook: join(vm.home, "bin", "agtmux") });
  const pane = vm.session("api", "exec bash --norc --noprofile");
  vm.type(pane, command);
  const item = await untilPaneOf(box, "vm1", pane, ({ agent }) => agent === "claude");
  await until(() => vm.screen(pane).includes("❯"));
  return { vm, box, pane, item, read };
}

/** The panes that clients on that machine show. */
function shownOn(vm: SshHost): string {
  return vm.tmux("list-clients", "-F", "#{client_control_mode} #{session_name} #{pane_id}");
}

describe("actions on another machine", () => {
  it("[GD5, GD7, GD10, GD14, GD16] send, view-output, kill and attach reach the agent there", LONG, async () => {
    const { vm, box, pane, read } = await stageOn();
    const text = "- über ssh; 'it' \"works\" \\o/ $HOME ?";
    const sent = SendReport.parse(
      await box.json("send", "vm1/api", "--text", text, "--wait", "accepted", "--timeout", "20s", "--json"),
    );
    expect(sent.phases.map(({ phase, evidence }) => `${phase} ${evidence}`)).toEqual([
      "typed screen",
      "submitted screen",
      "accepted hook claude.UserPromptSubmit",
    ]);
    const long = Array.from({ length: 2_000 }, (_, n) => `${n} zwölf Boxkämpfer jagen Viktor quer über den Deich`).join(
      "\n",
    );
    writeFileSync(join(box.dir, "long"), long);
    expect((await box.agtmux(["send", "claude", "--file", join(box.dir, "long")])).code).toBe(0);
    await until(() => read().length === 2);
    expect([read()[0], read()[1] === long]).toEqual([text, true]);
    expect(vm.tmux("list-buffers")).toBe("");
    expect((await box.agtmux(["view-output", "vm1/claude", "--lines", "5"])).stdout).toContain("? for shortcuts");

    const report = AttachReport.parse(await box.json("attach", "claude", "--json"));
    expect(report.argv.slice(0, 3)).toEqual(["ssh", "-F", vm.sshConfig]);
    expect(report.argv.at(-1)).toMatch(/tmux -u attach-session -t '\$\d+:@\d+\.%\d+'$/);
    const outer = sandbox({ AGTMUX_HOME: box.home });
    const person = outer.session("person", "exec env -u TMUX -u TMUX_PANE sh");
    outer.type(person, `${AGTMUX} attach claude`);
    await until(
      () => shownOn(vm).includes(`0 api ${pane}`),
      () => `${shownOn(vm)}\n${outer.screen(person)}`,
    );

    const killed = KillReport.parse(await box.json("kill", "claude", "--signal", "TERM", "--yes", "--json"));
    expect(killed).toMatchObject({ reached: "group", ended: true });
    await until(() => vm.tmux("display-message", "-p", "-t", pane, "#{pane_current_command}") === "bash");
  });

  it("[GD1, GD8] a pane that changed hands there, or that somebody scrolls in, is refused", LONG, async () => {
    const { vm, box, pane, item, read } = await stageOn();
    vm.tmux("copy-mode", "-t", pane);
    expectRefusal(await box.agtmux(["send", "claude", "--text", "never"]), "E_PANE_MODE");
    vm.tmux("send-keys", "-t", pane, "-X", "cancel");
    vm.tmux("respawn-pane", "-k", "-t", pane, "exec sh");
    const ran = await box.agtmux(["send", item.ref, "--text", "never"]);
    expect(ran.stderr).toMatch(/E_STALE_SNAPSHOT|E_AT_SHELL|E_NO_AGENT/);
    expect([read(), vm.screen(pane).includes("never")]).toEqual([[], false]);
  });

  it.skipIf(!canNetns)(
    "[GD4] a target that is down is refused at once, and nothing is done when it is back",
    LONG,
    async () => {
      const { vm, box, item, read } = await stageOn();
      vm.cut();
      // before and after the daemon notices
      const early = box.agtmux(["send", item.ref, "--text", "never"]);
      await untilTarget(box, "vm1", ({ health }) => health === "down");
      expectRefusal(await early, "E_TARGET_UNREACHABLE");
      for (const words of [
        ["send", item.ref, "--text", "never"],
        ["view-output", item.ref],
        ["kill", item.ref, "--yes"],
        ["answer", item.ref, "yes"],
      ])
        expectRefusal(await box.agtmux(words), "E_TARGET_UNREACHABLE");
      vm.restore();
      await untilTarget(box, "vm1", ({ health }) => health === "ok");
      await untilPaneOf(box, "vm1", item.identity.pane_id, ({ reason_code }) => reason_code !== "target_unreachable");
      expect((await box.agtmux(["send", item.ref, "--text", "back again"])).code).toBe(0);
      await until(() => read().length > 0);
      expect(read()).toEqual(["back again"]);
    },
  );

  it("[SC23] an editor that the agent has opened there gets nothing that was sent to the agent", LONG, async () => {
    const { vm, box, pane, read } = await stageOn();
    const letter = join(vm.dir, "letter");
    writeFileSync(letter, "Dear all\n");
    const argv = ["vi", "-u", "NONE", "-n", letter];
    writeFileSync(join(vm.dir, "run.new"), JSON.stringify({ argv, stdio: ["inherit", "inherit", "inherit"] }));
    renameSync(join(vm.dir, "run.new"), join(vm.dir, "typist.jsonl.run"));
    await until(() => vm.screen(pane).includes("Dear all"));
    expectRefusal(await box.agtmux(["send", "vm1/api", "--text", "ihello"]), "E_TERMINAL_IN_USE");
    vm.type(pane, ":q");
    // the agent draws this once the editor has exited
    await until(() => vm.screen(pane).includes("❯"));
    expect((await box.agtmux(["send", "vm1/api", "--text", "now you"])).code).toBe(0);
    await until(() => read().length === 1);
    expect([read(), readFileSync(letter, "utf8")]).toEqual([["now you"], "Dear all\n"]);
  });

  it("[GD5, GD16] a host that allows one channel takes them too", LONG, async () => {
    const { box, read } = await stageOn({ maxSessions: 1 });
    expect((await box.agtmux(["send", "claude", "--text", "one\nchannel"])).code).toBe(0);
    await until(() => read().length === 1);
    expect(read()).toEqual(["one\nchannel"]);
    expect(await box.json("kill", "claude", "--signal", "KILL", "--yes", "--json")).toMatchObject({ ended: true });
  });
});
