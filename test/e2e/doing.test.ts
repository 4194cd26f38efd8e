import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Doing } from "../../src/core/protocol/lists/doing.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { follow } from "../support/stream-client.ts";

const BASH = { tool_name: "Bash", tool_use_id: "c1", tool_input: { command: "deploy --token=hunter2hunter2 now" } };

describe("what an agent works on", () => {
  it("[RS20, RS22, RS24, RS25, RS27, LS23, CL8] shows in lists, the stream and explain, over a restart, and the tool until it ends", async () => {
    const { box, pane, hook, repository } = await claudeInRepository();
    const stream = await follow(box);
    hook("UserPromptSubmit", { prompt: "Deploy it\nto the test machine" });
    hook("PreToolUse", BASH);
    const { doing } = await untilPane(box, pane, (item) => item.doing?.tool?.name === "Bash");
    expect(doing).toMatchObject({
      task: { text: "Deploy it", source: "hook", from: "claude.UserPromptSubmit" },
      tool: { name: "Bash", argument: "deploy --token=[redacted] now", source: "hook", from: "claude.PreToolUse" },
      words: null,
      directory: { path: join(repository, "src"), source: "hook" },
    });
    await untilPane(box, pane, (item) => item.doing?.branch?.name === "main" && item.doing.changes?.untracked === 0);
    box.tmux("new-window", "-t", "work:");
    writeFileSync(join(repository, "by-hand.txt"), "by a person\n");
    box.tmux("select-window", "-t", pane);
    await untilPane(box, pane, (item) => item.doing?.changes?.untracked === 1);
    const { items } = await box.json<{ items: { doing: Doing }[] }>("list", "panes", "--json");
    expect(items[0]?.doing).toEqual((await box.pane(pane)).doing);
    await until(() => JSON.stringify(stream.messages).includes("deploy --token=[redacted] now"));
    const table = await box.agtmux(["list", "panes"], { env: { COLUMNS: "220" } });
    expect(table.stdout).toMatch(/PANE +TOOL +TASK +BRANCH .*MESSAGE\n.*Bash: deploy .* Deploy it +main /);
    expect((await box.agtmux(["list", "panes"])).stdout).not.toContain("TOOL");

    await box.agtmux(["daemon", "restart"]);
    const again = await untilPane(box, pane, ({ state }) => state === "running");
    expect(again.doing).toMatchObject({
      tool: { name: "Bash" },
      task: { text: "Deploy it" },
      branch: { name: "main" },
    });
    const explained = await box.agtmux(["explain", again.ref]);
    expect(explained.stdout).toMatch(/^task: Deploy it \(hook claude\.UserPromptSubmit, \d+[sm] ago\)$/m);
    expect(explained.stdout).toMatch(/^branch: main \(git .*\/\.git\/HEAD, /m);

    writeFileSync(join(repository, "made.txt"), "by its tool\n");
    hook("PostToolUse", BASH);
    await untilPane(box, pane, (item) => item.state === "running" && item.doing?.tool === null);
    await untilPane(box, pane, (item) => item.doing?.changes?.untracked === 2);
    hook("Stop", { last_assistant_message: "It is deployed.\nThe tests pass." });
    const done = await untilPane(box, pane, ({ state }) => state === "completed");
    expect(done.doing?.words).toMatchObject({ text: "It is deployed. The tests pass.", source: "hook" });
    hook("SessionStart", { source: "clear", session_id: "s-2" });
    await untilPane(box, pane, ({ doing: now }) => now?.task === null && now.words === null);
  });

  it("[RS21] the agent's files add what no hook reports: words within a turn, and the end of a denied call", async () => {
    const { box, pane, hook, transcript } = await claudeInRepository();
    hook("UserPromptSubmit", { prompt: "Deploy it" });
    hook("PreToolUse", BASH);
    await untilPane(box, pane, (item) => item.doing?.tool?.name === "Bash");
    const write = (type: string, content: object[]) =>
      appendFileSync(
        transcript,
        `${JSON.stringify({ type, sessionId: "s-1", timestamp: new Date().toISOString(), message: { role: type, content } })}\n`,
      );
    write("user", [{ type: "tool_result", tool_use_id: "c1", is_error: true, content: "denied" }]);
    await untilPane(box, pane, (item) => item.state === "running" && item.doing?.tool === null);
    write("assistant", [{ type: "text", text: "Then I ask first." }]);
    const { doing } = await untilPane(box, pane, (item) => item.doing?.words !== null);
    expect(doing?.words).toMatchObject({ text: "Then I ask first.", source: "transcript", from: "claude.message" });
  });

  it("[RS26] the branch follows the repository: another branch, a commit, another directory, no repository", async () => {
    const { box, pane, hook, repository } = await claudeInRepository();
    hook("UserPromptSubmit", { prompt: "x" });
    await untilPane(box, pane, (item) => item.doing?.branch?.name === "main");
    const git = (...words: string[]) =>
      execFileSync("git", ["-C", repository, ...words], { stdio: "pipe", env: GIT_ENV });
    git("checkout", "-q", "-b", "feature/one");
    const { doing } = await untilPane(box, pane, (item) => item.doing?.branch?.name === "feature/one");
    expect(doing?.branch).toMatchObject({ commit: null, source: "git", from: join(repository, ".git", "HEAD") });
    git("checkout", "-q", "--detach");
    await untilPane(box, pane, ({ doing: now }) => now?.branch?.name === null && now.branch.commit?.length === 40);
    const worktree = join(box.dir, "tree");
    git("worktree", "add", "-q", worktree, "-b", "side");
    hook("PreToolUse", { ...BASH, cwd: worktree });
    await untilPane(box, pane, (item) => item.doing?.branch?.name === "side");
    hook("PostToolUse", { ...BASH, cwd: box.dir });
    await untilPane(box, pane, ({ doing: now }) => now?.directory?.path === box.dir && now.branch === null);
    rmSync(repository, { recursive: true });
  });
});

const GIT_ENV = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  ...Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((who) => [
      [`GIT_${who}_NAME`, "a"],
      [`GIT_${who}_EMAIL`, "a@b"],
    ]),
  ),
};

/** A pane with a fake Claude that works in a repository; `hook` makes that process run our hook, as the agent would. */
async function claudeInRepository() {
  const box: Sandbox = sandbox();
  const repository = join(box.dir, "repository");
  mkdirSync(join(repository, "src"), { recursive: true });
  for (const words of [
    ["init", "-q", "-b", "main"],
    ["commit", "-q", "--allow-empty", "-m", "first"],
  ])
    execFileSync("git", ["-C", repository, ...words], { stdio: "pipe", env: GIT_ENV });
  const transcript = join(box.dir, "projects", "x", "s-1.jsonl");
  mkdirSync(join(box.dir, "projects", "x"), { recursive: true });
  writeFileSync(transcript, "");
  await box.startDaemon();
  const pane = box.session("work", `exec ${fakeAgents(box.dir).claude}`);
  await untilPane(box, pane, ({ agent }) => agent === "claude");
  let serial = 0;
  const hook = (event: string, payload: object) => {
    serial += 1;
    const file = join(box.dir, `payload-${serial}.json`);
    const common = { session_id: "s-1", prompt_id: "t-1", cwd: join(repository, "src"), transcript_path: transcript };
    writeFileSync(file, JSON.stringify({ ...common, ...payload }));
    box.type(pane, `${join(box.home, "bin", "agtmux")} hook claude ${event} < ${file}`);
  };
  return { box, pane, hook, repository, transcript };
}
