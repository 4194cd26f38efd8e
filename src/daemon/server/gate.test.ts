import { describe, expect, it } from "vitest";
import { Devices } from "../access/devices.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { chooseProtocol, cookieName, cookieOf, cookieValue, sameSecret } from "./auth.ts";
import { admit, type Gate, type GateRequest, principalOf, sessionCookie, wrongHostOrOrigin } from "./gate.ts";
import { isOurOrigin, loopbackNames, placeOf } from "./names.ts";

const PORT = 7433;
const TOKEN = "ab".repeat(24);
const PUBLIC = "https://agents.example.com";
const devices = new Devices(openMemoryStore(), { now: () => 1_000 });
const phone = devices.admit("Safari on iPhone");
const LABEL = "0a1b2c3d4e5f60718293";
const gate: Gate = { token: TOKEN, port: PORT, ...loopbackNames(PORT, LABEL, false), sites: [], devices };
const proxied: Gate = { ...gate, sites: [PUBLIC, "http://box.ts.net:8080"] };
const nobody: GateRequest = {
  host: `127.0.0.1:${PORT}`,
  origin: null,
  cookie: null,
  authorization: null,
  protocols: null,
};
const decide = (request: Partial<GateRequest>, wants: "look" | "act" = "look", at = gate) => {
  const admission = admit({ ...nobody, ...request }, wants, at);
  return admission.ok ? "let in" : `${admission.status} ${admission.fault.code}`;
};
const cookie = `${cookieName(PORT)}=${cookieValue(TOKEN, phone.id)}`;
const bearer = `Bearer ${TOKEN}`;

describe("admit", () => {
  it.each<[string, Partial<GateRequest>]>([
    ["nothing at all", {}],
    ["an empty cookie", { cookie: "" }],
    ["an empty token", { authorization: "Bearer " }],
    ["a wrong cookie", { cookie: `${cookieName(PORT)}=${phone.id}.${"cd".repeat(32)}` }],
    ["a cookie without its proof", { cookie: `${cookieName(PORT)}=${phone.id}` }],
    ["the cookie of a device that is not there", { cookie: `${cookieName(PORT)}=${cookieValue(TOKEN, "other")}` }],
    ["a wrong token", { authorization: `Bearer ${"cd".repeat(24)}` }],
    ["the beginning of the token", { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ["the token and more", { authorization: `Bearer ${TOKEN}0` }],
    ["the token by another scheme", { authorization: `Digest ${TOKEN}` }],
    ["the token itself in the cookie", { cookie: `${cookieName(PORT)}=${TOKEN}` }],
    ["a key in the cookie", { cookie: `${cookieName(PORT)}=${phone.key}` }],
    ["the cookie's secret as a token", { authorization: `Bearer ${cookieValue(TOKEN, phone.id)}` }],
    ["the token in a cookie of another name", { cookie: `session=${TOKEN}` }],
    ["the cookie of a daemon on another port", { cookie: `${cookieName(PORT + 1)}=${cookieValue(TOKEN, phone.id)}` }],
    ["a protocol without a key", { protocols: "agtmux.key., agtmux.v1" }],
    ["a key as another protocol", { protocols: `key.${phone.key}` }],
  ])("[AP3] with %s a request gets 401", (_what, request) => {
    expect(decide(request)).toBe("401 E_UNAUTHORIZED");
  });

  it("[AP3, AP4] the token, a key or its cookie, among others, opens", () => {
    for (const request of [
      { authorization: bearer },
      { authorization: `Bearer ${phone.key}` },
      { cookie },
      { cookie: `theme=dark; ${cookie}; other=1` },
    ])
      expect(decide(request)).toBe("let in");
  });

  it("[AP4] a browser sends the cookie to every server of this host: with it one may look, and not act", () => {
    expect(decide({ cookie }, "act")).toBe("403 E_UNAUTHORIZED");
    expect(decide({ cookie, authorization: bearer }, "act")).toBe("let in");
  });

  it("[AP40] the token and a key may act, as a header or as a web socket's protocol, in either spelling", () => {
    for (const key of [TOKEN, phone.key]) {
      expect(decide({ authorization: `Bearer ${key}` }, "act")).toBe("let in");
      for (const word of ["key", "token"])
        expect(decide({ cookie, protocols: `agtmux.v1, agtmux.${word}.${key}` }, "act")).toBe("let in");
    }
  });

  it("[AP40] a caller is identified by its credentials, and the strongest one counts", () => {
    const whoShows = (request: Partial<GateRequest>) => principalOf({ ...nobody, ...request }, gate);
    expect(whoShows({ cookie, authorization: bearer })).toEqual({ may: "act", by: "token", device: null });
    const key = `Bearer ${phone.key}`;
    expect(whoShows({ cookie, authorization: key })).toEqual({ may: "act", by: "key", device: phone.id });
    expect(whoShows({ cookie })).toEqual({ may: "look", by: "cookie", device: phone.id });
    expect(whoShows({})).toBeNull();
  });

  it("[AP40, SC13] a pass or key in the page's own header acts, whatever login of a proxy stands in the others", () => {
    const login = { cookie: `CF_Authorization=x; ${cookie}`, authorization: "Basic bWU6c2VjcmV0" };
    expect(decide({ ...login, pass: phone.key }, "act")).toBe("let in");
    expect(decide({ cookie, authorization: "Bearer of.the.proxy", pass: phone.key }, "act")).toBe("let in");
    expect(decide({ ...login }, "act")).toBe("403 E_UNAUTHORIZED");
  });

  it("[SC11, SC13] a bad pass is refused even with a good cookie, so that the page makes another", () => {
    for (const pass of ["", "junk", `${"ab".repeat(16)}.${"cd".repeat(16)}.${"ef".repeat(32)}`])
      for (const wants of ["look", "act"] as const) expect(decide({ cookie, pass }, wants)).toBe("401 E_UNAUTHORIZED");
  });

  it("[SC13] a request with only a proxy's password gets 403, as browsers would forget it at a 401", () => {
    for (const shown of [{}, { pass: "junk", cookie }])
      expect(decide({ ...shown, authorization: "Basic bWU6c2VjcmV0" })).toBe("403 E_UNAUTHORIZED");
    expect(decide({ authorization: `Basic ${TOKEN}` }, "act")).toBe("403 E_UNAUTHORIZED");
  });

  it("[AP40] a key is not repeated to a web socket that offers another protocol", () => {
    expect(chooseProtocol(new Set([`agtmux.key.${phone.key}`, "agtmux.v1"]))).toBe("agtmux.v1");
    expect(chooseProtocol(new Set([`agtmux.key.${phone.key}`]))).toBe(`agtmux.key.${phone.key}`);
    expect(chooseProtocol(new Set())).toBe(false);
  });

  it("[AP41] a device that was removed is refused with its key and with its cookie", () => {
    const lost = devices.admit("lost");
    const its = `${cookieName(PORT)}=${cookieValue(TOKEN, lost.id)}`;
    expect(decide({ authorization: `Bearer ${lost.key}` }, "act")).toBe("let in");
    devices.remove(lost.id);
    expect(decide({ authorization: `Bearer ${lost.key}` })).toBe("401 E_UNAUTHORIZED");
    expect(decide({ cookie: its })).toBe("401 E_UNAUTHORIZED");
  });

  it("[AP4, CL14] the cookie is out of scripts' reach, stays on this site, and is of this port alone", () => {
    const set = sessionCookie(phone.id, nobody, gate);
    expect(set).toMatch(/; HttpOnly(;|$)/);
    expect(set).toMatch(/; SameSite=Strict(;|$)/);
    expect(set).not.toMatch(/Domain=/i);
    expect(set).not.toMatch(/Secure/);
    expect(cookieOf(set, PORT)).toBe(cookieValue(TOKEN, phone.id));
    expect(cookieOf(set, PORT + 1)).toBeNull();
  });

  it.each([
    "evil.example",
    `evil.example:${PORT}`,
    `127.0.0.1:${PORT + 1}`,
    "127.0.0.1",
    "localhost",
    `127.0.0.1.evil.example:${PORT}`,
    `127.0.0.1:${PORT}.evil.example`,
    `0.0.0.0:${PORT}`,
    "",
    null,
  ])("[AP5] a request for host %j gets 403, whatever key it carries", (host) => {
    for (const at of [gate, proxied])
      expect(decide({ host, authorization: bearer, cookie }, "look", at)).toBe("403 E_FORBIDDEN_ORIGIN");
  });

  it.each([
    "http://evil.example",
    "https://evil.example",
    "null",
    `https://127.0.0.1:${PORT}`,
    `http://127.0.0.1:${PORT + 1}`,
    `http://127.0.0.1:${PORT}.evil.example`,
    `http://evil.example/?http://127.0.0.1:${PORT}`,
    "",
  ])("[AP5] a request from %j gets 403, whatever key it carries", (origin) => {
    for (const at of [gate, proxied])
      expect(decide({ origin, authorization: bearer, cookie }, "look", at)).toBe("403 E_FORBIDDEN_ORIGIN");
  });

  it("[AP5] our own names and our own page are answered", () => {
    for (const host of [`127.0.0.1:${PORT}`, `localhost:${PORT}`]) {
      expect(decide({ host, origin: `http://${host}`, cookie })).toBe("let in");
      expect(placeOf(host, gate)).toBe("plain");
      expect(isOurOrigin(`http://${host}`, host, gate)).toBe(true);
    }
    expect(wrongHostOrOrigin(nobody, gate)).toBeNull();
  });

  it("[SC16] of the names under .localhost only the one of this start is ours, and only its own page asks there", () => {
    const own = `${LABEL}.localhost:${PORT}`;
    expect(placeOf(own, gate)).toBe("own");
    expect(decide({ host: own, origin: `http://${own}`, cookie })).toBe("let in");
    expect(decide({ host: own, cookie })).toBe("let in");
    for (const host of [`a${LABEL}.localhost:${PORT}`, `x.${LABEL}.localhost:${PORT}`, `${LABEL}.localhost`])
      expect([host, decide({ host, authorization: bearer })]).toEqual([host, "403 E_FORBIDDEN_ORIGIN"]);
    for (const origin of [`http://127.0.0.1:${PORT}`, `http://localhost:${PORT}`, `http://other.localhost:${PORT}`])
      expect([origin, decide({ host: own, origin, authorization: bearer })]).toEqual([
        origin,
        "403 E_FORBIDDEN_ORIGIN",
      ]);
    // another process on ::1 would get the request first
    expect(loopbackNames(PORT, LABEL, true)).toEqual({ own: null, plain: [`127.0.0.1:${PORT}`] });
  });

  it("[AP3] secrets of another length are compared without a fault", () => {
    expect(sameSecret(null, TOKEN)).toBe(false);
    expect(sameSecret("ü", "u")).toBe(false);
    expect(sameSecret(TOKEN, TOKEN)).toBe(true);
  });
});

describe("behind the user's own proxy", () => {
  const from = (host: string, origin: string | null) =>
    decide({ host, origin, authorization: `Bearer ${phone.key}` }, "act", proxied);

  it("[SC10, UI19] its names are ours, and its pages our page", () => {
    expect(from("agents.example.com", PUBLIC)).toBe("let in");
    expect(from("Agents.Example.com", null)).toBe("let in");
    expect(from("box.ts.net:8080", "http://box.ts.net:8080")).toBe("let in");
    // a proxy that forwards its own address as Host
    expect(from(`127.0.0.1:${PORT}`, PUBLIC)).toBe("let in");
    expect(decide({ host: "agents.example.com", authorization: bearer })).toBe("403 E_FORBIDDEN_ORIGIN");
  });

  it.each([
    ["agents.example.com.evil.example", null],
    ["evil.agents.example.com", null],
    ["agents.example.com:8443", null],
    ["box.ts.net", null],
    ["agents.example.com", "http://agents.example.com"],
    ["agents.example.com", "https://agents.example.com.evil.example"],
    ["agents.example.com", "https://evil.agents.example.com"],
    ["agents.example.com", "https://agents.example.com:8443"],
    ["box.ts.net:8080", "https://box.ts.net:8080"],
  ])("[SC10] %s from %s is still foreign", (host, origin) => {
    expect(from(host, origin)).toBe("403 E_FORBIDDEN_ORIGIN");
  });

  it("[SC10] the cookie is for HTTPS alone where the browser came by it", () => {
    const set = (host: string, origin: string | null) => sessionCookie(phone.id, { ...nobody, host, origin }, proxied);
    expect(set("agents.example.com", null)).toMatch(/; Secure$/);
    expect(set(`127.0.0.1:${PORT}`, PUBLIC)).toMatch(/; Secure$/);
    expect(set("box.ts.net:8080", "http://box.ts.net:8080")).not.toMatch(/Secure/);
    expect(set(`127.0.0.1:${PORT}`, null)).not.toMatch(/Secure/);
  });
});
