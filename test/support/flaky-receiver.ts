import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Taken {
  path: string;
  key: string | null;
  body: string;
}

export interface FlakyReceiver {
  url: string;
  /** Requests answered with 200, in the order of the responses. */
  taken: Taken[];
  counts: { asked: number; refused: number; cut: number; silent: number };
}

/**
 * A server that fails half of the time: for each body, the first zero to two requests are refused with 500, cut off, or
 * never answered. It counts as taken only what it answered with 200.
 */
export async function flakyReceiver(seed: number): Promise<FlakyReceiver> {
  const random = generator(seed);
  const taken: Taken[] = [];
  const counts = { asked: 0, refused: 0, cut: 0, silent: 0 };
  const failuresLeft = new Map<string, number>();
  const silent = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const { url: path = "" } = request;
      counts.asked += 1;
      const left = failuresLeft.get(path + body) ?? Math.floor(random() * 3);
      failuresLeft.set(path + body, left - 1);
      if (left <= 0) {
        const key = request.headers["idempotency-key"];
        taken.push({ path, key: typeof key === "string" ? key : null, body });
        response.writeHead(200).end("ok");
        return;
      }
      const how = random();
      if (how < 0.45) {
        counts.refused += 1;
        response.writeHead(500).end("not now");
      } else if (how < 0.9) {
        counts.cut += 1;
        request.socket.destroy();
      } else {
        counts.silent += 1;
        silent.add(response);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, taken, counts };
}

function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
