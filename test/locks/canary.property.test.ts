import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { dialogAgent } from "../support/dialog-agent.ts";
import { type Answer, ask } from "../support/http.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { git, repository, spawnBox, toldBy } from "../support/spawn-box.ts";
import { drop } from "../support/spool-drop.ts";
import { ALL_LIVE, canaryIn, wouldBeCommand, wouldSing } from "./canary.ts";

const PLUGIN = resolve(import.meta.dirname, "../../agtmux.tmux");
const RUNS = Number(process.env.FUZZ_CASES ?? 3);
const AT_ONCE = 4;
const AGENTS = ["claude", "codex", "gemini", "copilot", "opencode"];

const post = (box: Sandbox, path: string, body: object): Promise<Answer> =>
  ask({ socketPath: join(box.home, "agtmuxd.sock") }, { method: "POST", path, body: JSON.stringify(body) });
const gone = (box: Sandbox, path: string): Promise<Answer> =>
  ask({ socketPath: join(box.home, "agtmuxd.sock") }, { method: "DELETE", path });

it("[SC1] words that want to be commands would run wherever a shell reads them", () => {
  const box = sandbox();
  const ran = ALL_LIVE.filter((word, index) => wouldSing(word, join(box.dir, `sung-${index}`)));
  expect(ran.length).toBeGreaterThan(10);
});

it("[SC1] no name, title, path, message, text, answer, option or argument is run by tmux, sh or git on its way", {
  timeout: Math.max(240_000, RUNS * 30_000),
}, async () => {
  const box = await spawnBox();
  const { env, hasSung } = canaryIn(box.dir);
  Object.assign(box.env, env);
  // once more, so that daemon and tmux server have the variable too
  await box.agtmux(["daemon", "restart"]);
  const panes: string[] = [];
  const agents = Array.from({ length: AT_ONCE }, (_, n) =>
    dialogAgent(join(box.dir, String(n)), join(box.home, "bin", "agtmux")),
  );
  for (const [n, { command }] of agents.entries()) {
    const pane = box.session(`s${n}`, "exec bash --norc --noprofile");
    box.type(pane, command);
    panes.push(pane);
  }
  const tmux = `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
  for (const pane of panes) await untilPane(box, pane, ({ agent }) => agent === "claude");
  const shop = repository(join(box.dir, "shop"));

  let [delivered, spawned] = [0, 0];
  const hammer = async (word: string, pane: string, n: number): Promise<void> => {
    const quietly = (...args: string[]) => {
      try {
        box.tmux(...args);
      } catch {
        // tmux does not take every name
      }
    };
    // these commands of tmux's read formats in a name: doubled, a number sign is one
    const literal = word.replaceAll("#", "##");
    quietly("rename-session", "-t", pane, "--", `${n}${literal}`);
    quietly("rename-window", "-t", pane, "--", literal);
    quietly("select-pane", "-t", pane, "-T", literal);
    const folder = join(box.dir, `d${word.replaceAll(/[/\0]/g, "")}`.slice(0, 200));
    mkdirSync(folder, { recursive: true });
    drop(box, { agent: "schmux", event: "needs_input", pane, tmux, session: word, payload: word });
    drop(box, {
      agent: "claude",
      event: "Unheard",
      pane,
      tmux,
      payload: JSON.stringify({ session_id: word, cwd: folder, transcript_path: word }),
    });
    await untilPane(box, pane, ({ message }) => message !== "");
    await Promise.all([
      post(box, "/v1/actions/attach", { ref: pane }),
      post(box, "/v1/actions/view-output", { ref: pane, lines: 5 }),
      post(box, "/v1/actions/kill", { ref: pane, signal: word }),
      post(box, "/v1/actions/send", { ref: word, text: word }),
      post(box, "/v1/actions/send", { ref: pane, keys: [word] }),
      post(box, "/v1/spawn", { agent: word, workspace: folder }),
      post(box, "/v1/targets", { name: word, kind: "local", tmux_socket: "x" }),
      post(box, "/v1/targets", { name: `a${n}`, kind: "ssh", ssh_target: word }).then(() =>
        gone(box, `/v1/targets/a${n}`),
      ),
      post(box, "/v1/targets", { name: `b${n}`, kind: "local", tmux_socket: word }).then(() =>
        gone(box, `/v1/targets/b${n}`),
      ),
      gone(box, `/v1/targets/host/sessions/${encodeURIComponent(word)}/signal`),
    ]);
    // what the agent takes for its own command it may change; what it may not have at all is refused
    const sent = await post(box, "/v1/actions/send", {
      ref: pane,
      text: `say ${word}`,
      allow_changes: true,
      over_draft: true,
    });
    delivered += sent.status === 200 ? 1 : 0;
    await post(box, "/v1/questions/answer", { ref: pane, answer: word, as_text: true });
    await post(box, "/v1/actions/complete", { ref: pane });
    await post(box, "/v1/spawn", { agent: "my-agent", workspace: shop, worktree: word });
    const answer = await post(box, "/v1/spawn", {
      ...(n % 2 === 0 ? { agent: "my-agent" } : { agent: AGENTS[n % AGENTS.length], prompt: word }),
      ...(n % 4 < 2
        ? { workspace: folder, session: `${n}${word.replaceAll(/[:.#\p{Cc}]/gu, "")}` }
        : { workspace: shop, worktree: `w${n}$(touch\${IFS}$C);` }),
      args: [word, "--", word],
    });
    if (answer.status !== 201) return;
    spawned += 1;
    const { ref, session_id } = JSON.parse(answer.text) as { ref: string; session_id: string };
    expect(await toldBy(box.home, { session_id })).toMatchObject({ words: expect.arrayContaining([word]) });
    expect((await post(box, "/v1/dispose", { ref })).status).toBe(200);
  };

  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(wouldBeCommand, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (words) => {
      await Promise.all(words.map((word, n) => hammer(word, panes[n] as string, number++)));
      expect([words, hasSung()]).toEqual([words, false]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );

  // else nothing of it would have been tried
  expect(delivered).toBeGreaterThan(0);
  expect(spawned).toBeGreaterThan(0);

  // and where people meet those names: the status line, the plugin's jump, the shells' completion
  box.tmux("set-option", "-g", "status-right", "#{E:@agtmux_status} #{T:@agtmux_status} #{@agtmux_status}");
  const outer = sandbox();
  const terminal = outer.session("outer", `unset TMUX; exec tmux -L ${box.socketName} attach`);
  await until(() => box.tmux("list-clients", "-F", "#{client_control_mode}").split("\n").includes("0"));
  const isPerson = (line: string) => line.endsWith(" 0");
  const clients = box.tmux("list-clients", "-F", "#{client_name} #{client_control_mode}").split("\n");
  const [client = ""] = clients.find(isPerson)?.split(" ") ?? [];
  for (const pane of panes) {
    const { ref } = await box.pane(pane);
    execFileSync(PLUGIN, ["go", ref, client], {
      env: { ...box.env, TMUX: tmux, PATH: `${join(AGTMUX, "..")}:${box.env.PATH}` },
      stdio: "pipe",
      timeout: 5_000,
    });
    await until(() => box.tmux("list-clients", "-F", "#{pane_id} #{client_control_mode}").includes(`${pane} 0`));
  }
  box.tmux("set-option", "-g", "@agtmux_pick_by", "menu");
  box.tmux(
    "run-shell",
    "-b",
    `env PATH='${join(AGTMUX, "..")}:${box.env.PATH}' AGTMUX_HOME='${box.home}' '${PLUGIN}' pick ${client}`,
  );
  await until(
    () => outer.screen(terminal).includes("claude"),
    () => outer.screen(terminal),
  );
  expect(hasSung()).toBe(false);
  expect(git(shop, "status", "--porcelain")).toBe("");
});

it("[SC1, CL3] a home and a workspace may be called anything: pipes, hooks and variables take the name for a name", {
  timeout: 180_000,
}, async () => {
  for (const name of [`h $(touch $C)'"#(touch $C)`, "-h`touch $C`;%H#{pid}~\\"]) {
    const box = sandbox();
    const { env, hasSung } = canaryIn(box.dir);
    const home = join(box.dir, name);
    const root = join(box.dir, `w${name}`);
    mkdirSync(root);
    Object.assign(box.env, env, { AGTMUX_HOME: home });
    const pane = box.session("work");
    await box.startDaemon();
    writeFileSync(
      join(box.dir, "go"),
      `cd "$1"; eval "$(${AGTMUX} env)"; cd "$SCHMUX_WORKSPACE_ID" 2>/dev/null; "$2/bin/agtmux" hook nobody Event '{}'; "$2/bin/agtmux" signal working hi; ${AGTMUX} run -- sh -c 'echo "$1"' sh "$1"; test "$AGTMUX_HOME" = "$2" && echo home-is-right; printf 'needs_input In a file' > "$SCHMUX_STATUS_FILE"\n`,
    );
    box.tmux("set-environment", "-g", "ROOT", root);
    box.tmux("set-environment", "-g", "HOME_OF_OURS", home);
    box.tmux("respawn-pane", "-k", "-t", pane, "exec sh");
    box.type(pane, `set -- "$ROOT" "$HOME_OF_OURS"; . ${join(box.dir, "go")}`);
    await until(
      () => box.screen(pane).includes("home-is-right"),
      () => `${name}: ${box.screen(pane)}`,
    );
    const inFile = async () => {
      const ran = await box.agtmux(["explain", pane, "--json"]);
      return ran.stdout.includes("In a file");
    };
    await until(inFile, () => `${name}: ${box.screen(pane)}`);
    box.type(pane, `printf '%s\\n' '--<[schmux:needs_testing:Printed]>--'`);
    await until(
      async () => (await box.agtmux(["explain", pane, "--json"])).stdout.includes("Printed"),
      () =>
        `${name}: ${box.tmux("display-message", "-p", "-t", pane, "#{pane_pipe} #{@agtmux_pipe}")}\n${readFileSync(join(home, "daemon.log"), "utf8")}`,
    );
    expect([name, hasSung()]).toEqual([name, false]);
  }
});

it("[SC1, SC6] a home with a line break in its name is refused, and nothing of it is run", async () => {
  const box = sandbox();
  const { env, hasSung } = canaryIn(box.dir);
  const home = join(box.dir, "h\nrun-shell 'touch $C'\n");
  const ran = await box.agtmux(["daemon", "start"], { env: { ...env, AGTMUX_HOME: home } });
  expect([ran.code, ran.stderr]).toEqual([16, expect.stringContaining("line break")]);
  expect(hasSung()).toBe(false);
});
