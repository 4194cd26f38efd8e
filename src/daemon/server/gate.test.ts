import { describe, expect, it } from "vitest";
import { cookieName, cookieOf, cookieSecret, isOurHost, isOurOrigin, sameSecret } from "./auth.ts";
import { foreignness, type GateRequest, refusal, sessionCookie } from "./gate.ts";

const PORT = 7433;
const TOKEN = "ab".repeat(24);
const nobody: GateRequest = { host: `127.0.0.1:${PORT}`, origin: null, cookie: null, authorization: null, reads: true };
const decide = (request: Partial<GateRequest>) => {
  const refused = refusal({ ...nobody, ...request }, TOKEN, PORT);
  return refused === null ? "let in" : `${refused.status} ${refused.fault.code}`;
};
const cookie = `${cookieName(PORT)}=${cookieSecret(TOKEN)}`;
const bearer = `Bearer ${TOKEN}`;

describe("refusal", () => {
  it.each<[string, Partial<GateRequest>]>([
    ["nothing at all", {}],
    ["an empty cookie", { cookie: "" }],
    ["an empty token", { authorization: "Bearer " }],
    ["a wrong cookie", { cookie: `${cookieName(PORT)}=${"cd".repeat(24)}` }],
    ["a wrong token", { authorization: `Bearer ${"cd".repeat(24)}` }],
    ["the beginning of the token", { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ["the token and more", { authorization: `Bearer ${TOKEN}0` }],
    ["the token itself in the cookie", { cookie: `${cookieName(PORT)}=${TOKEN}` }],
    ["the cookie's secret as a token", { authorization: `Bearer ${cookieSecret(TOKEN)}` }],
    ["the token in a cookie of another name", { cookie: `session=${TOKEN}` }],
    ["the cookie of a daemon on another port", { cookie: `${cookieName(PORT + 1)}=${TOKEN}` }],
  ])("[AP3] with %s a request gets 401", (_what, request) => {
    expect(decide(request)).toBe("401 E_UNAUTHORIZED");
  });

  it("[AP3, AP4] the token or its cookie, among others, opens", () => {
    expect(decide({ authorization: bearer })).toBe("let in");
    expect(decide({ cookie })).toBe("let in");
    expect(decide({ cookie: `theme=dark; ${cookie}; other=1` })).toBe("let in");
  });

  it("[AP4] a browser sends the cookie to every server of this host: with it one may look, and not act", () => {
    expect(decide({ cookie, reads: false })).toBe("403 E_UNAUTHORIZED");
    expect(decide({ cookie, authorization: bearer, reads: false })).toBe("let in");
  });

  it("[AP4, CL15] the cookie is out of scripts' reach, stays on this site, and is of this port alone", () => {
    const set = sessionCookie(TOKEN, PORT);
    expect(set).toMatch(/; HttpOnly(;|$)/);
    expect(set).toMatch(/; SameSite=Strict(;|$)/);
    expect(set).not.toMatch(/Domain=/i);
    expect(cookieOf(set, PORT)).toBe(cookieSecret(TOKEN));
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
    expect(decide({ host, authorization: bearer, cookie })).toBe("403 E_FORBIDDEN_ORIGIN");
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
  ])("[AP6] a request from %j gets 403, whatever key it carries", (origin) => {
    expect(decide({ origin, authorization: bearer, cookie })).toBe("403 E_FORBIDDEN_ORIGIN");
  });

  it("[AP5, AP6] our own names and our own page are answered", () => {
    for (const host of [`127.0.0.1:${PORT}`, `localhost:${PORT}`]) {
      expect(decide({ host, origin: `http://${host}`, cookie })).toBe("let in");
      expect(isOurHost(host, PORT)).toBe(true);
      expect(isOurOrigin(`http://${host}`, PORT)).toBe(true);
    }
    expect(foreignness(nobody, PORT)).toBeNull();
  });

  it("[AP3] secrets of another length are compared without a fault", () => {
    expect(sameSecret(null, TOKEN)).toBe(false);
    expect(sameSecret("ü", "u")).toBe(false);
    expect(sameSecret(TOKEN, TOKEN)).toBe(true);
  });
});
