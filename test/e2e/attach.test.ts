import { describe, expect, it } from "vitest";
import { AttachReport } from "../../src/core/protocol/actions/actions.ts";
import { AGTMUX, type Sandbox, sandbox, until } from "../support/sandbox.ts";
import { expectRefusal, stage } from "../support/stage.ts";

/** Session, window and pane of each client that is not in control mode. */
function clients(box: Sandbox): string[] {
  return box
    .tmux("list-clients", "-F", "#{client_control_mode} #{session_name}:#{window_index}.#{pane_index}")
    .split("\n")
    .filter((line) => line.startsWith("0 "))
    .map((line) => line.slice(2));
}

/** A pane on a second tmux server, as a person's terminal. */
function terminal(box: Sandbox, command: string): { screen(): string; type(line: string): void } {
  const outer = sandbox({ AGTMUX_HOME: box.home, AGTMUX_TMUX_SOCKET: box.socketName });
  const pane = outer.session("person", "exec env -u TMUX -u TMUX_PANE sh");
  outer.type(pane, command);
  return { screen: () => outer.screen(pane), type: (line) => outer.type(pane, line) };
}

describe("attach", () => {
  it("[GD14] from outside tmux it lands on the exact pane, though another was shown", async () => {
    const { box, pane } = await stage();
    box.tmux("split-window", "-d", "-t", pane, "sleep 600");
    box.tmux("new-window", "-t", "work", "sleep 600");
    const person = terminal(box, `${AGTMUX} attach claude`);
    await until(
      () => clients(box).includes("work:0.0"),
      () => `${clients(box)}\n${person.screen()}`,
    );
  });

  it("[GD14] from a pane of the same server it moves the client that shows that pane", async () => {
    const { box, pane } = await stage();
    box.tmux("split-window", "-d", "-b", "-t", pane, "sleep 600");
    const person = terminal(box, `tmux -L ${box.socketName} attach -t first`);
    await until(() => clients(box).includes("first:0.0"));
    person.type(`${AGTMUX} attach work/claude`);
    await until(
      () => clients(box).includes("work:0.1"),
      () => `${clients(box)}\n${person.screen()}`,
    );
    expect(box.tmux("display-message", "-p", "-t", "work", "#{pane_id}")).toBe(pane);
  });

  it("[GD14, TX4] attach is refused in a tmux without clients, and moves no client of ours", async () => {
    const { box } = await stage();
    const where = () => box.tmux("list-clients", "-F", "#{client_name} #{session_name}");
    const before = where();
    const place = { TMUX: box.tmux("display-message", "-p", "#{socket_path},#{pid},0") };
    const pane = box.tmux("display-message", "-p", "-t", "first", "#{pane_id}");
    const refused = await box.agtmux(["attach", "claude"], { env: { ...place, TMUX_PANE: pane } });
    expect([refused.code, refused.stderr]).toEqual([27, expect.stringMatching(/nobody is attached.*attach-session/)]);
    expect(where()).toBe(before);
  });

  it("[GD14] --print says the command; from another tmux it is a window of that one", async () => {
    const { box, pane } = await stage();
    const server = box.tmux("display-message", "-p", "#{pid}");
    const socket = box.tmux("display-message", "-p", "#{socket_path}");
    const place = box.tmux("display-message", "-p", "-t", pane, "#{session_id}:#{window_id}.#{pane_id}");
    const print = async (tmux?: string) =>
      (await box.agtmux(["attach", "claude", "--print"], { env: { TMUX: tmux } })).stdout.trimEnd();
    expect(await print()).toBe(`tmux -S ${socket} attach-session -t '${place}'`);
    expect(await print(`${socket},${server},0`)).toBe(`tmux -S ${socket} switch-client -t '${place}'`);
    expect(await print("/tmp/other,1,0")).toBe(
      `tmux new-window -n host/work env -u TMUX -u TMUX_PANE tmux -S ${socket} attach-session -t '${place}'`,
    );
    const report = AttachReport.parse(await box.json("attach", "claude", "--json"));
    expect(report).toMatchObject({ how: "attach", snapshot: { pane_id: pane } });
    expectRefusal(await box.agtmux(["attach", "claude", "--if-state", "error"]), "E_GUARD_STATE");
  });
});
