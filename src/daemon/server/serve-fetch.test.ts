import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { serveFetch } from "./serve-fetch.ts";

/** A server with one app; `failures` collects what `serveFetch` threw. */
async function serving(app: () => Response) {
  const failures: unknown[] = [];
  const ended: Promise<void>[] = [];
  const server = createServer((request, response) => {
    ended.push(serveFetch(request, response, app).catch((error: unknown) => void failures.push(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, failures, ended };
}

const stream = (start: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
  new Response(new ReadableStream<Uint8Array>({ start }), { headers: { "content-type": "text/event-stream" } });

describe("serveFetch", () => {
  it("[DM19] an answer that breaks in the middle is cut off, and is told", async () => {
    const { port, failures, ended } = await serving(() =>
      stream((controller) => {
        controller.enqueue(Buffer.from("data: 1\n\n"));
        setTimeout(() => controller.error(new Error("unexpected")), 50);
      }),
    );
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    await expect(answer.text()).rejects.toThrow();
    await Promise.all(ended);
    expect(failures).toMatchObject([{ message: "unexpected" }]);
  });

  it("[DM19] a client that disconnects in the middle is not a failure", async () => {
    let fail: () => void = () => {};
    const { port, failures, ended } = await serving(() =>
      stream((controller) => {
        controller.enqueue(Buffer.from("data: 1\n\n"));
        fail = () => controller.error(new Error("cancelled"));
      }),
    );
    const client = connect(port, "127.0.0.1");
    client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(client, "data");
    client.destroy();
    await once(client, "close");
    await Promise.race([Promise.all(ended), new Promise((resolve) => setTimeout(resolve, 200))]);
    fail();
    await Promise.all(ended);
    expect(failures).toEqual([]);
  });
});
