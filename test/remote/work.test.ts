import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fakeAgents } from "../support/fake-agent.ts";
import { daemonWith, untilPaneOf, untilTarget } from "../support/remote-target.ts";
import { until } from "../support/sandbox.ts";
import { sshHost } from "../support/ssh-host.ts";

it("[WK1, WK20, WK23, WK40, WK44, WK61] over ssh a conversation is read, a turn is shown and undone, and work is finished and checked, as here", {
  timeout: 180_000,
}, async () => {
  const vm = await sshHost();
  const repository = join(vm.dir, "a repository's");
  vm.run(`git init -q -b main "${repository}" && cd "${repository}" && echo one >a.txt && git add -A &&
    git -c user.name=x -c user.email=x@x commit -q -m first && mkdir -p "${vm.dir}/projects/x"`);
  const transcript = join(vm.dir, "projects", "x", "s-1.jsonl");
  const line = {
    type: "user",
    uuid: "u1",
    timestamp: new Date().toISOString(),
    message: { role: "user", content: "Fix it" },
  };
  writeFileSync(transcript, `${JSON.stringify(line)}\n`);
  const pane = vm.session("work", `exec ${fakeAgents(join(vm.dir, "agents")).claude}`);
  const box = await daemonWith([vm]);
  await untilPaneOf(box, "vm1", pane, ({ agent }) => agent === "claude");
  let serial = 0;
  const hook = (event: string, payload: object) => {
    serial += 1;
    const file = join(vm.dir, `payload-${serial}.json`);
    const common = { session_id: "s-1", prompt_id: `t-${serial}`, cwd: repository, transcript_path: transcript };
    writeFileSync(file, JSON.stringify({ ...common, ...payload }));
    vm.type(pane, `${vm.home}/bin/agtmux hook claude ${event} < ${file}`);
  };
  hook("SessionStart", { source: "startup" });
  await untilPaneOf(box, "vm1", pane, ({ state }) => state === "idle");
  hook("UserPromptSubmit", { prompt: "Fix it" });
  const { ref } = await untilPaneOf(box, "vm1", pane, ({ state }) => state === "running");
  expect((await box.agtmux(["log", ref])).stdout.trim()).toBe("> Fix it");
  await until(async () => (await box.agtmux(["diff", ref, "--since", "turn"])).code === 0);
  vm.run(`cd "${repository}" && echo two >a.txt && echo new >new.txt`);
  hook("Stop", { last_assistant_message: "Fixed." });
  await untilPaneOf(box, "vm1", pane, ({ state }) => state === "completed");
  expect((await box.agtmux(["diff", ref, "--since", "turn", "--stat"])).stdout).toContain("2 files changed, +2 −1");
  expect((await box.agtmux(["diff", ref])).stdout).toMatch(/new file mode [\s\S]* 1 new file in /);
  expect(await box.agtmux(["undo", ref, "--yes"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("2 files undone"),
  });
  expect(vm.run(`cd "${repository}" && cat a.txt && git status --porcelain`).trim()).toBe("one");

  vm.run(`cd "${repository}" && git config user.name x && git config user.email x@x && echo three >a.txt &&
    git init -q --bare ../remote.git && git remote add origin ../remote.git`);
  expect(await box.agtmux(["finish", ref, "--push", "--yes"])).toMatchObject({ code: 0, stderr: "" });
  expect(vm.run(`git -C "${vm.dir}/remote.git" log -1 --format=%s main`).trim()).toBe("Fixed");

  writeFileSync(join(box.home, "config.toml"), '[checks]\nhere = "pwd; false"\n');
  await box.agtmux(["daemon", "restart"]);
  await untilTarget(box, "vm1", ({ health }) => health === "ok");
  await untilPaneOf(box, "vm1", pane, ({ doing }) => doing?.directory?.path === repository);
  expect(await box.agtmux(["check", ref, "here"])).toMatchObject({
    code: 106,
    stdout: expect.stringContaining(`  ${repository}\n`),
    stderr: expect.stringContaining("here ended with 1"),
  });
});
