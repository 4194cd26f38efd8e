import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { ask } from "../support/http.ts";
import { daemonWith, registeredOn, untilPaneOf } from "../support/remote-target.ts";
import { until } from "../support/sandbox.ts";
import { sshHost } from "../support/ssh-host.ts";
import { canaryIn, wouldBeCommand } from "./canary.ts";

const WORDS = Number(process.env.FUZZ_CASES ?? 4);

it("[SC1] over ssh no name, path, payload, text or option is run by a shell or tmux, here or there", {
  timeout: 15 * 60_000,
}, async () => {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-canary-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const { env, hasSung } = canaryIn(dir);
  const vm = await sshHost({ env });
  vm.session("first");
  const box = await daemonWith([vm], env);
  const pane = await registeredOn(vm, "work");
  await untilPaneOf(box, "vm1", pane, ({ agent }) => agent !== null);
  const post = (path: string, body: object) =>
    ask({ socketPath: join(box.home, "agtmuxd.sock") }, { method: "POST", path, body: JSON.stringify(body) });
  let spawned = 0;
  // a directory with a line break in its name is no workspace, and all the others may have one
  for (const [n, word] of ["$(touch $C)", ...fc.sample(wouldBeCommand, WORDS)].entries()) {
    const literal = word.replaceAll("#", "##");
    for (const words of [
      ["rename-session", "-t", pane, "--", `${n}${literal}`],
      ["rename-window", "-t", pane, "--", literal],
      ["select-pane", "-t", pane, "-T", literal],
    ])
      try {
        vm.tmux(...words);
      } catch {
        // tmux does not take every name
      }
    const folder = join(dir, `d${n}${word.replaceAll(/[/\0]/g, "")}`.slice(0, 200));
    mkdirSync(folder, { recursive: true });
    const [payload, path] = [join(dir, `payload-${n}`), join(dir, `path-${n}`)];
    writeFileSync(payload, word);
    writeFileSync(path, folder);
    // the words themselves, and a directory of that name, in the commands that agents run there
    vm.type(
      pane,
      `cd "$(cat ${path})"; eval "$(${vm.home}/bin/agtmux env)"; ${vm.home}/bin/agtmux hook claude Stop <${payload}; ${vm.home}/bin/agtmux signal needs_input "heard ${n} $(cat ${payload})"`,
    );
    const { ref } = await untilPaneOf(box, "vm1", pane, ({ message }) => message.startsWith(`heard ${n}`));
    for (const [action, body] of [
      ["attach", {}],
      ["view-output", { lines: 3 }],
      ["send", { text: word, allow_changes: true }],
      ["send", { keys: [word] }],
      ["kill", { signal: word }],
    ] as const)
      await post(`/v1/actions/${action}`, { ref, ...body });
    const answer = await post("/v1/spawn", {
      agent: "cat",
      target: "vm1",
      workspace: folder,
      session: `r${n}${word.replaceAll(/[:.#\p{Cc}]/gu, "")}`,
      args: ["--", word],
    });
    await post("/v1/spawn", { agent: word, target: "vm1", workspace: folder });
    if (answer.status === 201) {
      spawned += 1;
      const { ref: started } = JSON.parse(answer.text) as { ref: string };
      await until(async () => (await post("/v1/dispose", { ref: started })).status === 200);
    }
    expect([word, hasSung()]).toEqual([word, false]);
  }
  expect(spawned).toBeGreaterThan(0);
  expect((await box.agtmux(["target", "doctor", "vm1"])).code).toBe(0);
  expect(hasSung()).toBe(false);
});
