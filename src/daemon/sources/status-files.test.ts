import { describe, expect, it } from "vitest";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { Registration } from "../../core/spool/registration.ts";
import type { FileLook } from "../targets/machine/machine.ts";
import { StatusFiles } from "./status-files.ts";

const T = 1_000_000;

/** One registered session; `looked` answers the question which programs run in the panes. */
function files() {
  const world = {
    now: T,
    agent: null as { ended_at: number | null } | null,
    isStored: true,
    looks: 0,
    looked: () => {},
    told: [] as { message: string; at: number }[],
    write: (_text: string, _time?: number) => {},
  };
  const statusFiles = new StatusFiles({
    target: "host",
    files: {
      watch: (_path: string, onLook: (look: FileLook) => void) => {
        world.write = (text, time = world.now) => onLook({ text, time, stamp: `${time}` });
      },
      unwatch: () => undefined,
    } as never,
    clockOffset: () => 0,
    intake: {
      ingest: (facts: readonly SignalFacts[]) => {
        if (!world.isStored) return false;
        world.told.push(...facts.map(({ message, event_time }) => ({ message, at: Math.floor(event_time) })));
        return true;
      },
    } as never,
    nearMisses: { note: () => undefined },
    agentAt: (_paneId, at) => {
      const { agent } = world;
      return agent === null || (agent.ended_at !== null && agent.ended_at < at) ? null : agent;
    },
    lookAtPanes: () =>
      new Promise((resolve) => {
        world.looks += 1;
        world.looked = resolve;
      }),
    clock: { now: () => world.now },
  });
  const registration = { session_id: "s1", pane_id: "%1", status_file: "/f", tmux_server_pid: 1 } as Registration;
  statusFiles.add(registration);
  const looked = async () => {
    world.looked();
    await new Promise(setImmediate);
  };
  return { world, statusFiles, looked };
}

describe("StatusFiles", () => {
  it("[BI18] where no agent is on record, a file is taken at once, with its own time", () => {
    const { world } = files();
    world.write("needs_input hello", T - 5_000);
    expect(world.told).toEqual([{ message: "hello", at: T - 5_000 }]);
    expect(world.looks).toBe(0);
  });

  it("[BI18] what an agent writes keeps its time, and each of its words is taken once, in order", async () => {
    const { world, looked } = files();
    world.agent = { ended_at: null };
    world.write("needs_input first");
    world.now += 10;
    world.write("error second");
    world.write("error second");
    expect(world.told).toEqual([]);
    world.now += 50;
    await looked();
    expect(world.told).toEqual([
      { message: "first", at: T },
      { message: "second", at: T + 10 },
    ]);
  });

  it("[BI18] what is written before an agent's end is noticed is told after it, so that the shell keeps it", async () => {
    const { world, looked } = files();
    world.agent = { ended_at: null };
    world.write("needs_input after it");
    world.agent = { ended_at: T + 20 };
    world.now = T + 30;
    await looked();
    expect(world.told).toEqual([{ message: "after it", at: T + 30 }]);
  });

  it("[BI18] a file whose time lags behind is not the ended agent's; one of long before its end is", () => {
    const { world } = files();
    Object.assign(world, { agent: { ended_at: T }, now: T + 1 });
    world.write("needs_input lags", T - 4);
    world.now = T + 100;
    world.write("error long before", T - 60_000);
    expect(world.told.map(({ message }) => message)).toEqual(["lags", "long before"]);
    expect(world.told[0]?.at).toBe(T + 1);
    const other = files();
    Object.assign(other.world, { agent: { ended_at: T }, now: T + 1 });
    other.world.write("error long before", T - 60_000);
    expect(other.world.told).toEqual([{ message: "long before", at: T - 60_000 }]);
  });

  it("[BI18, SR7] a tmux that does not answer holds a file up for a second at most, and a full disk loses nothing", async () => {
    const { world, statusFiles } = files();
    world.agent = { ended_at: null };
    world.isStored = false;
    world.write("needs_input waits");
    await expect.poll(() => world.looks).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(world.told).toEqual([]);
    Object.assign(world, { isStored: true, agent: null });
    statusFiles.retry();
    expect(world.told).toEqual([{ message: "waits", at: T }]);
  });

  it("[SR7] words that are awaited go with their session", async () => {
    const { world, statusFiles, looked } = files();
    world.agent = { ended_at: null };
    world.write("needs_input too late");
    statusFiles.remove("s1");
    await looked();
    expect(world.told).toEqual([]);
  });
});
