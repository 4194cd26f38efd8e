import { describe, expect, it } from "vitest";
import { formatSpoolEntry } from "../../core/spool/spool-entry.ts";
import { silentLog } from "../base/test-log.ts";
import type { TargetRow } from "../store/store.ts";
import { aTarget } from "../store/test-rows.ts";
import type { Machine, SpoolFile, SpoolReader } from "./machine/machine.ts";
import { Machines } from "./machines.ts";
import type { Target } from "./target.ts";

const HOST = aTarget();
const SECOND_SOCKET = aTarget({ target_id: "side", target_name: "side", tmux_socket: "side", is_default: false });
const VM = aTarget({ target_id: "vm", target_name: "vm", kind: "ssh", connection_ref: "me@vm", is_default: false });
const VM_SOCKET = { ...VM, target_id: "vm-side", target_name: "vm-side", tmux_socket: "side" };
const OTHER_VM = { ...VM, target_id: "vm2", target_name: "vm2", connection_ref: "me@vm2" };

describe("Machines", () => {
  it("[TG1, TG8] two tmux servers of one machine share it; another ssh host is another machine", () => {
    const { machines, made } = empty();
    expect(machines.of(HOST)).toBe(machines.of(SECOND_SOCKET));
    expect(machines.of(VM)).toBe(machines.of(VM_SOCKET));
    expect(machines.of(OTHER_VM)).not.toBe(machines.of(VM));
    expect(made.map(({ name }) => name)).toEqual(["local", "me@vm", "me@vm2"]);
  });

  it("[TG1, SR19] the spool is started with the first target, and gives each what was said on its server", () => {
    const { settled, made } = empty();
    const [host, side] = [settled(HOST, 50), settled(SECOND_SOCKET, 60)];
    const [machine] = made;
    expect(machine?.starts).toBe(1);
    machine?.take([file("a", "/tmp/t,50,0"), file("b", "/tmp/t,60,0"), file("c", "/tmp/t,70,0")]);
    expect([host.heard, side.heard]).toEqual([
      ["a", "c"],
      ["b", "c"],
    ]);
  });

  it("[TG2] a removed target gets nothing more; the last one closes the machine", async () => {
    const { machines, settled, made } = empty();
    const [host, side] = [settled(HOST, 50), settled(SECOND_SOCKET, 60)];
    await machines.leave(HOST, host.target);
    made[0]?.take([file("a", "/tmp/t,50,0")]);
    expect([host.heard, side.heard, made[0]?.closed]).toEqual([[], ["a"], false]);
    await machines.leave(SECOND_SOCKET, side.target);
    expect(made[0]?.closed).toBe(true);
    expect(machines.of(HOST)).not.toBe(made[0]?.machine);
  });

  it("[TG2, SR19] a target that has not answered yet keeps its machine, and its spool entries wait", async () => {
    const { machines, settled, made } = empty();
    const vm = settled(VM, 50);
    machines.of(VM_SOCKET);
    await machines.leave(VM, vm.target);
    expect([made[0]?.closed, made[0]?.take([file("a", "/tmp/t,60,0")])]).toEqual([false, null]);
    const side = target("vm-side", 60);
    machines.settle(VM_SOCKET, side.target);
    made[0]?.take([file("a", "/tmp/t,60,0")]);
    expect([vm.heard, side.heard]).toEqual([[], ["a"]]);
    await machines.leave(VM_SOCKET, side.target);
    expect(made[0]?.closed).toBe(true);
  });

  it("[SR6] the slow scan looks at the spool and the files of every machine", () => {
    const { machines, settled, made } = empty();
    settled(HOST, 50);
    settled(VM, 60);
    machines.scan();
    expect(made.map(({ scans }) => scans)).toEqual([
      ["spool", "files", "lines"],
      ["spool", "files", "lines"],
    ]);
  });

  it("[DM19] a reader that fails keeps none of the others from being scanned, and is told", () => {
    const { machines, settled, made } = empty();
    settled(HOST, 50);
    settled(VM, 60);
    const [host, vm] = made as [FakeMachine, FakeMachine];
    host.machine.spool.scan = () => {
      throw new Error("unreadable");
    };
    expect(() => machines.scan()).toThrow("unreadable");
    expect([host.scans, vm.scans]).toEqual([
      ["files", "lines"],
      ["spool", "files", "lines"],
    ]);
  });

  it("[DM19] a spool that cannot be read yet keeps no target from settling", () => {
    const { machines, made } = empty();
    machines.of(HOST);
    const [host] = made as [FakeMachine];
    host.machine.spool.start = () => {
      throw new Error("unreadable");
    };
    expect(() => machines.settle(HOST, target("host", 50).target)).not.toThrow();
  });
});

function empty() {
  const made: FakeMachine[] = [];
  const machines = new Machines(
    ({ kind, connection_ref }: TargetRow) => {
      const fake = fakeMachine(kind === "local" ? "local" : connection_ref);
      made.push(fake);
      return fake.machine;
    },
    silentLog(),
    { provisionalMs: 30_000, knows: () => false, now: () => 0 },
  );
  /** A target that is attached to its machine and receives signals. */
  const settled = (row: TargetRow, serverPid: number) => {
    machines.of(row);
    const hearing = target(row.target_name, serverPid);
    machines.settle(row, hearing.target);
    return hearing;
  };
  return { machines, settled, made };
}

interface FakeMachine {
  name: string;
  starts: number;
  closed: boolean;
  scans: string[];
  take(files: SpoolFile[]): unknown;
  machine: Machine;
}

function fakeMachine(name: string): FakeMachine {
  const fake: FakeMachine = {
    name,
    starts: 0,
    closed: false,
    scans: [],
    take: () => null,
    machine: {
      clockOffset: () => 0,
      spool: {
        start(take: Parameters<SpoolReader["start"]>[0]) {
          fake.starts += 1;
          fake.take = take;
        },
        scan: () => fake.scans.push("spool"),
      } as unknown as SpoolReader,
      files: { scan: () => fake.scans.push("files") },
      lines: { scan: () => fake.scans.push("lines") },
      async close() {
        fake.closed = true;
      },
    } as unknown as Machine,
  };
  return fake;
}

function target(name: string, serverPid: number) {
  const heard: string[] = [];
  const fake = {
    name,
    observes: (pid: number) => pid === serverPid,
    remember: () => true,
    intake: {
      ingest(facts: readonly { message: string }[]) {
        heard.push(...facts.map(({ message }) => message));
        return true;
      },
    },
  };
  return { heard, target: fake as unknown as Target };
}

function file(message: string, tmux: string): SpoolFile {
  const fields = { agent: "schmux", event: "working", pane: "%1", pid: null, start: null, session: null };
  const bytes = Buffer.from(formatSpoolEntry({ ...fields, tmux, payload: message }));
  return { name: message, time: 1, key: message, content: { ok: true, bytes } };
}
