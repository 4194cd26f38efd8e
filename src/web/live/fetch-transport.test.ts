import { describe, expect, it } from "vitest";
import { Fault } from "../../core/protocol/base/fault.ts";
import { fetchTransport, fixedPass } from "./fetch-transport.ts";

function daemon(answer: () => Response | Promise<Response>) {
  const asked: [string, RequestInit][] = [];
  const fetched = (async (path: string, request: RequestInit) => {
    asked.push([path, request]);
    return answer();
  }) as typeof fetch;
  return { asked, fetched };
}

describe("fetchTransport", () => {
  it("[WB19, SC13] shows the pass of the device's key beside the cookies that a proxy may want, and without one only asks", async () => {
    const { asked, fetched } = daemon(() => Response.json({ fine: true }));
    let pass: string | null = null;
    const transport = fetchTransport({ pass: async () => pass, renew: () => undefined }, fetched);
    expect(await transport("GET", "/v1/health")).toEqual({ fine: true });
    pass = "p";
    await transport("POST", "/v1/actions/send", { body: "{}" });
    expect(
      asked.map(([path, { method, headers, body, credentials }]) => [path, method, headers, body, credentials]),
    ).toEqual([
      ["/v1/health", "GET", {}, undefined, "same-origin"],
      ["/v1/actions/send", "POST", { "agtmux-pass": "p", "content-type": "application/json" }, "{}", "same-origin"],
    ]);
  });

  it("[SC11] a pass of an earlier run of the daemon is renewed once", async () => {
    const { asked, fetched } = daemon(() =>
      asked.length < 2 ? Response.json({ code: "E_UNAUTHORIZED", message: "no" }, { status: 403 }) : Response.json({}),
    );
    const passes = ["old", "new", "newer"];
    const key = { pass: async () => passes[0] ?? null, renew: () => void passes.shift() };
    expect(await fetchTransport(key, fetched)("POST", "/x")).toEqual({});
    expect(asked.map(([, { headers }]) => headers)).toEqual([{ "agtmux-pass": "old" }, { "agtmux-pass": "new" }]);
    const refusing = daemon(() => Response.json({ code: "E_UNAUTHORIZED", message: "no" }, { status: 401 }));
    const refused = fetchTransport(key, refusing.fetched)("POST", "/x");
    await expect(refused).rejects.toMatchObject({ code: "E_UNAUTHORIZED" });
    expect(refusing.asked).toHaveLength(2);
    await expect(fetchTransport(fixedPass("same"), refusing.fetched)("POST", "/x")).rejects.toThrow("no");
    expect(refusing.asked).toHaveLength(3);
  });

  it("[SC13] a proxy's login that has run out is named, and not followed", async () => {
    const { asked, fetched } = daemon(
      () => ({ type: "opaqueredirect", status: 0, json: async () => null }) as Response,
    );
    await expect(fetchTransport(fixedPass("p"), fetched)("GET", "/x")).rejects.toThrow(/reload this page to sign in/);
    expect(asked.map(([, { redirect }]) => redirect)).toEqual(["manual"]);
  });

  it("[SC11] sends no request to a daemon that did not prove itself", async () => {
    const { asked, fetched } = daemon(() => Response.json({}));
    const unproven = { pass: () => Promise.reject(new Fault("E_NOT_PROVEN", "not yours")), renew: () => undefined };
    await expect(fetchTransport(unproven, fetched)("GET", "/x")).rejects.toMatchObject({ code: "E_NOT_PROVEN" });
    expect(asked).toEqual([]);
  });

  it("[UI10] a refusal comes as the daemon's own error", async () => {
    const body = { code: "E_GUARD_STATE", message: "it is running", details: { state: "running" } };
    const { fetched } = daemon(() => Response.json(body, { status: 409 }));
    await expect(fetchTransport(fixedPass(null), fetched)("POST", "/x")).rejects.toMatchObject({
      name: "Fault",
      ...body,
    });
  });

  it("[UI10] a response that is not the daemon's is reported as such, and a missing one as not known", async () => {
    const proxy = daemon(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    await expect(fetchTransport(fixedPass(null), proxy.fetched)("GET", "/x")).rejects.toMatchObject({
      code: "E_INTERNAL",
    });
    const gone = daemon(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(fetchTransport(fixedPass(null), gone.fetched)("GET", "/x")).rejects.toMatchObject({
      code: "E_DAEMON_DOWN",
    });
    const silent = daemon(() => Promise.reject(new DOMException("", "TimeoutError")));
    await expect(fetchTransport(fixedPass(null), silent.fetched)("GET", "/x")).rejects.toMatchObject({
      code: "E_TIMEOUT",
    });
  });
});
