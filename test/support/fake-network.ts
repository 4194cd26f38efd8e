import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Server } from "node:net";
import { machineLock } from "./machine-lock.ts";

/**
 * A network namespace joined to ours by a virtual cable; programs inside have an address of their own, like a machine.
 */
export class FakeNetwork {
  readonly namespace: string;
  /** The address inside. */
  readonly address: string;
  private readonly slot: number;
  private readonly lock: Server;
  private readonly cable: string;
  /** The address of our end of the cable. */
  readonly ourAddress: string;

  static async create(): Promise<FakeNetwork> {
    for (let slot = 0; slot < SLOTS; slot++) {
      const lock = await machineLock(`network-${slot}`);
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
    // we hold the slot's lock, so whatever exists was left by a killed test
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
    // our end gets routes and no address, also no IPv6 one: browsers drop their requests whenever addresses change here
    ip("link", "set", this.cable, "addrgenmode", "none");
    ip("link", "set", this.cable, "up");
    ip("route", "add", "local", this.ourAddress, "dev", "lo");
    ip("route", "add", this.address, "dev", this.cable, "src", this.ourAddress);
    this.inside("link", "set", far, "address", this.mac("b"));
    this.inside("addr", "add", `${this.address}/30`, "dev", far);
    this.inside("link", "set", far, "up");
    this.inside("link", "set", "lo", "up");
    this.restore();
  }

  /** Drops every packet in both directions by sending frames to MAC addresses that no interface has. */
  cut(): void {
    this.pointTo("c", "c");
  }

  restore(): void {
    this.pointTo("b", "a");
  }

  /** Limits the bandwidth out of the namespace; `rate` in tc's notation. */
  slow(rate: string): void {
    const far = `${this.cable.slice(0, -1)}b`;
    const shape = ["root", "tbf", "rate", rate, "burst", "32kb", "latency", "400ms"];
    execFileSync("tc", ["-n", this.namespace, "qdisc", "replace", "dev", far, ...shape], { stdio: "pipe" });
  }

  /** Bytes received from the namespace so far. */
  bytesHeard(): number {
    return Number(readFileSync(`/sys/class/net/${this.cable}/statistics/rx_bytes`, "utf8"));
  }

  /** Does not wait for processes inside: end them first. */
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
    // delete the cable separately: a deleted namespace releases it only a little later
    for (const args of [
      ["link", "del", this.cable],
      ["route", "del", "local", this.ourAddress, "dev", "lo"],
      ["netns", "del", this.namespace],
    ]) {
      try {
        ip(...args);
      } catch {
        // it did not exist
      }
    }
  }
}

type Card = "a" | "b" | "c";
const SLOTS = 1024;
let able: boolean | null = null;

/** Whether this machine lets us create network namespaces: Linux, root, iproute2 and util-linux. */
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

/** Own processes, mounts and host name; when the first process ends, the kernel ends all others. */
export const UNSHARE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--uts", "--ipc"];

function ip(...args: string[]): void {
  execFileSync("ip", args, { stdio: "pipe" });
}
