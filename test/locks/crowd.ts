import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { ask } from "../support/http.ts";
import { type Sandbox, until } from "../support/sandbox.ts";

/** Connections to a port, each with its first bytes said; closed ones are counted as such. */
export class Crowd {
  readonly sockets: Socket[] = [];
  private readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  get open(): number {
    return this.sockets.filter((socket) => !socket.destroyed && socket.readyState === "open").length;
  }

  get settled(): number {
    return this.sockets.filter((socket) => socket.destroyed || socket.readyState === "open").length;
  }

  /** In small groups: a listener's queue is short. */
  async come(count: number, bytes: string | Buffer): Promise<void> {
    for (let from = 0; from < count; from += 200) {
      for (let n = from; n < Math.min(count, from + 200); n += 1) {
        const socket = connect(this.port, "127.0.0.1", () => socket.write(bytes));
        socket.on("error", () => undefined);
        socket.resume();
        this.sockets.push(socket);
      }
      const wanted = this.sockets.length;
      await until(() => this.settled >= wanted - 20);
    }
  }

  say(bytes: string | Buffer): void {
    for (const socket of this.sockets) if (!socket.destroyed) socket.write(bytes);
  }

  leave(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}

/** Megabytes that the daemon holds now. */
export function memoryOf(pid: number): number {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** It answers on its own socket, whatever happens on the port. */
export async function expectAnswer(box: Sandbox): Promise<void> {
  const { status } = await ask({ socketPath: join(box.home, "agtmuxd.sock") }, { path: "/v1/panes" });
  if (status !== 200) throw new Error(`the daemon answers ${status}\n${box.log()}`);
}
