import { Agent, request } from "node:http";
import { join } from "node:path";
import type { PaneList } from "../../../src/core/protocol/lists/lists.ts";
import type { Sandbox } from "../../support/sandbox.ts";

/** Requests a daemon's panes over one keep-alive connection, as the page does. */
export class Lister {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly socketPath: string;

  constructor({ home }: Pick<Sandbox, "home">) {
    this.socketPath = join(home, "agtmuxd.sock");
  }

  async ask(): Promise<{ list: PaneList; ms: number }> {
    const startedAt = performance.now();
    const text = await this.get("/v1/panes");
    const ms = performance.now() - startedAt;
    return { list: JSON.parse(text) as PaneList, ms };
  }

  close(): void {
    this.agent.destroy();
  }

  private get(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const asked = request({ agent: this.agent, socketPath: this.socketPath, path }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => resolve(Buffer.concat(chunks).toString()));
      });
      asked.on("error", reject);
      asked.end();
    });
  }
}
