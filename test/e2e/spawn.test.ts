import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { SpawnedList } from "../../src/core/protocol/actions/spawn.ts";
import { INSTRUCTIONS } from "../../src/core/provision/instructions.ts";
import { blockOf, INSTRUCTION_BLOCK } from "../../src/core/provision/text-block.ts";
import { isRunning } from "../support/daemon-life.ts";
import { AGTMUX, until, untilPane } from "../support/sandbox.ts";
import { dispose, git, repository, spawnAgent, spawnBox, toldBy, tree } from "../support/spawn-box.ts";

it("[SW1][SW1][PV1][AP9][TX1] starts an agent in its workspace, with its variables and instructions, where no tmux server runs yet", async () => {
  const box = await spawnBox();
  const shop = repository(join(box.dir, "it's a #shop"));
  const prompt = "run: echo 'a \"b\" $HOME\n' >/dev/null";
  const spawned = await spawnAgent(
    box,
    "--agent",
    "claude",
    "--workspace",
    shop,
    "--prompt",
    prompt,
    "--",
    "--verbose",
  );
  const told = await toldBy(box.home, spawned);
  const file = join(box.home, "launch", spawned.session_id, "instructions.md");
  expect(told).toMatchObject({
    words: ["--append-system-prompt-file", file, "--verbose", "--", prompt],
    cwd: shop,
    env: {
      SCHMUX_ENABLED: "1",
      SCHMUX_SESSION_ID: spawned.session_id,
      SCHMUX_WORKSPACE_ID: spawned.workspace_id,
      SCHMUX_STATUS_FILE: join(shop, ".schmux", "signal", spawned.session_id),
      AGTMUX_HOME: box.home,
      AGTMUX_SESSION_ID: spawned.session_id,
      AGTMUX_TMUX_SOCKET: box.socketName,
    },
  });
  expect(readFileSync(file, "utf8")).toBe(`${INSTRUCTIONS}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(spawned).toMatchObject({ session_name: "it_s_a__shop", warnings: [], worktree: null });
  expect(readFileSync(join(shop, ".schmux", ".gitignore"), "utf8")).toBe("*\n");
  expect(git(shop, "status", "--porcelain")).toBe("");
  expect(box.tmux("show-environment", "-g")).not.toMatch(/^(AGTMUX|SCHMUX)_/m);
  expect((await untilPane(box, spawned.pane_id, ({ agent }) => agent === "claude")).ref).toBe(spawned.ref);
});

it("[SW3][SW1] dispose ends the agent and leaves workspace and tmux as they were, its own session with them", async () => {
  const box = await spawnBox();
  const other = box.session("other");
  const shop = repository(join(box.dir, "shop"));
  const before = tree(shop);
  const spawned = await spawnAgent(box, "--agent", "codex", "--workspace", shop);
  const { pid } = await toldBy(box.home, spawned);
  box.type(spawned.pane_id, 'echo "completed Done" > "$SCHMUX_STATUS_FILE"');
  await untilPane(box, spawned.pane_id, ({ state, message }) => state === "completed" && message === "Done");
  const disposed = await dispose(box, spawned.ref);
  expect(disposed.removed).toContain(`pane ${spawned.pane_id}`);
  expect(disposed.kept).toEqual([]);
  expect(isRunning(pid)).toBe(false);
  expect(tree(shop)).toEqual(before);
  expect(box.tmux("list-panes", "-a", "-F", "#{pane_id}")).toBe(other);
  expect(existsSync(join(box.home, "launch"))).toBe(false);
  expect(await box.json<SpawnedList>("list", "panes", "--all", "--json")).toMatchObject({
    items: [{ identity: { pane_id: other } }],
  });
  const again = await box.agtmux(["dispose", spawned.session_id, "--yes"]);
  expect(again).toMatchObject({ code: 99, stdout: "" });
});

it("[SR11][SW1] a marker and a status file of its first moment count", async () => {
  const box = await spawnBox();
  const say = (words: string) => `run: ${words}`;
  const marker = await spawnAgent(
    box,
    "--agent",
    "gemini",
    "--prompt",
    say("echo '--<[schmux:needs_testing:Try it]>--'"),
  );
  await untilPane(box, marker.pane_id, ({ state, message }) => state === "completed" && message === "Try it");
  const status = await spawnAgent(
    box,
    "--agent",
    "gemini",
    "--prompt",
    say('echo "error No disk" > "$SCHMUX_STATUS_FILE"'),
  );
  await untilPane(box, status.pane_id, ({ state, message }) => state === "error" && message === "No disk");
});

it("[PV1][PV3][PV3][PV3] a block in the file that the agent reads: made and hidden from git, or appended, once for two agents, and gone with the last", async () => {
  const box = await spawnBox();
  const mine = "# Mine\n\nUse tabs.";
  const shop = repository(join(box.dir, "shop"), { "AGENTS.md": mine });
  const exclude = readFileSync(join(shop, ".git", "info", "exclude"), "utf8");
  const gemini = await spawnAgent(box, "--agent", "gemini", "--workspace", shop);
  const opencode = await spawnAgent(box, "--agent", "opencode", "--workspace", shop);
  const another = await spawnAgent(box, "--agent", "opencode", "--workspace", shop);
  // Copilot and Codex find the instructions in files that already have them: Copilot reads both
  const copilot = await spawnAgent(box, "--agent", "copilot", "--workspace", shop);
  const codex = await spawnAgent(box, "--agent", "codex", "--workspace", shop);
  const ways = [gemini, opencode, another, copilot, codex].map(({ instructions }) => instructions);
  const [geminiFile, agentsFile] = [join(shop, "GEMINI.md"), join(shop, "AGENTS.md")];
  expect(ways).toEqual([
    { by: "file", file: geminiFile },
    { by: "file", file: agentsFile },
    { by: "file", file: agentsFile },
    { by: "file", file: agentsFile },
    { by: "present", file: agentsFile },
  ]);
  expect((await toldBy(box.home, codex)).words.join(" ")).not.toContain("developer_instructions");
  for (const file of [geminiFile, agentsFile])
    expect(blockOf(readFileSync(file, "utf8"), INSTRUCTION_BLOCK)).toBe(INSTRUCTIONS);
  expect(readFileSync(agentsFile, "utf8").startsWith(`${mine}\n\n<!-- SCHMUX:BEGIN -->\n`)).toBe(true);
  expect(git(shop, "status", "--porcelain")).toBe(" M AGENTS.md");
  for (const { ref } of [opencode, gemini, copilot, codex]) await dispose(box, ref);
  expect(tree(shop)).toEqual([".schmux", ".schmux/.gitignore", ".schmux/signal", "AGENTS.md"]);
  expect(blockOf(readFileSync(agentsFile, "utf8"), INSTRUCTION_BLOCK)).toBe(INSTRUCTIONS);
  await dispose(box, another.session_id);
  expect(tree(shop)).toEqual(["AGENTS.md"]);
  expect(readFileSync(agentsFile, "utf8")).toBe(mine);
  expect(readFileSync(join(shop, ".git", "info", "exclude"), "utf8")).toBe(exclude);
});

it("[PV3] OpenCode's block goes where it does not take CLAUDE.md away; what people write into our file stays", async () => {
  const box = await spawnBox();
  const shop = repository(join(box.dir, "shop"), { "CLAUDE.md": "# Mine\n" });
  const opencode = await spawnAgent(box, "--agent", "opencode", "--workspace", shop);
  expect(opencode.instructions).toEqual({ by: "file", file: join(shop, "CLAUDE.md") });
  const gemini = await spawnAgent(box, "--agent", "gemini", "--workspace", shop);
  const file = join(shop, "GEMINI.md");
  writeFileSync(file, `# Now mine\n\n${readFileSync(file, "utf8")}`);
  for (const { ref } of [opencode, gemini]) await dispose(box, ref);
  expect(readFileSync(join(shop, "CLAUDE.md"), "utf8")).toBe("# Mine\n");
  expect(readFileSync(file, "utf8")).toBe("# Now mine\n");
  expect(git(shop, "status", "--porcelain")).toBe("?? GEMINI.md");
});

it("[PV1][PV3] a link is followed only within the workspace, and a block that was there before is restored", async () => {
  const box = await spawnBox();
  const old = "# Team\n\n<!-- SCHMUX:BEGIN -->\nOld words.\n<!-- SCHMUX:END -->\n";
  const shop = repository(join(box.dir, "shop"), { "CLAUDE.md": "# Mine\n", "GEMINI.md": old });
  symlinkSync("CLAUDE.md", join(shop, "AGENTS.md"));
  // at the same time: each waits for its turn
  const [gemini, copilot] = await Promise.all([
    spawnAgent(box, "--agent", "gemini", "--workspace", shop),
    spawnAgent(box, "--agent", "copilot", "--workspace", shop),
    spawnAgent(box, "--agent", "claude", "--workspace", shop),
  ]);
  expect(blockOf(readFileSync(join(shop, "GEMINI.md"), "utf8"), INSTRUCTION_BLOCK)).toBe(INSTRUCTIONS);
  expect(lstatSync(join(shop, "AGENTS.md")).isSymbolicLink()).toBe(true);
  for (const { ref } of [gemini, copilot]) await dispose(box, ref);
  expect(readFileSync(join(shop, "GEMINI.md"), "utf8")).toBe(old);
  expect(readFileSync(join(shop, "CLAUDE.md"), "utf8")).toBe("# Mine\n");
  const outside = join(box.dir, "outside.md");
  writeFileSync(outside, "# Private\n");
  for (const target of [outside, join(shop, ".git", "config")]) {
    rmSync(join(shop, "GEMINI.md"));
    symlinkSync(target, join(shop, "GEMINI.md"));
    const before = readFileSync(target, "utf8");
    const spawned = await spawnAgent(box, "--agent", "gemini", "--workspace", shop);
    expect(spawned.instructions).toEqual({ by: "none", file: null });
    expect(spawned.warnings).toEqual([expect.stringContaining("leads elsewhere")]);
    expect(readFileSync(target, "utf8")).toBe(before);
  }
});

it("[PV4][PV4] a model runs in its agent; any other command gets the variables only; a name that nothing has is refused", async () => {
  const box = await spawnBox();
  const opus = await spawnAgent(box, "--agent", "claude-opus");
  expect((await toldBy(box.home, opus)).words.slice(0, 2)).toEqual(["--model", "opus"]);
  const kimi = await spawnAgent(box, "--agent", "kimi-k2");
  expect(kimi.program).toBe("claude");
  const own = await spawnAgent(box, "--agent", "my-agent", "--", "--fast", "it's me");
  expect(await toldBy(box.home, own)).toMatchObject({
    words: ["--fast", "it's me"],
    env: { SCHMUX_SESSION_ID: own.session_id },
  });
  expect(own.instructions).toEqual({ by: "none", file: null });
  expect(existsSync(join(box.workspace, "AGENTS.md"))).toBe(false);
  const prompt = await box.agtmux(["spawn", "--agent", "my-agent", "--prompt", "hello"]);
  expect(prompt).toMatchObject({ code: 3, stdout: "" });
  expect(prompt.stderr).toContain("after --");
  const panes = box.tmux("list-panes", "-a", "-F", "#{pane_id}");
  const missing = await box.agtmux(["spawn", "--agent", "no-such-agent"]);
  expect(missing).toMatchObject({ code: 53, stdout: "" });
  expect(missing.stderr).toMatch(/no command no-such-agent here.*claude, codex, gemini/);
  expect(box.tmux("list-panes", "-a", "-F", "#{pane_id}")).toBe(panes);
  const { items } = await box.json<SpawnedList>("list", "panes", "--all", "--json");
  expect(items.map(({ ref }) => ref).sort()).toEqual([opus.ref, kimi.ref, own.ref].sort());
});

it("[SW6] the session that is named is used, and only our pane of it goes; a shell stays where the agent ended", async () => {
  const box = await spawnBox();
  const first = box.session("work");
  const spawned = await spawnAgent(box, "--agent", "claude", "--session", "work");
  expect(spawned.session_name).toBe("work");
  expect(box.tmux("list-windows", "-t", "work", "-F", "#{window_name} #{window_active}")).toMatch(/ 1\nclaude 0$/);
  const { pid } = await toldBy(box.home, spawned);
  process.kill(pid, "SIGTERM");
  await until(() => box.screen(spawned.pane_id).includes("claude ended with code 143"));
  box.type(spawned.pane_id, 'echo "left: $SCHMUX_SESSION_ID"');
  await until(() => box.screen(spawned.pane_id).includes(`left: ${spawned.session_id}`));
  const split = box.tmux("split-window", "-d", "-t", spawned.pane_id, "-P", "-F", "#{pane_id}", "exec sh");
  await dispose(box, spawned.ref);
  expect(box.tmux("list-panes", "-a", "-F", "#{pane_id}").split("\n")).toEqual([first, split]);
  for (const name of ["a:b", "a.b", "", "_agtmux"]) {
    const ran = await box.agtmux(["spawn", "--agent", "claude", "--session", name]);
    expect([2, 3]).toContain(ran.code);
  }
});

it("[SW7] the agent has the environment of the user's login shell", async () => {
  const box = await spawnBox({ SHELL: "/bin/bash" });
  const tools = join(box.dir, "user", "tools");
  mkdirSync(tools);
  writeFileSync(join(tools, "special-agent"), readFileSync(join(box.dir, "agents", "claude")), { mode: 0o755 });
  writeFileSync(join(box.dir, "user", ".bash_profile"), `PATH=/usr/bin:/bin:${tools}; export MY_KEY=abc`);
  const spawned = await spawnAgent(box, "--agent", "special-agent");
  expect((await toldBy(box.home, spawned)).cwd).toBe(box.workspace);
  box.type(spawned.pane_id, 'echo "key: $MY_KEY"');
  await until(() => box.screen(spawned.pane_id).includes("key: abc"));
});

it("[SR20] a workspace that takes no status file is reported, and the agent signals from elsewhere", async () => {
  const box = await spawnBox();
  const shop = repository(join(box.dir, "shop"), { ".schmux": "not a directory\n" });
  const spawned = await spawnAgent(box, "--agent", "claude", "--workspace", shop);
  expect(spawned.warnings).toEqual([expect.stringContaining("cannot hold the status file")]);
  expect(spawned.status_file.startsWith(join(box.home, "workspaces"))).toBe(true);
  box.type(spawned.pane_id, 'echo "needs_input Which one?" > "$SCHMUX_STATUS_FILE"');
  await untilPane(box, spawned.pane_id, ({ message }) => message === "Which one?");
  box.type(spawned.pane_id, "echo '--<[schmux:error:Broken]>--'");
  await untilPane(box, spawned.pane_id, ({ message }) => message === "Broken");
  box.type(spawned.pane_id, "agtmux signal completed 'By command'");
  await untilPane(box, spawned.pane_id, ({ message }) => message === "By command");
  await dispose(box, spawned.ref);
  expect(git(shop, "status", "--porcelain")).toBe("");
});

it("[SW3] agents that were not spawned are not disposed of, and without a terminal nothing is asked", async () => {
  const box = await spawnBox();
  const pane = box.session("mine");
  await untilPane(box, pane, () => true);
  const spawned = await spawnAgent(box, "--agent", "claude");
  const { ref } = await box.pane(pane);
  const refused = await box.agtmux(["dispose", ref, "--yes"]);
  expect(refused).toMatchObject({ code: 59 });
  expect(refused.stderr).toContain(`spawned are ${spawned.ref}`);
  expect(await box.agtmux(["dispose", "pane:host/none/@9/%99", "--yes"])).toMatchObject({ code: 30 });
  expect(await box.agtmux(["dispose", spawned.ref])).toMatchObject({ code: 68 });
  expect(box.tmux("list-panes", "-a", "-F", "#{pane_id}").split("\n")).toContain(spawned.pane_id);
  // works also when the pane is gone and the daemon was restarted
  box.tmux("kill-pane", "-t", spawned.pane_id);
  await box.agtmux(["daemon", "restart"]);
  await dispose(box, spawned.ref);
  expect(tree(box.workspace).some((name) => name.startsWith(".schmux"))).toBe(false);
});

it("[SW3] says at once if an agent was already disposed of or does not exist, without asking", async () => {
  const box = await spawnBox();
  const person = box.session("person");
  const spawned = await spawnAgent(box, "--agent", "my-agent", "--session", "shop");
  await untilPane(box, spawned.pane_id, () => true);
  box.type(person, `${AGTMUX} dispose shop; echo code $?`);
  await until(() => box.screen(person).replaceAll("\n", "").includes(`Dispose of my-agent in ${spawned.ref}?`));
  box.type(person, "y");
  await until(() => box.screen(person).includes("code 0"));
  for (const ref of [spawned.ref, spawned.session_id])
    for (const yes of [[], ["--yes"]]) {
      const again = await box.agtmux(["dispose", ref, ...yes]);
      expect(again).toMatchObject({ code: 99, stdout: "" });
      expect(again.stderr).toBe(
        `agtmux: ${ref} was disposed of already: there is nothing left to end or remove [E_DISPOSED]\n`,
      );
    }
  box.tmux("send-keys", "-t", person, "clear", "Enter");
  box.type(person, `${AGTMUX} dispose ${spawned.session_id}; echo code $?`);
  await until(() => box.screen(person).includes("code 99"));
  expect(box.screen(person)).not.toContain("[y/N]");
  const { ref } = await untilPane(box, person, () => true);
  expect(await box.agtmux(["dispose", ref])).toMatchObject({ code: 59 });
  expect(await box.agtmux(["dispose", "nobody"])).toMatchObject({ code: 30 });
});

it("[SW7] a login shell that does not get ready is left out, and that is said", async () => {
  const box = await spawnBox({ SHELL: "/bin/bash" });
  writeFileSync(join(box.dir, "user", ".bash_profile"), "exec cat");
  const spawned = await spawnAgent(box, "--agent", "claude");
  expect(spawned.warnings).toEqual([expect.stringContaining("login shell did not get ready")]);
  await toldBy(box.home, spawned);
  box.type(spawned.pane_id, 'echo "working Yes" > "$SCHMUX_STATUS_FILE"');
  await untilPane(box, spawned.pane_id, ({ state, source }) => state === "running" && source === "status_file");
});

it("[SC1] a prompt of 100,000 characters arrives whole; Ctrl-Z gives a shell, and leaving it the agent", async () => {
  const box = await spawnBox();
  const prompt = `run: true ${'it\'s "long" $HOME \\ ! `x` # '.repeat(3_600)}\nend`;
  const spawned = await spawnAgent(box, "--agent", "gemini", "--prompt", prompt);
  expect((await toldBy(box.home, spawned)).words).toEqual([`--prompt-interactive=${prompt}`]);
  const shown = () => box.tmux("display-message", "-p", "-t", spawned.pane_id, "#{pane_current_command}");
  await until(() => shown() === "node");
  box.tmux("send-keys", "-t", spawned.pane_id, "C-z");
  await until(() => box.screen(spawned.pane_id).includes("gemini is stopped"));
  box.type(spawned.pane_id, "echo in a $0; exit");
  await until(() => shown() === "node");
  box.type(spawned.pane_id, "echo still $SCHMUX_ENABLED here");
  await until(() => box.screen(spawned.pane_id).includes("still 1 here"));
});

it("[SW10] a preset names what to start; what is given besides goes before it", async () => {
  const box = await spawnBox();
  const shop = repository(join(box.dir, "shop"));
  const words = ['agent = "claude"', `workspace = "${shop}"`, 'prompt = "Review"', 'args = ["--verbose"]'];
  writeFileSync(join(box.home, "config.toml"), ["[presets.review]", ...words].join("\n"));
  await box.agtmux(["daemon", "restart"]);
  const spawned = await spawnAgent(box, "--preset", "review", "--prompt", "Look at it");
  expect(await toldBy(box.home, spawned)).toMatchObject({
    words: expect.arrayContaining(["--verbose", "Look at it"]),
    cwd: shop,
  });
  const unknown = await box.agtmux(["spawn", "--preset", "revew"]);
  expect(unknown.stderr).toContain('no preset is called "revew": there are review');
});
