import { describe, expect, it } from "vitest";
import { fetchTransport } from "./fetch-transport.ts";

function daemon(answer: () => Response | Promise<Response>) {
  const asked: [string, RequestInit][] = [];
  const fetched = (async (path: string, request: RequestInit) => {
    asked.push([path, request]);
    return answer();
  }) as typeof fetch;
  return { asked, fetched };
}

describe("fetchTransport", () => {
  it("[WB19] shows the device's key, the newest one, and without one only asks", async () => {
    const { asked, fetched } = daemon(() => Response.json({ fine: true }));
    let key: string | null = null;
    const transport = fetchTransport(() => key, fetched);
    expect(await transport("GET", "/v1/health")).toEqual({ fine: true });
    key = "k";
    await transport("POST", "/v1/actions/send", { body: "{}" });
    expect(asked.map(([path, { method, headers, body }]) => [path, method, headers, body])).toEqual([
      ["/v1/health", "GET", {}, undefined],
      ["/v1/actions/send", "POST", { authorization: "Bearer k", "content-type": "application/json" }, "{}"],
    ]);
  });

  it("[WB20] a refusal comes as the daemon's own error", async () => {
    const body = { code: "E_GUARD_STATE", message: "it is running", details: { state: "running" } };
    const { fetched } = daemon(() => Response.json(body, { status: 409 }));
    await expect(fetchTransport(() => "k", fetched)("POST", "/x")).rejects.toMatchObject({ name: "Fault", ...body });
  });

  it("[WB20] what is no answer of the daemon says so, and one that never came says that nobody knows", async () => {
    const proxy = daemon(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    await expect(fetchTransport(() => null, proxy.fetched)("GET", "/x")).rejects.toMatchObject({ code: "E_INTERNAL" });
    const gone = daemon(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(fetchTransport(() => null, gone.fetched)("GET", "/x")).rejects.toMatchObject({
      code: "E_DAEMON_DOWN",
    });
    const silent = daemon(() => Promise.reject(new DOMException("", "TimeoutError")));
    await expect(fetchTransport(() => null, silent.fetched)("GET", "/x")).rejects.toMatchObject({ code: "E_TIMEOUT" });
  });
});
