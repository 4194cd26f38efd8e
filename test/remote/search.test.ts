import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SearchReport } from "../../src/core/protocol/search/search.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { daemonWith, untilPaneOf } from "../support/remote-target.ts";
import { until } from "../support/sandbox.ts";
import { sshHost } from "../support/ssh-host.ts";

it("[WK50, WK55, WK58] what agents over ssh have said is found, and read there, also of those that have ended or were never seen", {
  timeout: 180_000,
}, async () => {
  const vm = await sshHost();
  vm.run(`mkdir -p "${vm.dir}/projects/x"`);
  const transcript = join(vm.dir, "projects", "x", "s-1.jsonl");
  let serial = 0;
  const say = (content: string) => {
    serial += 1;
    const line = { type: "user", uuid: `u${serial}`, timestamp: new Date().toISOString(), message: { content } };
    appendFileSync(transcript, `${JSON.stringify(line)}\n`);
  };
  say("Paint the lighthouse");
  const pane = vm.session("work", `exec ${fakeAgents(join(vm.dir, "agents")).claude}`);
  // a home of its own: what the agents of whoever runs this have said is none of our business
  const box = await daemonWith([vm], { AGTMUX_SEARCH: "on", HOME: vm.dir });
  await untilPaneOf(box, "vm1", pane, ({ agent }) => agent === "claude");
  const payload = join(vm.dir, "payload.json");
  const told = { session_id: "s-1", cwd: vm.dir, transcript_path: transcript, source: "startup" };
  appendFileSync(payload, JSON.stringify(told));
  vm.type(pane, `${vm.home}/bin/agtmux hook claude SessionStart < ${payload}`);
  const { ref } = await untilPaneOf(box, "vm1", pane, ({ state }) => state === "idle");

  const found = async (words: string) => SearchReport.parse(await box.json("search", words, "--json")).hits;
  const untilFound = (words: string) => until(async () => (await found(words)).length === 1);
  await untilFound("lighthouse");
  const [hit] = await found("lighthouse");
  expect(hit).toMatchObject({ target: "vm1", pane: ref, project: vm.dir, kind: "prompt" });
  expect((await box.agtmux(["search", "lighthouse"])).stdout).toContain("claude  vm1:");
  say("Now the harbour");
  await untilFound("harbour");
  const { stdout: log } = await box.agtmux(["log", hit?.ref ?? ""]);
  expect(log.split("\n").filter((line) => line !== "")).toEqual(["> Paint the lighthouse", "> Now the harbour"]);
  // one that agtmux has never seen, and its sub-agent's
  const others = join(vm.dir, "root", ".claude", "projects", "-src");
  mkdirSync(join(others, "s-2", "subagents"), { recursive: true });
  const lineOf = (content: string) =>
    `${JSON.stringify({ type: "user", uuid: content, timestamp: new Date().toISOString(), message: { content } })}\n`;
  appendFileSync(join(others, "s-2.jsonl"), lineOf("Mend the bridge"));
  appendFileSync(join(others, "s-2", "subagents", "agent-7.jsonl"), lineOf("Count the boats"));
  await untilFound("bridge");
  await untilFound("boats");
  expect((await found("boats"))[0]).toMatchObject({ target: "vm1", pane: null, is_sub_agent: true });
  expect((await box.agtmux(["log", (await found("bridge"))[0]?.ref ?? ""])).stdout).toContain("> Mend the bridge");
  vm.tmux("respawn-pane", "-k", "-t", pane, "exec sleep 100");
  await untilPaneOf(box, "vm1", pane, ({ agent }) => agent !== "claude");
  await until(async () => (await found("harbour"))[0]?.pane === null);
});
