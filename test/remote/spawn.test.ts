import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { quoted } from "../../src/core/provision/shell-words.ts";
import { daemonWith, untilPaneOf } from "../support/remote-target.ts";
import { agentsIn, dispose, git, repository, spawnAgent, toldBy, tree } from "../support/spawn-box.ts";
import { type SshHostOptions, sshHost } from "../support/ssh-host.ts";

async function machine(options: SshHostOptions = {}) {
  const vm = await sshHost(options);
  agentsIn(join(vm.dir, "root", "agents"));
  vm.run(`echo 'PATH=$PATH:$HOME/agents' > ~/.profile`);
  return vm;
}

/** Starts a tmux server there whose panes have the agents in their PATH. */
const FIRST = 'export PATH="$PATH:$HOME/agents"; tmux new-session -d -s first "exec sh"';

it("[SW5][SW1][SW1][SW3] the same on another machine: worktree, block, variables, signals, and nothing left behind", async () => {
  const vm = await machine();
  vm.run(FIRST);
  const shop = repository(join(vm.dir, "it's shop"), { "AGENTS.md": "# Mine\n" });
  const box = await daemonWith([vm]);
  const words = ["--target", "vm1", "--workspace", shop, "--worktree", "cart"];
  const prompt = "run: echo 'say \\ \"!\" it' >/dev/null; echo '--<[schmux:needs_input:Which one?]>--'";
  const spawned = await spawnAgent(box, "--agent", "opencode", ...words, "--prompt", prompt);
  const told = await toldBy(vm.home, spawned);
  expect(told).toMatchObject({
    words: [`--prompt=${prompt}`],
    cwd: join(vm.dir, "it's shop-worktrees", "cart"),
    env: { SCHMUX_STATUS_FILE: spawned.status_file, AGTMUX_HOME: vm.home },
  });
  await untilPaneOf(box, "vm1", spawned.pane_id, ({ message }) => message === "Which one?");
  vm.type(spawned.pane_id, 'echo "error No disk" > "$SCHMUX_STATUS_FILE"');
  await untilPaneOf(box, "vm1", spawned.pane_id, ({ state, message }) => state === "error" && message === "No disk");
  expect(readFileSync(join(spawned.workspace, "AGENTS.md"), "utf8")).toContain("SCHMUX:BEGIN");
  writeFileSync(join(spawned.workspace, "work.txt"), "");
  expect(await box.agtmux(["dispose", spawned.ref, "--yes"])).toMatchObject({ code: 58 });
  vm.run(`rm ${quoted(join(spawned.workspace, "work.txt"))}`);
  await dispose(box, spawned.ref);
  expect(tree(shop)).toEqual(["AGENTS.md"]);
  expect(existsSync(`${shop}-worktrees`)).toBe(false);
  expect(git(shop, "branch", "--format=%(refname:short)")).toBe("main");
  expect(existsSync(join(vm.home, "launch"))).toBe(false);
  expect(vm.tmux("list-sessions", "-F", "#{session_name}")).toBe("first");
  const nowhere = await box.agtmux(["spawn", "--agent", "claude", "--target", "vm1"]);
  expect(nowhere).toMatchObject({ code: 2 });
});

it("[SW5] also where no tmux server runs yet, and on a host that allows one channel", async () => {
  const vm = await machine({ maxSessions: 1 });
  const box = await daemonWith([vm]);
  const agent = join(vm.dir, "root", "agents", "claude");
  const spawned = await spawnAgent(box, "--agent", agent, "--target", "vm1", "--workspace", "~", "--session", "new");
  expect(spawned.workspace).toBe(join(vm.dir, "root"));
  await toldBy(vm.home, spawned);
  vm.type(spawned.pane_id, 'echo "completed Done" > "$SCHMUX_STATUS_FILE"');
  await untilPaneOf(box, "vm1", spawned.pane_id, ({ state, message }) => state === "completed" && message === "Done");
  await dispose(box, spawned.ref);
  expect(existsSync(join(vm.dir, "root", ".schmux"))).toBe(false);
});
