import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Agtmux, connect as Connect, PanesPicture } from "../../types/client.d.ts";
import { killDaemon, stopDaemon } from "../support/daemon-life.ts";
import { type Sandbox, sandbox, until } from "../support/sandbox.ts";
import { stage } from "../support/stage.ts";

/** The published bundle, as a program loads it. */
async function published(): Promise<typeof Connect> {
  const bundle = resolve(import.meta.dirname, "../../dist/client.mjs");
  const { connect } = (await import(/* @vite-ignore */ pathToFileURL(bundle).href)) as { connect: typeof Connect };
  return connect;
}

async function connected(box: Sandbox): Promise<Agtmux> {
  return (await published())({ home: box.home, patienceMs: 60_000 });
}

/** Keeps the pictures of `watch` as they come. */
function watching(agtmux: Agtmux): PanesPicture[] {
  const over = new AbortController();
  const pictures: PanesPicture[] = [];
  const reading = (async () => {
    for await (const picture of agtmux.watch({ signal: over.signal })) pictures.push(picture);
  })();
  onTestFinished(async () => {
    over.abort();
    await reading;
  });
  return pictures;
}

const says = (pictures: readonly PanesPicture[]) => () =>
  JSON.stringify(pictures.map(({ link, panes }) => [link, panes.map(({ state, message }) => [state, message])]));

describe("agtmux/client", () => {
  it("[AP61] lists, sends, waits and reads the last words of an agent", async () => {
    const { box, item, read } = await stage();
    const agtmux = await connected(box);
    const { items } = await agtmux.panes([["agents_only", "true"]]);
    expect(items.map(({ ref, agent }) => [ref, agent])).toEqual([[item.ref, "claude"]]);
    await agtmux.send({ ref: item.ref, text: "fix it", wait: "running" });
    expect(read()).toEqual(["fix it"]);
    expect((await agtmux.waitFor(item.ref, "running")).ref).toBe(item.ref);
    await expect(agtmux.waitFor(item.ref, "error", { timeoutMs: 50 })).rejects.toMatchObject({ code: "E_TIMEOUT" });
    await expect(agtmux.send({ ref: "nobody/0.0", text: "x" })).rejects.toMatchObject({
      name: "Fault",
      code: "E_REF_NOT_FOUND",
    });
    expect(await agtmux.lastWords(item.ref)).toEqual(expect.any(String));
  });

  it("[AP61] a watch and a question outlive the daemon", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    const agtmux = await connected(box);
    const pictures = watching(agtmux);
    const shows = (message: string) => () => pictures.at(-1)?.panes.some((each) => each.message === message) === true;
    box.type(pane, 'agtmux signal working "first words"');
    await until(shows("first words"), says(pictures));
    await killDaemon(box);
    await until(() => pictures.at(-1)?.link === "lost", says(pictures));
    expect(shows("first words")()).toBe(true);
    const asked = agtmux.panes();
    await box.startDaemon();
    expect((await asked).items.some(({ identity }) => identity.pane_id === pane)).toBe(true);
    await until(() => pictures.at(-1)?.link === "live", says(pictures));
    box.type(pane, 'agtmux signal working "second words"');
    await until(shows("second words"), says(pictures));
    expect(pictures.some(({ changed }) => changed.some(({ message }) => message === "second words"))).toBe(true);
  });

  it("[AP61] over the daemon's port it needs the token", async () => {
    const box = sandbox();
    box.session("first");
    const { port } = await box.startDaemon();
    const url = `http://127.0.0.1:${port}`;
    const connect = await published();
    const token = readFileSync(join(box.home, "token"), "utf8").trim();
    const agtmux = await connect({ url, token, home: "/nowhere" });
    const pictures = watching(agtmux);
    await until(() => pictures.some(({ panes }) => panes.length === 1), says(pictures));
    await expect(connect({ url, token: "0".repeat(token.length) })).rejects.toMatchObject({ code: "E_UNAUTHORIZED" });
    await expect(connect({ url, home: "/nowhere" })).rejects.toMatchObject({ code: "E_UNAUTHORIZED" });
    await stopDaemon(box);
    await expect(connect({ url, token, patienceMs: 0 })).rejects.toMatchObject({ code: "E_DAEMON_DOWN" });
    await expect(connect({ home: box.home, patienceMs: 0 })).rejects.toMatchObject({ code: "E_DAEMON_DOWN" });
  });
});
