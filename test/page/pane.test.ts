import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SQUAD_EXAMPLES } from "../../src/core/signals/squad/examples.ts";
import { FIXED_PORT } from "../support/fixed-port.ts";
import { expectFit, forgetKey, PHONE, untilPaneKeysAct } from "../support/page.ts";
import { goToPath, openPane, typeInto, untilSame } from "../support/pane-view.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { stage } from "../support/stage.ts";

async function started(command = "exec sh", extra: NodeJS.ProcessEnv = {}): Promise<{ box: Sandbox; pane: string }> {
  const box = sandbox(extra);
  const pane = box.session("work", command);
  await box.startDaemon();
  await until(async () => (await box.panes()).items.length > 0);
  return { box, pane };
}

function withoutWebgl(): void {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
    return kind.startsWith("webgl") ? null : Reflect.apply(getContext, this, [kind, ...rest]);
  } as typeof getContext;
}

/** A program that writes its input to a file, byte for byte. */
function reader(box: Sandbox): { command: string; read(): Buffer } {
  const [script, log] = [join(box.dir, "reader.js"), join(box.dir, "read.bin")];
  writeFileSync(
    script,
    `process.stdin.setRawMode(true); process.stdout.write("\\x1b[?2004h" + (process.argv[3] ?? "") + "ready\\r\\n");
     process.stdin.on("data", (data) => require("node:fs").appendFileSync(process.argv[2], data));`,
  );
  const command = `exec ${process.execPath} ${script} ${log}`;
  return { command, read: () => (existsSync(log) ? readFileSync(log) : Buffer.alloc(0)) };
}

/** Smallest size of a touch target. */
const THUMB_PX = 44;

async function smallButtons(page: Page): Promise<string[]> {
  const buttons = await page.locator(".pane-page button").all();
  const boxes = await Promise.all(
    buttons.map(async (button) => [await button.textContent(), await button.boundingBox()] as const),
  );
  return boxes.flatMap(([text, box]) =>
    box !== null && (box.width < THUMB_PX || box.height < THUMB_PX) ? [`${text} ${box.width}x${box.height}`] : [],
  );
}

const STORM = `
const out = (text) => process.stdout.write(text);
let seed = ${process.env.AGTMUX_TEST_SEED ?? 7};
let other = false;
const random = (below) => {
  seed = (seed + 0x6d2b79f5) | 0;
  const t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  return ((t ^ (t >>> 14)) >>> 0) % below;
};
const words = ["plain", "日本語", "wide 漢字 mixed", "e\\u0301tude", "│ box ─", "한국어", "tab\\there", "ＦＵＬＬ"];
const looks = () => "\\x1b[" + [random(2) ? 1 : 22, 30 + random(8), 40 + random(8)].join(";") + "m";
const deep = () => "\\x1b[38;2;" + [random(256), random(256), random(256)].join(";") + ";48;5;" + random(256) + "m";
let n = 0;
const step = () => {
  for (let i = 0; i < 40; i += 1) {
    if (random(6) === 0) out("\\x1b[" + (1 + random(20)) + ";" + (1 + random(60)) + "H");
    if (random(9) === 0) out("\\x1b[K");
    if (random(40) === 0) out("\\x1b[" + (2 + random(4)) + ";" + (8 + random(6)) + "r");
    if (random(40) === 0) out("\\x1b[r");
    if (random(60) === 0) {
      out(other ? "\\x1b[?1049l" : "\\x1b[?1049h\\x1b[2J");
      other = !other;
    }
    out((random(2) ? looks() : deep()) + words[random(words.length)] + (random(3) ? "\\r\\n" : " "));
  }
  n += 1;
  if (n < 400) setTimeout(step, 2);
  else { out((other ? "\\x1b[?1049l" : "") + "\\x1b[r\\x1b[0m\\r\\nstorm over\\r\\n"); setInterval(() => {}, 1000); }
};
step();
`;

describe("a pane's page in a real browser", { timeout: 180_000 }, () => {
  it("[UI8, TS5] shows the pane as tmux shows it, and what comes", async () => {
    const { box, pane } = await started();
    box.type(pane, "seq 1 300; printf '\\033[1;31mred\\033[0m \\033[48;2;10;200;30mtrue\\033[0m 日本\\n'");
    const { page, complaints } = await openPane(box, pane);
    await untilSame(box, pane, page);
    box.type(pane, "echo more");
    await untilSame(box, pane, page);
    expect(complaints).toEqual([]);
  });

  it("[UI8] V shows what the agent has changed and not committed", async () => {
    const box = sandbox();
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: box.workspace });
    git("init", "-q");
    writeFileSync(join(box.workspace, "cart.txt"), "one\ntwo\n");
    git("add", ".");
    git("commit", "-qm", "begin");
    writeFileSync(join(box.workspace, "cart.txt"), "one\nthree\n");
    await box.startDaemon();
    const pane = await box.registered("work");
    box.type(pane, "agtmux signal working");
    await untilPane(box, pane, ({ agent }) => agent !== null);
    const { page } = await openPane(box, pane);
    await page.keyboard.press("Shift+V");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 file, +1 −1").waitFor();
    const linesOf = (change: string) => dialog.locator(`.review-text[data-change="${change}"]`).allTextContents();
    await until(
      async () => (await linesOf("added")).join() === "+three" && (await linesOf("removed")).join() === "-two",
    );
    await expectFit(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  it("[UI8] shows the same without WebGL, colours included", async () => {
    const { box, pane } = await started();
    box.type(pane, "printf '\\033[38;2;200;10;30mtrue\\033[0m 日本\\n'");
    await until(() => box.screen(pane).includes("日本\n"));
    const { page, complaints } = await openPane(box, pane, undefined, withoutWebgl);
    await untilSame(box, pane, page);
    const colour = page
      .locator(".xterm-rows span", { hasText: /^true$/ })
      .evaluate((span) => getComputedStyle(span).color);
    expect(await colour).toBe("rgb(200, 10, 30)");
    expect(complaints).toEqual([]);
  });

  it.each([
    ["a quick", 1],
    // draws output seconds after it has arrived
    ["a slow", 6],
  ])(
    "[TS5] shows what tmux shows after a storm of colours, wide characters, other screens and sizes, in %s browser",
    async (_, rate) => {
      const box = sandbox();
      box.session("first");
      await box.startDaemon();
      const script = join(box.dir, "storm.js");
      writeFileSync(script, STORM);
      const pane = box.session("work", `exec sh`);
      await untilPane(box, pane, () => true);
      const { page, complaints } = await openPane(box, pane);
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate });
      box.type(pane, `exec ${process.execPath} ${script}`);
      for (const [width, height] of [
        [100, 30],
        [140, 45],
        [60, 20],
        [120, 40],
      ]) {
        await page.waitForTimeout(250);
        box.tmux("resize-window", "-t", pane, "-x", String(width), "-y", String(height));
      }
      await until(() => box.screen(pane).includes("storm over"));
      await untilSame(box, pane, page);
      expect(complaints).toEqual([]);
    },
    180_000,
  );

  it("[TS5, TS2] ends up equal to tmux if the browser is too slow for the pane", async () => {
    const { box, pane } = await started();
    const { page } = await openPane(box, pane);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    box.type(pane, "seq 1 1500000; echo all said");
    await until(() => box.screen(pane).includes("\nall said"), undefined, 60_000);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await untilSame(box, pane, page);
  }, 180_000);

  it("[UI16, TS5] says that it is out of date when the daemon goes, and ends equal when it is back", async () => {
    const { box, pane } = await started("exec sh", {
      AGTMUX_PORT: String(FIXED_PORT),
      AGTMUX_ORIGIN: "keep",
    });
    const { page } = await openPane(box, pane);
    await box.agtmux(["daemon", "stop"]);
    await page.getByText("Keys are not sent").waitFor();
    box.type(pane, "seq 1 500; printf '\\033[35mwhile away\\033[0m\\n'");
    await box.startDaemon();
    await page.locator('.pane-terminal[data-stale="false"]').waitFor();
    await untilSame(box, pane, page);
  });

  it("[TS7, UI8] types exactly what is typed, and pastes 100 KB as one paste", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const { command, read } = reader(box);
    const pane = box.session("work", command);
    await until(() => box.screen(pane).includes("ready"));
    const { page, complaints } = await openPane(box, pane);
    await untilSame(box, pane, page);
    await typeInto(page);
    await page.keyboard.type("aé ~");
    await page.keyboard.insertText("日本");
    for (const key of [
      "Enter",
      "Tab",
      "Shift+Tab",
      "Backspace",
      "ArrowUp",
      "Control+ArrowLeft",
      "F5",
      "Control+c",
      "Control+k",
      "Alt+x",
      "Delete",
      "Escape",
    ])
      await page.keyboard.press(key);
    const typed = "aé ~日本\r\t\x1b[Z\x7f\x1b[A\x1b[1;5D\x1b[15~\x03\x0b\x1bx\x1b[3~\x1b";
    await until(
      () => read().toString() === typed,
      () => JSON.stringify(read().toString()),
    );
    const pasted = Array.from({ length: 2_100 }, (_, n) => `line ${n} 日本 ${"x".repeat(34)}`).join("\n");
    expect(Buffer.byteLength(pasted)).toBeGreaterThan(100_000);
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    }, pasted);
    const wanted = `${typed}\x1b[200~${pasted.replaceAll("\n", "\r")}\x1b[201~`;
    await until(
      () => read().length >= Buffer.byteLength(wanted),
      () => `${read().length} of ${Buffer.byteLength(wanted)}`,
    );
    expect(read().toString()).toBe(wanted);
    await page.keyboard.press("Control+]");
    await page.locator('.terminal-box[data-typing="false"]').waitFor();
    expect(read().toString()).toBe(wanted);
    expect(complaints).toEqual([]);
  });

  it("[TS7] answers no question that a program asks its terminal", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const { command, read } = reader(box);
    const pane = box.session("work", "exec sh");
    await untilPane(box, pane, () => true);
    const { page } = await openPane(box, pane);
    await page.keyboard.press("t");
    await page.locator('.terminal-box[data-typing="true"]').waitFor();
    const asks = "\\033[c\\033[>c\\033[6n\\033[?6n\\033]11;?\\007\\033[?2026\\$p\\033P\\$qm\\033\\\\\\\\\\033[?1004h";
    box.type(pane, `${command} "$(printf '${asks}')"`);
    await until(() => box.screen(pane).includes("ready"));
    await page.waitForTimeout(500);
    const answered = read().toString();
    await page.keyboard.press("z");
    await until(() => read().toString().endsWith("z"));
    // tmux answers each query once, or not at all
    expect(read().toString()).toBe(`${answered}z`);
    expect(answered.match(/\x1b\[\?[\d;]*c/g) ?? []).toHaveLength(1);
    expect(answered).not.toContain("]11;");
  });

  it("[TS11] takes a pane's call for attention as answered when Enter is typed into it", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    box.type(pane, `agtmux signal error "Build failed"`);
    await untilPane(box, pane, ({ attention }) => attention?.kind === "error");
    const { page } = await openPane(box, pane);
    await typeInto(page);
    await page.keyboard.type("x");
    await page.keyboard.press("Enter");
    await untilPane(box, pane, ({ attention }) => attention === null);
  });

  it("[UI10] does not type to another program: it says which one is there now, and asks", async () => {
    const { box, pane } = await stage();
    const { page } = await openPane(box, pane);
    await typeInto(page);
    await page.keyboard.press("Control+d");
    await untilPane(box, pane, ({ agent }) => agent !== "claude");
    await page.keyboard.type("x");
    await page.getByText("has another program now").waitFor();
    expect(box.screen(pane)).not.toMatch(/x$/);
    await page.getByRole("button", { name: "Type to bash" }).click();
    await page.keyboard.type("echo to-bash");
    await page.keyboard.press("Enter");
    await until(() => box.screen(pane).includes("\nto-bash"));
  });

  it("[UI10] a send shows its phases, and a refusal names the guard and offers to look again", async () => {
    const { box, pane, read } = await stage();
    const { page } = await openPane(box, pane);
    box.tmux("copy-mode", "-t", pane);
    await untilPaneKeysAct(page);
    await page.keyboard.press("s");
    await page.getByLabel("Send to claude").fill("hello there");
    await page.keyboard.press("Enter");
    await page.getByText("Send was refused by the pane mode guard").waitFor();
    box.tmux("send-keys", "-t", pane, "-X", "cancel");
    await page.getByRole("button", { name: "Look again" }).click();
    await page.keyboard.press("Enter");
    await page.locator(".send-box .phase", { hasText: "submitted" }).waitFor();
    await until(() => read().includes("hello there"));
  });

  it("[UI23] keys typed as fast as in a sentence cannot kill", async () => {
    const { box, pane } = await stage();
    const { page } = await openPane(box, pane);
    await untilPaneKeysAct(page);
    await page.keyboard.press("x");
    const dialog = page.getByRole("alertdialog", { name: "Kill claude?" });
    await dialog.getByRole("button", { name: "Interrupt claude" }).focus();
    await Promise.all(["z", "Enter", " "].map((key) => page.keyboard.press(key)));
    await dialog.getByText(/Too soon: (Enter|space) did nothing/).waitFor();
    expect((await box.panes()).items.find(({ identity }) => identity.pane_id === pane)?.agent).toBe("claude");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
  });

  it("[UI10] kill asks first, names whom, and tells whether the process ended", async () => {
    const { box, pane } = await stage();
    const { page } = await openPane(box, pane);
    await untilPaneKeysAct(page);
    await page.keyboard.press("x");
    const dialog = page.getByRole("alertdialog", { name: "Kill claude?" });
    await dialog.getByRole("button", { name: "Interrupt claude" }).waitFor();
    await expectFit(page);
    await dialog.getByRole("radio", { name: /SIGTERM/ }).check();
    await dialog.getByRole("button", { name: "End claude" }).click();
    await dialog.getByText("claude has ended").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await untilPane(box, pane, ({ agent }) => agent !== "claude");
  });

  it("[UI8, UI18] copies the ref and the attach command, and shows output and commands", async () => {
    const { box, pane, item } = await stage();
    const { page } = await openPane(box, pane);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy ref" }).click();
    await until(async () => (await copied()) === item.ref);
    await page.getByRole("button", { name: "Copy attach" }).click();
    await page.getByRole("menuitem", { name: `agtmux attach ${item.ref}` }).click();
    await until(async () => (await copied()) === `agtmux attach ${item.ref}`);
    await page.getByRole("button", { name: "Copy attach" }).click();
    await page.getByRole("menuitem", { name: /^tmux / }).click();
    await until(async () => (await copied()).startsWith("tmux "));
    await page.keyboard.press("v");
    await page.getByRole("dialog").getByText("? for shortcuts").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await page.getByText(`agtmux view-output ${item.ref} --lines 100`).waitFor();
  });

  it("[UI8] shows why this state, the timeline, and a finished agent's bundle", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    box.type(pane, `agtmux signal working "Building"`);
    await untilPane(box, pane, ({ state }) => state === "running");
    const payload = {
      taskId: "t-1",
      taskTitle: "Mend the login",
      completionMode: "review_required",
      summary: ["Mended the <b>login</b>", "Added a test"],
      quality: { tests: "passing", build: "clean" },
      humanActions: [{ title: "Rotate the key", description: "The old one was in the log" }],
      suggestedTasks: [{ title: "Remove the old endpoint", priority: 2, type: "chore" }],
      crossAgentIntel: { files: ["src/login.ts"], gotchas: ["The clock must be injected"] },
    };
    writeFileSync(join(box.dir, "payload.json"), JSON.stringify(payload));
    box.type(pane, `squad-signal complete "$(cat ${box.dir}/payload.json)"`);
    await untilPane(box, pane, ({ signal }) => signal?.type === "complete");
    const { page, complaints } = await openPane(box, pane);
    const done = page.getByRole("region", { name: "What was done" });
    await done.getByText("Mended the <b>login</b>").waitFor();
    await done.getByText("passing").waitFor();
    await page.getByRole("checkbox", { name: /Rotate the key/ }).check();
    await page.getByText("Remove the old endpoint").waitFor();
    await page.locator(".evidence li").first().waitFor();
    await page.getByRole("button", { name: "Show what happened within a day" }).click();
    await page.locator(".moments li", { hasText: "running" }).first().waitFor();
    await expectFit(page);
    await page.getByRole("button", { name: "View output" }).click();
    await page.getByRole("dialog").getByText("sent complete").waitFor();
    await expectFit(page);
    expect(complaints).toEqual([]);
  });

  it("[UI10, SQ15] an agent that speaks squad is told to complete its task, and shows at once that it does", async () => {
    const { box, pane, read } = await stage({}, "", { works: true });
    const tmux = box.tmux("display-message", "-p", "#{socket_path},#{pid},0");
    const head = { type: "working", signal_id: "one", session_id: "s-1", tmux_session: "work" };
    const payload = JSON.stringify({ ...head, timestamp: new Date().toISOString(), data: SQUAD_EXAMPLES.working });
    drop(box, { agent: "squad", event: "working", pane, tmux, payload });
    await untilPane(box, pane, ({ signal }) => signal?.type === "working");
    const { page } = await openPane(box, pane);
    await page.getByRole("button", { name: /^Complete task/ }).waitFor();
    await untilPaneKeysAct(page);
    await page.keyboard.press("f");
    await page.locator(".action-status", { hasText: "Complete:" }).getByText("submitted").waitFor();
    await until(() => read().includes("/squad:complete"));
    await page.getByText("completing 0 %").first().waitFor();
  });

  it("[UI17, UI8, TS10] is usable on a phone, and without the right to act shows no terminal and says so", async () => {
    const { box, pane, read } = await stage();
    const { page } = await openPane(box, pane, PHONE);
    await page.getByRole("toolbar", { name: "Keys for the terminal" }).waitFor();
    await expectFit(page);
    expect(await smallButtons(page)).toEqual([]);
    await page.locator(".pane-terminal").click({ position: { x: 40, y: 40 } });
    await page.keyboard.type("by thumb");
    await page.getByRole("button", { name: "Enter" }).click();
    await until(() => read().includes("by thumb"));
    await forgetKey(page);
    await page.reload();
    await page.locator(".shell[data-link=live]").waitFor();
    await goToPath(page, `/pane/host/${pane.slice(1)}`);
    await page.getByText("Only a page that may act shows the live terminal").waitFor();
    expect(await page.locator(".pane-terminal").count()).toBe(0);
  });
});
