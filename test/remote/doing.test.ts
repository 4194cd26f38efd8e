import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fakeAgents } from "../support/fake-agent.ts";
import { daemonWith, untilPaneOf } from "../support/remote-target.ts";
import { sshHost } from "../support/ssh-host.ts";

describe("what an agent on another machine works on", () => {
  it("[RS20, RS26, RS27] shows as here; its branch and what is not committed follow the repository there", {
    timeout: 180_000,
  }, async () => {
    const vm = await sshHost();
    const repository = join(vm.dir, "a repository's");
    vm.run(`mkdir -p "${repository}/.git" "${repository}/src"; echo "ref: refs/heads/main" >"${repository}/.git/HEAD"`);
    const pane = vm.session("work", `exec ${fakeAgents(join(vm.dir, "agents")).claude}`);
    const box = await daemonWith([vm]);
    await untilPaneOf(box, "vm1", pane, ({ agent }) => agent === "claude");
    let serial = 0;
    const hook = (event: string, payload: object) => {
      serial += 1;
      const file = join(vm.dir, `payload-${serial}.json`);
      writeFileSync(file, JSON.stringify({ session_id: "s-1", cwd: join(repository, "src"), ...payload }));
      vm.type(pane, `${vm.home}/bin/agtmux hook claude ${event} < ${file}`);
    };
    hook("UserPromptSubmit", { prompt: "Fix it there" });
    hook("PreToolUse", { tool_name: "Bash", tool_use_id: "c1", tool_input: { command: "make" } });
    const { doing } = await untilPaneOf(box, "vm1", pane, (item) => item.doing?.branch?.name === "main");
    await untilPaneOf(box, "vm1", pane, (item) => item.doing?.tool?.argument === "make");
    expect(doing).toMatchObject({
      task: { text: "Fix it there", source: "hook" },
      directory: { path: join(repository, "src"), source: "hook" },
      branch: { source: "git", from: expect.stringMatching(/\/\.git\/HEAD$/) },
    });
    vm.run(
      `echo "ref: refs/heads/next" >"${repository}/.git/HEAD.lock"; mv "${repository}/.git/HEAD.lock" "${repository}/.git/HEAD"`,
    );
    await untilPaneOf(box, "vm1", pane, (item) => item.doing?.branch?.name === "next");
    vm.run(`cd "${repository}" && git init -q && echo x >made.txt`);
    hook("Stop", { last_assistant_message: "Fixed." });
    const done = await untilPaneOf(box, "vm1", pane, ({ state }) => state === "completed");
    expect(done.doing).toMatchObject({ tool: null, words: { text: "Fixed." } });
    await untilPaneOf(box, "vm1", pane, (item) => item.doing?.changes?.untracked === 1);
  });
});
