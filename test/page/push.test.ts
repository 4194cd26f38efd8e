import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page, Worker } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { NotifyStatus } from "../../src/core/protocol/notify/notify.ts";
import { ownBrowser } from "../support/browser.ts";
import { DESKTOP, expectFit, goByKeys, PHONE } from "../support/page.ts";
import { PushReader, type PushServer, pushServer } from "../support/push-server.ts";
import { receiver } from "../support/receiver.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const LONG = { timeout: 180_000 };
const SWITCH = "Notify this device even when the page is closed";

const rule = (channels: string) =>
  `[[notify.rules]]\nchannels = ${channels}\ndelay = "0s"\ncooldown = "0s"\nonly_if_unwatched = false\n`;

async function setUp(config: string) {
  const box = sandbox();
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(box.home, "config.toml"), config);
  box.session("first");
  const { dashboard } = await box.startDaemon();
  const pane = await box.registered("work");
  return { box, pane, link: dashboard ?? "" };
}

/** A browser that subscribes at our push service, since the real one is on the internet. */
async function device(server: PushServer, viewport = DESKTOP): Promise<BrowserContext> {
  const context = await ownBrowser(viewport);
  await context.grantPermissions(["notifications"]);
  const reader = new PushReader();
  await context.exposeFunction("subscribeAtTest", (key: number[]) =>
    server.subscribe(reader, Buffer.from(key).toString("base64url")),
  );
  await context.addInitScript(() => {
    let known: unknown = null;
    const keep = (words: object, key: ArrayBuffer) => ({
      ...words,
      options: { applicationServerKey: key },
      toJSON: () => words,
      unsubscribe: async () => {
        known = null;
        return true;
      },
    });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => known,
      subscribe: async ({ applicationServerKey: key }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
        const ask = (globalThis as unknown as { subscribeAtTest(key: number[]): Promise<object> }).subscribeAtTest;
        known = keep(await ask([...key]), key.slice().buffer);
        return known;
      },
    });
  });
  return context;
}

async function openSettings(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(link);
  await page.locator('.shell[data-link="live"]').waitFor();
  await goByKeys(page, "c");
  await page.getByRole("heading", { name: "Notifications", exact: true }).waitFor();
  return page;
}

async function call(box: Sandbox, pane: string, state: string, words: string): Promise<void> {
  box.type(pane, `agtmux signal ${state} "${words}"`);
  await untilPane(box, pane, ({ message, attention }) => message === words && attention !== null);
}

/** The worker once it is active: Chromium drops pushes before that. */
async function workerIn(context: BrowserContext): Promise<Worker> {
  const [known] = context.serviceWorkers();
  const worker = known ?? (await context.waitForEvent("serviceworker"));
  await until(() => worker.evaluate(`self.registration.active?.state === "activated"`));
  return worker;
}

/** Delivers a push to the service worker, as the browser's own push service would. */
async function deliverer(context: BrowserContext, origin: string): Promise<(data: string) => Promise<void>> {
  // not a dashboard page: the worker would consider that one visible
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((found) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (ours !== undefined) found(ours.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  return async (data) =>
    void (await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data }));
}

interface Note {
  title: string;
  body: string;
  tag: string;
}

/** Makes the worker record the notifications it shows, and whether they are silent. */
const listenTo = (worker: Worker): Promise<void> =>
  worker.evaluate(`{
    self.shown = [];
    const show = self.registration.showNotification.bind(self.registration);
    self.registration.showNotification = (title, options) => {
      self.shown.push({ body: options.body, silent: options.silent });
      return show(title, options);
    };
  }`);

const shownBy = (worker: Worker): Promise<{ body: string; silent: boolean }[]> => worker.evaluate("self.shown");

const notesIn = (worker: Worker): Promise<Note[]> =>
  worker.evaluate(`self.registration.getNotifications()
    .then((notes) => notes.map(({ title, body, tag }) => ({ title, body, tag })))`);

/** Number of pages the worker sees; a closed page may still count for a moment. */
const pagesOf = (worker: Worker): Promise<number> =>
  worker.evaluate(`self.clients.matchAll({ type: "window", includeUncontrolled: true }).then(({ length }) => length)`);

/** Whether the worker sees a page as focused; a page just brought to the front may not count for a moment. */
const isFocusedFor = (worker: Worker): Promise<boolean> =>
  worker.evaluate(`self.clients.matchAll({ type: "window", includeUncontrolled: true })
    .then((pages) => pages.some(({ focused }) => focused))`);

const notifyStatus = (box: Sandbox) => box.json<NotifyStatus>("notify", "status", "--json");

describe("pushes to a device", () => {
  it(
    "[UI22, NT11] are switched on and off in the settings, and a call reaches the device's own push service",
    LONG,
    async () => {
      const server = await pushServer();
      const { box, pane, link } = await setUp(rule('["push"]'));
      const context = await device(server);
      const page = await openSettings(context, link);
      const flip = page.getByRole("switch", { name: SWITCH });
      await flip.click();
      await page.getByText("which cannot read what is told").waitFor();
      await until(async () => (await notifyStatus(box)).channels.some(({ kind }) => kind === "push"));
      await call(box, pane, "needs_input", "Which database?");
      await until(() => server.delivered().length === 1);
      expect(JSON.parse(server.delivered()[0]?.text ?? "")).toMatchObject({
        body: "Which database?",
        path: `/pane/host/${pane.slice(1)}`,
      });
      await flip.click();
      await page.getByText("only while the page is open").waitFor();
      expect((await notifyStatus(box)).channels).toEqual([]);
      await call(box, pane, "error", "Build failed");
      expect(server.received).toHaveLength(1);
    },
  );

  it(
    "[UI22, NT11] a subscription that a browser has lost is renewed when the page opens; one that is gone is dropped",
    LONG,
    async () => {
      const server = await pushServer();
      const { box, pane, link } = await setUp(rule('["push"]'));
      const context = await device(server);
      const page = await openSettings(context, link);
      await page.getByRole("switch", { name: SWITCH }).click();
      await page.getByText("which cannot read what is told").waitFor();
      const [first] = (await notifyStatus(box)).channels;
      // the fake subscription lives in the page: a reload loses it, as a browser may
      await page.reload();
      await until(async () => (await notifyStatus(box)).channels.length === 2);
      await page.getByRole("switch", { name: SWITCH, checked: true }).waitFor();
      server.next({ status: 410 });
      await call(box, pane, "needs_input", "Which database?");
      await until(async () => (await notifyStatus(box)).channels.length === 1);
      await until(() => server.delivered().length === 1);
      expect(first?.kind).toBe("push");
    },
  );
});

describe("a browser that is reached elsewhere from now on", () => {
  it("[UI22, NT11] subscribes anew and has an open page tell the daemon, else it asks for one", LONG, async () => {
    const server = await pushServer();
    const { box, link } = await setUp(rule('["push"]'));
    const context = await device(server);
    const page = await openSettings(context, link);
    await page.getByRole("switch", { name: SWITCH }).click();
    await page.getByText("which cannot read what is told").waitFor();
    expect((await notifyStatus(box)).channels).toHaveLength(1);
    const worker = await workerIn(context);
    await worker.evaluate(`{
      self.subscribed = [];
      self.registration.pushManager.subscribe = async (options) => void self.subscribed.push(options);
      self.change = (old) => self.dispatchEvent(Object.assign(new ExtendableEvent("pushsubscriptionchange"), old));
    }`);
    const change = (old: string) => worker.evaluate(`self.change({ oldSubscription: ${old} })`);
    const subscribed = () => worker.evaluate<{ applicationServerKey: string }[]>("self.subscribed");

    // the page's fake subscription is lost as well
    await page.evaluate(async () => {
      const { pushManager } = await navigator.serviceWorker.ready;
      await (await pushManager.getSubscription())?.unsubscribe();
    });
    await change('{ options: { applicationServerKey: "as before" } }');
    await until(async () => (await notifyStatus(box)).channels.length === 2);
    expect(await subscribed()).toEqual([{ userVisibleOnly: true, applicationServerKey: "as before" }]);
    expect(await notesIn(worker)).toEqual([]);

    await page.close();
    await until(async () => (await pagesOf(worker)) === 0);
    await change("null");
    await until(async () => (await notesIn(worker)).length === 1);
    expect(await notesIn(worker)).toMatchObject([{ title: "Open agtmux once", tag: "agtmux:push" }]);
    expect((await subscribed())[1]?.applicationServerKey).toMatch(/^[\w-]{80,}$/);
  });
});

describe("the service worker", () => {
  it(
    "[UI22] shows a push that comes while no page is open, one for each agent, and a click leads to the pane",
    LONG,
    async () => {
      const server = await pushServer();
      const { box, pane, link } = await setUp("");
      const context = await device(server);
      const { origin } = new URL(link);
      const dashboard = await openSettings(context, link);
      const worker = await workerIn(context);
      const deliver = await deliverer(context, origin);
      await call(box, pane, "needs_input", "Which database?");
      const { attention, runtime_id } = await box.pane(pane);
      const push = (part: object) =>
        deliver(
          JSON.stringify({
            ...{ v: 1, key: "k1", runtime_id, attention_id: attention?.attention_id, kind: "input" },
            ...{ title: "claude in work", body: "Which database?", path: `/pane/host/${pane.slice(1)}`, ...part },
          }),
        );

      await listenTo(worker);
      await dashboard.bringToFront();
      await until(() => isFocusedFor(worker));
      await push({});
      await until(
        async () => (await shownBy(worker)).length === 1 && (await notesIn(worker)).length === 0,
        async () => JSON.stringify([await shownBy(worker), await notesIn(worker)]),
      );
      expect(await shownBy(worker)).toEqual([{ body: "Which database?", silent: true }]);

      await dashboard.close();
      await until(async () => (await pagesOf(worker)) === 0);
      await push({ key: "k1 again" });
      await until(async () => (await notesIn(worker)).length === 1);
      expect((await shownBy(worker)).at(-1)).toEqual({ body: "Which database?", silent: false });
      await push({ key: "k1 again" });
      await push({ key: "k2", body: "And which port?" });
      await until(async () => (await notesIn(worker))[0]?.body === "And which port?");
      expect(await notesIn(worker)).toEqual([
        { title: "claude in work", body: "And which port?", tag: `agtmux:${runtime_id}` },
      ]);
      await push({ key: "k3", runtime_id: "another", attention_id: "test-1" });
      await until(async () => (await notesIn(worker)).length === 2);

      // a headless browser has no notification to click: dispatch the same event
      const opened = await worker.evaluate(`(async () => {
      let opened = null;
      self.clients.openWindow = async (path) => void (opened = path);
      self.clients.matchAll = async () => [];
      const [notification] = await self.registration.getNotifications({ tag: "agtmux:${runtime_id}" });
      const click = new NotificationEvent("notificationclick", { notification });
      self.dispatchEvent(click);
      while (opened === null) await new Promise((done) => setTimeout(done, 20));
      delete self.clients.openWindow;
      delete self.clients.matchAll;
      return opened;
    })()`);
      expect(opened).toBe(`/pane/host/${pane.slice(1)}`);
      await until(async () => (await notesIn(worker)).map(({ tag }) => tag).join() === "agtmux:another");
    },
  );

  it(
    "[UI22, AT4] removes a notification that was answered before the push came, and shows one that it cannot check",
    LONG,
    async () => {
      const server = await pushServer();
      const { box, pane, link } = await setUp("");
      const context = await device(server);
      const { origin } = new URL(link);
      const dashboard = await openSettings(context, link);
      const worker = await workerIn(context);
      const deliver = await deliverer(context, origin);
      await call(box, pane, "needs_input", "Which database?");
      const { attention, runtime_id } = await box.pane(pane);
      await dashboard.close();
      const words = {
        key: "k1",
        runtime_id,
        attention_id: attention?.attention_id,
        title: "claude",
        body: "?",
        path: "/x",
      };
      box.type(pane, `agtmux signal working "On it"`);
      await untilPane(box, pane, (item) => item.attention === null);
      await listenTo(worker);
      await deliver(JSON.stringify(words));
      await until(
        async () => (await shownBy(worker)).length === 1 && (await notesIn(worker)).length === 0,
        async () => JSON.stringify([await shownBy(worker), await notesIn(worker)]),
      );
      expect(await shownBy(worker)).toEqual([{ body: "?", silent: true }]);
      // the one before may still be listed, and be taken away only now
      const later = { ...words, key: "k2", path: "//evil.example/" };
      await deliver("not JSON");
      await until(
        async () => (await notesIn(worker)).length === 1,
        async () => JSON.stringify([await shownBy(worker), await notesIn(worker)]),
      );
      expect(await notesIn(worker)).toMatchObject([{ title: "An agent calls" }]);
      await box.agtmux(["daemon", "stop"]);
      await deliver(JSON.stringify(later));
      await until(
        async () => (await notesIn(worker)).length === 2,
        async () => JSON.stringify([await shownBy(worker), await notesIn(worker)]),
      );
      const goTo = await worker.evaluate(`self.registration.getNotifications({ tag: "agtmux:${runtime_id}" })
      .then(([note]) => note.data.goTo)`);
      expect(goTo).toBe("/");
    },
  );
});

describe("the daemon's channels in the settings", () => {
  it("[UI11, UI17, UI22] show what came of each, try one, and retry what was not delivered", LONG, async () => {
    const hook = await receiver(() => ({ status: 200 }));
    const server = await pushServer();
    const config = `[notify.channels.hook]\nkind = "webhook"\nurl = "${hook.url}/x"\n\n[notify.channels.lost]\nkind = "slack"\nurl = "env:AGTMUX_NOWHERE"\n\n${rule('["hook"]')}`;
    const { box, pane, link } = await setUp(config);
    const page = await openSettings(await device(server), link);
    const row = (name: string) => page.locator(".channel").filter({ hasText: name });
    await row("hook").getByText("Nothing was sent yet").waitFor();
    await row("lost")
      .getByText(/AGTMUX_NOWHERE/)
      .waitFor();
    await page.getByRole("button", { name: "Test hook" }).click();
    await row("hook").getByText("The test was sent").waitFor();
    expect(hook.received).toHaveLength(1);
    await page.getByRole("button", { name: "Test lost" }).click();
    await row("lost").getByRole("alert").waitFor();

    hook.next({ status: 400, body: "not so" });
    await call(box, pane, "needs_input", "Which database?");
    await until(async () => (await notifyStatus(box)).dead.length === 1);
    const letter = page.getByText(/given up .* ago after 1 attempt: .* answered 400: not so/);
    await letter.waitFor();
    await expectFit(page);
    await page.setViewportSize(PHONE);
    await expectFit(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll(".manage :is(button, .switch)")]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
        .map(({ outerHTML }) => outerHTML),
    );
    expect(small).toEqual([]);
    await page.getByRole("button", { name: /^Retry/ }).click();
    await until(() => hook.received.length === 3);
    await letter.waitFor({ state: "detached" });
  });
});
