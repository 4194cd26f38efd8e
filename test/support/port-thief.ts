import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { passText } from "../../src/core/pairing/greeting-text.ts";
import { noStranger, STRANGER_UID } from "../locks/stranger.ts";
import { type Answer, ask } from "./http.ts";

/** Serves its own page, and a service worker that keeps doing so after it has lost the port. */
const SERVER = `
  const WORKER = \`
    self.addEventListener("install", () => self.skipWaiting());
    self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
    self.addEventListener("fetch", (event) => {
      const headers = { "content-type": "text/html" };
      if (event.request.mode === "navigate") event.respondWith(new Response("<title>stolen</title>", { headers }));
    });\`;
  const answer = ({ url }, response) => {
    const isWorker = url === "/sw.js";
    response.writeHead(200, { "content-type": isWorker ? "text/javascript" : "text/html", "cache-control": "no-store" });
    response.end(isWorker ? WORKER : "<title>stolen</title>");
  };
  const listen = (host) => new Promise((done) => {
    require("node:http").createServer(answer).on("error", done).listen(PORT, host, () => done(null));
  });
  listen("127.0.0.1").then(async (error) => {
    await listen("::1");
    process.send(error === null ? "listening" : error.code);
  });`;

export interface Thief {
  /** "listening", or an error code. */
  outcome: string;
  end(): Promise<void>;
}

/** Takes a port as another user of this machine where possible; otherwise as another process. */
export async function portThief(port: number): Promise<Thief> {
  const { child, end } = strangerRuns(SERVER.replace("PORT", String(port)));
  const [outcome] = (await once(child, "message")) as [string];
  return { outcome, end };
}

/** Tries for the port without a pause, until it has it or is asked how it went. */
const EAGER = `
  const said = { tries: 0, hasPort: false };
  const attempt = () => {
    said.tries += 1;
    const server = require("node:net").createServer().on("error", () => setImmediate(attempt));
    server.listen(PORT, "127.0.0.1", () => { said.hasPort = true; });
  };
  process.once("message", () => process.send(said));
  attempt();
  process.send("trying");`;

/** Returns a function that ends it and says how it went. */
export async function eagerPortThief(port: number): Promise<() => Promise<{ tries: number; hasPort: boolean }>> {
  const { child, end } = strangerRuns(EAGER.replace("PORT", String(port)));
  await once(child, "message");
  return async () => {
    const answered = once(child, "message");
    child.send("enough");
    const [said] = await answered;
    await end();
    return said;
  };
}

function strangerRuns(code: string): { child: ChildProcess; end(): Promise<void> } {
  const as = [`--reuid=${STRANGER_UID}`, `--regid=${STRANGER_UID}`, "--clear-groups", process.execPath, "-e", code];
  const options: SpawnOptions = { stdio: ["ignore", "ignore", "inherit", "ipc"], cwd: "/" };
  const child = noStranger === null ? spawn("setpriv", as, options) : spawn(process.execPath, ["-e", code], options);
  const gone = once(child, "exit");
  const end = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  onTestFinished(end);
  return { child, end };
}

/**
 * Does what a page served from a stolen port can do: sign with the key that the browser keeps for that origin. Calls `greet`
 * and `act` of the real daemon with it; returns the status of the action, or of the refused greeting.
 */
export async function actWithStolenKey(page: Page, port: number, host: string): Promise<number> {
  const asDaemon = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    ask({ port }, { method: "POST", path, body: JSON.stringify(body), headers: { host, ...headers } });
  const keyId = await page.evaluate(async () => (await (window as never as StolenWindow).stolen()).id);
  const nonce = "ab".repeat(16);
  const greeted = await asDaemon("/v1/greet", { key_id: keyId, nonce });
  if (greeted.status !== 200) return greeted.status;
  const { boot } = JSON.parse(greeted.text) as { boot: string };
  const proof = await page.evaluate(async (text) => {
    const { hmac } = await (window as never as StolenWindow).stolen();
    const signed = await crypto.subtle.sign("HMAC", hmac, new TextEncoder().encode(text));
    return Array.from(new Uint8Array(signed), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }, passText({ host, boot, nonce }));
  const pass = { "agtmux-pass": `${keyId}.${nonce}.${proof}` };
  return (await asDaemon("/v1/attention", { action: "seen", all: true }, pass)).status;
}

interface StolenWindow {
  stolen(): Promise<{ id: string; hmac: CryptoKey }>;
}

/** Installs the thief's script, which reads what the daemon's page has stored in this browser. */
export async function runThiefsScript(page: Page): Promise<void> {
  await page.evaluate(() => {
    (window as never as StolenWindow).stolen = () =>
      new Promise((done, failed) => {
        const opening = indexedDB.open("agtmux", 1);
        opening.onerror = failed;
        opening.onsuccess = () => {
          const kept = opening.result.transaction("keys").objectStore("keys").get("device");
          kept.onerror = failed;
          kept.onsuccess = () => done(kept.result);
        };
      });
  });
}
