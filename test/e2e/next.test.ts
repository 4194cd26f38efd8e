import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const PLUGIN = resolve(import.meta.dirname, "../../agtmux.tmux");

interface Calling {
  box: Sandbox;
  shell: string;
  /** Three panes that ask, fail and are done; done is the oldest. */
  asks: string;
  fails: string;
  done: string;
}

async function threeCallers(): Promise<Calling> {
  const box = sandbox();
  const shell = box.session("first");
  await box.startDaemon();
  const [done = "", asks = "", fails = ""] = await Promise.all(
    ["done", "asks", "fails"].map((each) => box.registered(each)),
  );
  const said = [
    [done, "completed"],
    [asks, "needs_input"],
    [fails, "error"],
  ] as const;
  for (const [pane, state] of said) {
    box.type(pane, `agtmux signal ${state} words`);
    await untilPane(box, pane, ({ attention }) => attention !== null);
  }
  return { box, shell, asks, fails, done };
}

/** A person's terminal, attached to that session; returns what it shows and how to press keys. */
async function person(box: Sandbox, session: string) {
  const outer = sandbox();
  const terminal = outer.session("outer", `unset TMUX; tmux -L ${box.socketName} attach -t ${session}`);
  await until(() => outer.screen(terminal).includes(`[${session}]`));
  const shown = () =>
    box
      .tmux("list-clients", "-F", "#{client_flags} #{pane_id}")
      .split("\n")
      .find((line) => !line.includes("no-output"))
      ?.split(" ")[1] ?? "";
  return { shown, press: (...keys: string[]) => outer.tmux("send-keys", "-t", terminal, ...keys) };
}

describe("next", () => {
  it.each(["key binding", "plugin"])(
    "[LS12] each press of a key goes one pane further and round again: %s",
    async (way) => {
      const { box, asks, fails, done } = await threeCallers();
      if (way === "plugin") box.tmux("run-shell", PLUGIN);
      else box.tmux("bind-key", "a", "run-shell", `${AGTMUX} next`);
      const { shown, press } = await person(box, "first");
      for (const pane of [asks, fails, done, asks, fails]) {
        press("C-b", "a");
        await until(
          () => shown() === pane,
          () => `${shown()} is shown, not ${pane}`,
        );
      }
    },
  );

  it("[LS12] from a shell it walks too, though the person comes back there each time; a new call comes in its turn", async () => {
    const { box, shell, asks, fails, done } = await threeCallers();
    const server = box.tmux("display-message", "-p", "#{socket_path},#{pid},0");
    const next = async (env: NodeJS.ProcessEnv = {}) =>
      (await box.agtmux(["next", "--print"], { env })).stdout.trimEnd();
    expect(await next()).toContain(`.${asks}'`);
    expect(await next({ TMUX: server, TMUX_PANE: shell })).toContain(`.${fails}'`);
    const late = await box.registered("late");
    box.type(late, "agtmux signal needs_input late");
    await untilPane(box, late, ({ attention }) => attention !== null);
    expect(await next()).toContain(`.${late}'`);
    expect(await next()).toContain(`.${done}'`);
    expect(await next()).toContain(`.${asks}'`);
    // who stands in front of one goes on to another
    expect(await next({ TMUX: server, TMUX_PANE: fails })).toContain(`.${late}'`);
  });

  it("[LS12] says so if nobody waits", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    expect((await box.agtmux(["next"])).stdout).toBe("nobody waits for you\n");
  });
});
