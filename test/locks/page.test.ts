import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import type { DeviceList } from "../../src/core/protocol/daemon/devices.ts";
import { SQUAD_EXAMPLES } from "../../src/core/signals/squad/examples.ts";
import { ask, portOf } from "../support/http.ts";
import { openDashboard } from "../support/page.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";

const HTML = `<img src=x onerror="document.title='pwned';window.pwned=1"><script>window.pwned=2</script><svg onload=window.pwned=3>`;
const LINK = "javascript:window.pwned=4";

const tmuxOf = (box: Sandbox) => `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;

/** Nothing ran, nothing was made of it but text, and nothing can be clicked that leaves us. */
async function expectHarmless(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    pwned: (window as unknown as { pwned?: number }).pwned ?? null,
    foreign: document.querySelectorAll('img[src="x"], svg[onload], iframe, object, embed, body script').length,
    handlers: [...document.querySelectorAll("*")].filter((each) =>
      [...each.attributes].some(({ name }) => name.startsWith("on")),
    ).length,
    links: [...document.querySelectorAll("a[href], form[action], [src]")]
      .map((each) => (each as HTMLAnchorElement).href ?? (each as HTMLImageElement).src)
      .filter((href) => !href.startsWith(location.origin) && !href.startsWith("data:")),
  }));
  expect([where, found]).toEqual([where, { pwned: null, foreign: 0, handlers: 0, links: [] }]);
}

it("[SC2] markup and links in messages, titles, names, questions and bundles show as the letters they are", {
  timeout: 180_000,
}, async () => {
  const box = sandbox();
  const asks = box.session("asks");
  await box.startDaemon();
  const done = await box.registered("<b>done</b>");
  const tmux = tmuxOf(box);
  box.tmux("select-pane", "-t", done, "-T", HTML);
  box.tmux("rename-window", "-t", done, HTML.slice(0, 60));
  const env = { TMUX: tmux, TMUX_PANE: asks };
  const question = {
    question: `${HTML} ${LINK}`,
    questionType: "choice",
    context: HTML,
    options: [
      { label: HTML, value: LINK, description: HTML },
      { label: LINK, value: "2" },
    ],
  };
  expect((await box.agtmux(["squad-signal", "question", JSON.stringify(question)], { env })).code).toBe(0);
  const everywhere = (value: unknown): unknown =>
    typeof value === "string"
      ? `${value} ${HTML} ${LINK}`
      : Array.isArray(value)
        ? value.map(everywhere)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value).map(([name, each]) => [
                name,
                /^(completionMode|tests|build|sessionId|type)$/.test(name) ? each : everywhere(each),
              ]),
            )
          : value;
  const bundle = { ...(everywhere(SQUAD_EXAMPLES.complete) as object), url: LINK, links: [{ href: LINK, url: LINK }] };
  const completed = await box.agtmux(["squad-signal", "complete", JSON.stringify(bundle)], {
    env: { TMUX: tmux, TMUX_PANE: done },
  });
  expect([completed.code, completed.stderr]).toEqual([0, ""]);
  drop(box, { agent: "schmux", event: "needs_testing", pane: done, tmux, payload: `${HTML} ${LINK}` });
  await untilPane(box, done, ({ attention }) => attention?.kind === "testing");
  await untilPane(box, asks, ({ attention }) => attention !== null);
  await box.agtmux(["send", asks, "--text", HTML]);
  const { page } = await openDashboard(box);
  await page.getByText("<script>window.pwned=2</script>").first().waitFor();
  await expectHarmless(page, "inbox");
  const panes = [asks, done].map((pane) => `/pane/host/${pane.slice(1)}`);
  for (const path of ["/fleet", "/audit", ...panes]) {
    await page.goto(new URL(path, page.url()).href);
    await page.locator('.shell[data-link="live"]').waitFor();
    await until(
      async () => ((await page.locator("body").textContent()) ?? "").includes("<img src=x onerror="),
      async () => `${path}: ${await page.locator("body").textContent()}`,
    );
    await expectHarmless(page, path);
  }
  expect(await page.title()).not.toContain("pwned;");
});

it("[SC2, SC5] the page's policy lets in no script but our own, no frame, no form and no other host", async () => {
  const box = sandbox();
  const port = portOf(await box.startDaemon());
  const { headers } = await ask({ port }, { path: "/" });
  const policy = new Map(
    String(headers["content-security-policy"])
      .split("; ")
      .map((rule) => {
        const [name = "", ...values] = rule.split(" ");
        return [name, values.join(" ")];
      }),
  );
  expect(Object.fromEntries(policy)).toMatchObject({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "connect-src": `'self' ws://127.0.0.1:${port} wss://127.0.0.1:${port}`,
  });
  for (const [name, values] of policy)
    expect([name, /unsafe-eval|\*|https?:(?!\/\/127)/.test(values)]).toEqual([name, false]);
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

it("[SC5] a page of another port of this host gets nothing out of a browser that has our cookie", {
  timeout: 180_000,
}, async () => {
  const box = sandbox();
  const port = portOf(await box.startDaemon());
  const { page } = await openDashboard(box);
  const evil = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end("<!doctype html><title>evil</title>"),
  );
  await new Promise<void>((ready) => evil.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void evil.close());
  const { port: elsewhere } = evil.address() as AddressInfo;
  const visitor = await page.context().newPage();
  await visitor.goto(`http://127.0.0.1:${elsewhere}/`);
  const got = await visitor.evaluate(async (at) => {
    const base = `127.0.0.1:${at}`;
    const settle = (work: Promise<unknown>) =>
      work.then(
        () => "got it",
        () => "nothing",
      );
    const load = (tag: "script" | "img" | "iframe", path: string) =>
      new Promise<string>((done) => {
        const element = document.createElement(tag);
        element.onload = () => done("loaded");
        element.onerror = () => done("nothing");
        element.src = `http://${base}${path}`;
        document.body.append(element);
        if (tag === "iframe")
          setTimeout(
            () =>
              done(
                element instanceof HTMLIFrameElement && element.contentWindow?.length === undefined
                  ? "nothing"
                  : "framed",
              ),
            1_000,
          );
      });
    const socket = new Promise<string>((done) => {
      const opened = new WebSocket(`ws://${base}/v1/stream`);
      opened.onopen = () => done("opened");
      opened.onerror = () => done("nothing");
    });
    const read = settle(fetch(`http://${base}/v1/panes`, { credentials: "include" }).then((answer) => answer.text()));
    const act = settle(fetch(`http://${base}/v1/devices`, { method: "DELETE", credentials: "include" }));
    const sneak = fetch(`http://${base}/v1/attention`, {
      method: "POST",
      mode: "no-cors",
      credentials: "include",
      body: '{"action":"seen","all":true}',
    });
    await sneak.catch(() => undefined);
    const source = new Promise<string>((done) => {
      const events = new EventSource(`http://${base}/v1/signals`, { withCredentials: true });
      events.onopen = () => done("opened");
      events.onerror = () => done("nothing");
    });
    return {
      socket: await socket,
      read: await read,
      act: await act,
      source: await source,
      script: await load("script", "/v1/panes"),
      image: await load("img", "/v1/panes"),
    };
  }, port);
  expect(got).toEqual({
    socket: "nothing",
    read: "nothing",
    act: "nothing",
    source: "nothing",
    script: "nothing",
    image: "nothing",
  });
  // a form, as pages send it without asking
  await visitor.evaluate((at) => {
    document.body.innerHTML = `<form method=post action="http://127.0.0.1:${at}/v1/shutdown" enctype="text/plain"><input name="{" value="}"></form>`;
    document.querySelector("form")?.submit();
  }, port);
  await until(async () =>
    (
      (await visitor
        .locator("body")
        .textContent()
        .catch(() => "")) ?? ""
    ).includes("E_FORBIDDEN_ORIGIN"),
  );
  expect((await box.status()).running).toBe(true);
  expect((await box.json<DeviceList>("devices", "--json")).items).toHaveLength(1);
});
