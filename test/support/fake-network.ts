import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";

/** A network namespace of its own, joined to ours by a cable: what runs inside has an address, as a machine has. */
export class FakeNetwork {
  readonly namespace: string;
  /** The address inside. */
  readonly address: string;
  private readonly slot: number;
  private readonly lock: Server;
  private readonly cable: string;
  private readonly ourAddress: string;

  static async create(): Promise<FakeNetwork> {
    for (let slot = 0; slot < SLOTS; slot++) {
      const lock = await lockSlot(slot);
      if (lock !== null) return new FakeNetwork(slot, lock);
    }
    throw new Error("every network for tests is taken");
  }

  private constructor(slot: number, lock: Server) {
    this.slot = slot;
    this.lock = lock;
    this.namespace = `agtmux${slot}`;
    this.cable = `agtmux${slot}a`;
    const subnet = `10.213.${slot >> 6}`;
    const first = (slot & 63) << 2;
    this.ourAddress = `${subnet}.${first + 1}`;
    this.address = `${subnet}.${first + 2}`;
    // the slot is ours: what is there was left by a test that was killed
    this.remove();
    const far = `${this.cable.slice(0, -1)}b`;
    ip("netns", "add", this.namespace);
    ip(
      "link",
      "add",
      this.cable,
      "address",
      this.mac("a"),
      "type",
      "veth",
      "peer",
      "name",
      far,
      "netns",
      this.namespace,
    );
    ip("addr", "add", `${this.ourAddress}/30`, "dev", this.cable);
    ip("link", "set", this.cable, "up");
    this.inside("link", "set", far, "address", this.mac("b"));
    this.inside("addr", "add", `${this.address}/30`, "dev", far);
    this.inside("link", "set", far, "up");
    this.inside("link", "set", "lo", "up");
    this.restore();
  }

  /** From now on every packet vanishes, both ways: the frames go to cards that nobody has. */
  cut(): void {
    this.pointTo("c", "c");
  }

  restore(): void {
    this.pointTo("b", "a");
  }

  /** So much and no more comes out of it. */
  slow(rate: string): void {
    const far = `${this.cable.slice(0, -1)}b`;
    const shape = ["root", "tbf", "rate", rate, "burst", "32kb", "latency", "400ms"];
    execFileSync("tc", ["-n", this.namespace, "qdisc", "replace", "dev", far, ...shape], { stdio: "pipe" });
  }

  /** Bytes that have come out of it so far. */
  bytesHeard(): number {
    return Number(readFileSync(`/sys/class/net/${this.cable}/statistics/rx_bytes`, "utf8"));
  }

  /** Waits for nothing inside: end the processes first. */
  dispose(): void {
    this.remove();
    this.lock.close();
  }

  private pointTo(there: Card, here: Card): void {
    ip("neigh", "replace", this.address, "lladdr", this.mac(there), "nud", "permanent", "dev", this.cable);
    const far = `${this.cable.slice(0, -1)}b`;
    this.inside("neigh", "replace", this.ourAddress, "lladdr", this.mac(here), "nud", "permanent", "dev", far);
  }

  private inside(...args: string[]): void {
    ip("-n", this.namespace, ...args);
  }

  private mac(card: Card): string {
    const bytes = [0x02, 0x61, 0x67, card.charCodeAt(0), this.slot >> 8, this.slot & 255];
    return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(":");
  }

  private remove(): void {
    // the cable apart: a deleted namespace lets go of it only a little later
    for (const args of [
      ["link", "del", this.cable],
      ["netns", "del", this.namespace],
    ]) {
      try {
        ip(...args);
      } catch {
        // there was none
      }
    }
  }
}

type Card = "a" | "b" | "c";
const SLOTS = 1024;
let able: boolean | null = null;

/** Whether this machine lets us make network namespaces: Linux, root, iproute2 and util-linux. */
export function canNetns(): boolean {
  able ??= process.platform === "linux" && whyNoNetns() === null;
  return able;
}

export function whyNoNetns(): string | null {
  const probe = `agtmuxp${process.pid}`;
  try {
    ip("netns", "add", probe);
    execFileSync("nsenter", [`--net=/run/netns/${probe}`, ...UNSHARE, "true"], { stdio: "pipe" });
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    try {
      ip("netns", "del", probe);
    } catch {
      // it was never made
    }
  }
}

/** Processes, mounts and a host name of its own; when the first process ends, the kernel ends all others. */
export const UNSHARE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--uts", "--ipc"];

/** The kernel gives the lock back when its holder dies, and no two processes on the machine hold the same. */
function lockSlot(slot: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.unref();
    server.once("error", () => resolve(null));
    server.listen(`\0agtmux-test-network-${slot}`, () => resolve(server));
  });
}

function ip(...args: string[]): void {
  execFileSync("ip", args, { stdio: "pipe" });
}
