import { describe, expect, it } from "vitest";
import type { Adapter } from "../../../core/adapter/adapter.ts";
import type { ProcessFacts } from "../../../core/adapter/process-facts.ts";
import { type ProcessRow, processTree } from "../../../core/adapter/process-tree.ts";
import { AGENTS } from "../../../core/agents/registry.ts";
import type { ObservedPane } from "../tmux/topology.ts";
import { ProcessWatch } from "./process-watch.ts";

const SERVER = 10;

describe("ProcessWatch", () => {
  it("[TG9] panes that are due at about the same time are read together", async () => {
    const { watch, reads } = watchOf(40);
    for (let pane = 1; pane <= 40; pane += 1) await watch.look(panesOf(pane), SERVER, pane * 10);
    reads.length = 0;
    await watch.look(panesOf(40), SERVER, 1_100);
    expect(reads.map((roots) => roots.length)).toEqual([40]);
  });

  it("[TG9] for many panes the tmux server's tree is read, and missing processes separately", async () => {
    const { watch, reads, hidden } = watchOf(200);
    await watch.look(panesOf(200), SERVER, 0);
    hidden.add(pidOf(7));
    reads.length = 0;
    const found = await watch.look(panesOf(200), SERVER, 1_000);
    expect(reads).toEqual([[SERVER], [pidOf(7)]]);
    expect([...found].map(([paneId, { root }]) => [paneId, root.pid])).toEqual(
      [...panesOf(200).values()].map(({ pane_id, pane_pid }) => [pane_id, pane_pid]),
    );
  });

  it("[TG9] only panes whose foreground changed are read at once", async () => {
    const { watch, reads } = watchOf(3);
    await watch.look(panesOf(3), SERVER, 0);
    reads.length = 0;
    await watch.look(panesOf(3), SERVER, 500);
    expect(reads).toEqual([]);
    const panes = panesOf(3);
    panes.set("%1", { ...(panes.get("%1") as ObservedPane), command: "node" });
    await watch.look(panes, SERVER, 600);
    expect(reads).toEqual([[pidOf(2)]]);
  });

  it("[TG9] a read that fails forgets nothing, and is tried again a second later", async () => {
    const { watch, broken } = watchOf(2);
    const before = await watch.look(panesOf(2), SERVER, 0);
    broken.add("yes");
    await expect(watch.look(panesOf(2), SERVER, 1_000)).rejects.toThrow("broken");
    expect(watch.all()).toEqual(before);
    expect(watch.nextDue()).toBe(2_000);
  });

  it("[BI19] an agent that one look missed stays for as long as its own pid and start are alive", async () => {
    const agent: ProcessRow = [2_000, pidOf(1), "claude", ["claude"]];
    const { watch, hidden, tree } = watchOf(1, [agent]);
    const named = async (now: number) => (await watch.look(panesOf(1), SERVER, now)).get("%0")?.agent?.agent;
    expect(await named(0)).toBe("claude");
    hidden.add(2_000);
    expect(await named(1_000)).toBe("claude");
    tree.splice(1);
    expect(await named(10_000)).toBeUndefined();
  });

  it("[AD26] agents of a disabled adapter are not found, end at the next look, and are back when it is enabled", async () => {
    const rows: ProcessRow[] = [
      [2_000, pidOf(1), "claude", ["claude"]],
      [2_001, pidOf(2), "codex", ["codex"]],
    ];
    const { watch, wanted } = watchOf(2, rows);
    const found = async (now: number) =>
      [...(await watch.look(panesOf(2), SERVER, now)).values()].map(({ agent }) => agent?.agent ?? null);
    expect(await found(0)).toEqual(["claude", "codex"]);
    wanted.agents = AGENTS.filter(({ name }) => name !== "claude");
    expect(await found(1)).toEqual([null, "codex"]);
    wanted.agents = AGENTS;
    expect(await found(2)).toEqual(["claude", "codex"]);
  });

  it("[AD26] what could not be read when an adapter was switched is read at the next look", async () => {
    const { watch, wanted, broken } = watchOf(1, [[2_000, pidOf(1), "claude", ["claude"]]]);
    await watch.look(panesOf(1), SERVER, 0);
    wanted.agents = [];
    broken.add("yes");
    await expect(watch.look(panesOf(1), SERVER, 1)).rejects.toThrow("broken");
    broken.clear();
    expect((await watch.look(panesOf(1), SERVER, 2)).get("%0")?.agent).toBeNull();
  });

  it("[AD26] an agent that ran before its adapter was enabled again is another runtime; one that began later is not", async () => {
    const rows: ProcessRow[] = [
      [2_000, pidOf(1), "claude", ["claude"]],
      [3_000, pidOf(2), "claude", ["claude"]],
    ];
    const { watch, wanted } = watchOf(2, rows);
    wanted.since = 2_500_000;
    const agents = async (now: number) =>
      [...(await watch.look(panesOf(2), SERVER, now)).values()].map(({ agent }) => agent);
    const [renewed, later] = await agents(0);
    expect(renewed?.process).toMatchObject({ pid: 2_000, start: "2000+2500000", startedAt: 2_500_000 });
    expect(renewed?.family.map(({ pid, startedAt }) => [pid, startedAt])).toEqual([[2_000, 2_500_000]]);
    expect(later?.process).toMatchObject({ pid: 3_000, start: "3000", startedAt: 3_000_000 });
    expect(await agents(1_000)).toEqual([renewed, later]);
  });

  it("[EN40] only the working process of active panes is checked, and a change is reported", async () => {
    const rows: ProcessRow[] = [
      [2_000, pidOf(1), "node", ["node", "/usr/bin/codex"]],
      [2_001, 2_000, "codex", ["codex"]],
      [2_002, pidOf(2), "claude", ["claude"]],
    ];
    const { watch, reads, stopped, asked } = watchOf(3, rows);
    for (const now of [0, 1_000]) await watch.look(panesOf(3), SERVER, now);
    reads.length = 0;
    expect(await watch.lookStopped(() => false, 1)).toBe(false);
    expect(asked).toEqual([]);
    const isStopped = () => [...watch.all().values()].map(({ agent }) => agent?.isStopped ?? null);
    expect(await watch.lookStopped(() => true, 2)).toBe(false);
    expect(asked).toEqual([[2_001, 2_002]]);
    for (const pid of asked.flat()) stopped.add(pid);
    expect(await watch.lookStopped((paneId) => paneId === "%1", 3)).toBe(true);
    expect(isStopped()).toEqual([false, true, null]);
    expect(await watch.lookStopped((paneId) => paneId === "%1", 4)).toBe(false);
    stopped.clear();
    expect(await watch.lookStopped(() => true, 5)).toBe(true);
    expect([isStopped(), reads]).toEqual([[false, false, null], []]);
  });

  it("[EN40] a look at the whole tree reports a stopped process too", async () => {
    const { watch, tree, hidden } = watchOf(1, [[2_000, pidOf(1), "claude", ["claude"]]]);
    const isStopped = async (now: number) =>
      (await watch.look(panesOf(1), SERVER, now)).get("%0")?.agent?.isStopped ?? null;
    expect(await isStopped(0)).toBe(false);
    Object.assign(tree.at(-1) as ProcessFacts, { stopped: true });
    expect(await isStopped(1_000)).toBe(true);
    hidden.add(2_000);
    expect(await isStopped(10_000)).toBe(true);
  });

  it("[TG9] a pane that changed is not kept waiting for many that are due", async () => {
    const { watch, reads } = watchOf(300);
    await watch.look(panesOf(299), SERVER, 0);
    reads.length = 0;
    await watch.look(panesOf(300), SERVER, 1_000);
    expect(reads.flat()[0]).toBe(pidOf(300));
    expect(reads.flat().length).toBeLessThan(100);
  });

  it("[TG9] processes that do not change are looked at less and less often, down to every 30 s", async () => {
    const { watch, reads } = watchOf(1);
    const times: number[] = [];
    for (let now = 0; now <= 130_000; now += 500) {
      reads.length = 0;
      if (now === 0 || (watch.nextDue() ?? 0) <= now) await watch.look(panesOf(1), SERVER, now);
      if (reads.length > 0) times.push(now / 1_000);
    }
    expect(times).toEqual([0, 1, 3, 7, 15, 31, 61, 91, 121]);
  });
});

/** Records what is read from a machine with this many panes; a hidden process is found only by its own pid. */
function watchOf(count: number, agents: readonly ProcessRow[] = []) {
  const shells = Array.from({ length: count }, (_, index): ProcessRow => [pidOf(index + 1), SERVER, "sh", ["sh"]]);
  const tree = processTree([...shells, ...agents]);
  const reads: number[][] = [];
  const hidden = new Set<number>();
  const broken = new Set<string>();
  const wanted: { agents: readonly Adapter[]; since: number | null } = { agents: AGENTS, since: null };
  const read = async (roots: readonly number[]): Promise<ProcessFacts[]> => {
    if (broken.size > 0) throw new Error("broken");
    reads.push([...roots]);
    const under = ({ pid, ppid }: ProcessFacts) => !hidden.has(pid) && (roots.includes(SERVER) || roots.includes(ppid));
    return tree.filter((process) => roots.includes(process.pid) || under(process));
  };
  const stopped = new Set<number>();
  const asked: number[][] = [];
  const machine = {
    processes: read,
    stopped: async (pids: readonly number[]) => {
      asked.push([...pids]);
      return new Set(pids.filter((pid) => stopped.has(pid)));
    },
  };
  const watch = new ProcessWatch(machine, { enabled: () => wanted.agents, enabledSince: () => wanted.since });
  return { watch, reads, hidden, broken, tree, wanted, stopped, asked };
}

function pidOf(pane: number): number {
  return 1_000 + pane;
}

function panesOf(count: number): Map<string, ObservedPane> {
  const panes = Array.from({ length: count }, (_, index): [string, ObservedPane] => {
    const pane_id = `%${index}`;
    const pane: ObservedPane = {
      pane_id,
      pane_pid: pidOf(index + 1),
      dead: false,
      session_id: "$0",
      session_name: "work",
      window_id: "@0",
      window_index: 0,
      window_name: "w",
      pane_index: index,
      alternate: false,
      piped: false,
      ourPipe: "",
      lastActivity: 0,
      command: "sh",
      title: "",
      cwd: "/",
      listedAt: 0,
    };
    return [pane_id, pane];
  });
  return new Map(panes);
}
