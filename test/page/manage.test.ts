import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { qrCode } from "../../src/core/pairing/qr-code.ts";
import { qrPath } from "../../src/web/view/qr-path.ts";
import { browser } from "../support/browser.ts";
import { expectFit, openDashboard, PHONE } from "../support/page.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { repository, spawnBox } from "../support/spawn-box.ts";
import { stage } from "../support/stage.ts";

const LONG = { timeout: 180_000 };

async function openView(box: Sandbox, chord: string, viewport?: { width: number; height: number }) {
  const opened = await openDashboard(box, viewport);
  await press(opened.page, chord);
  return opened;
}

async function press(page: Page, chord: string): Promise<void> {
  for (const key of chord.split(" ")) await page.keyboard.press(key);
}

/** Everything that can be tapped is as large as a finger; for a switch or a choice, its label counts. */
async function expectTapped(page: Page): Promise<void> {
  const small = await page.evaluate(() => {
    const small = (element: Element) => element.getBoundingClientRect().height < 44;
    const tapped = document.querySelectorAll(
      ".manage :is(button, select, textarea, summary, .switch, .tile, .choices label, input:not([type=checkbox], [type=radio]))",
    );
    return [...tapped].filter((each) => each.checkVisibility() && small(each)).map(({ outerHTML }) => outerHTML);
  });
  expect(small).toEqual([]);
}

async function isFocused(page: Page, label: string): Promise<boolean> {
  return page.getByLabel(label, { exact: true }).evaluate((box) => box === document.activeElement);
}

describe("spawning from the page", () => {
  it("[UI11, UI53] starts an agent in a worktree, shows what was created, and takes it away again", LONG, async () => {
    const box = await spawnBox();
    const repo = repository(join(box.dir, "shop"));
    const { page, complaints } = await openView(box, "g s");
    const form = page.getByRole("form", { name: "Spawn an agent" });
    await form.getByRole("radio", { name: /^Claude Code/ }).check();
    await form.getByLabel("Workspace").fill(repo);
    await form.getByLabel("Prompt").fill("Mend the login");
    await form.getByRole("button", { name: "Use mend-the-login" }).click();
    await form.getByLabel("Branch for a worktree").fill("fix-login");
    await form.getByText(`${repo}-worktrees/fix-login`).waitFor();
    await page.getByRole("button", { name: "Spawn agent" }).click();
    const result = form.getByRole("status").filter({ hasText: "runs in" });
    await result.waitFor();
    expect(await result.textContent()).toMatch(/worktree .*fix-login.*branch fix-login/s);
    const worktree = join(box.dir, "shop-worktrees", "fix-login");
    expect(existsSync(worktree)).toBe(true);
    await expectFit(page);
    await page.getByRole("button", { name: "Same again" }).click();
    expect(await form.getByLabel("Branch for a worktree").inputValue()).toBe("fix-login-2");
    expect(await form.getByRole("radio", { name: /^Claude Code/ }).isChecked()).toBe(true);
    const folder = form.getByRole("button", { name: await form.getByLabel("Workspace").inputValue(), exact: true });
    await until(async () => (await folder.getAttribute("aria-pressed")) === "true");

    writeFileSync(join(worktree, "unsaved.txt"), "work\n");
    await page.getByRole("button", { name: "Dispose claude…" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Dispose claude" }).click();
    await dialog.getByText("has work that is not committed").waitFor();
    await dialog.getByText(`git -C ${worktree} status`).waitFor();
    await expectFit(page);
    expect(existsSync(worktree)).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    rmSync(join(worktree, "unsaved.txt"));
    await page.getByRole("button", { name: "Dispose claude…" }).click();
    await dialog.getByRole("button", { name: "Dispose claude" }).click();
    await page.getByText("claude was disposed of.").waitFor();
    await page.getByText("None. Agents that you spawn are listed here.").waitFor();
    expect(existsSync(worktree)).toBe(false);
    // 409 responses of the daemon are expected here, but the browser logs them as errors
    expect(complaints.filter((text) => !text.includes("409"))).toEqual([]);
  });

  it("[UI53, SW10] a preset fills the form, and starts what it names", LONG, async () => {
    const box = await spawnBox();
    const repo = repository(join(box.dir, "shop"));
    const words = ['agent = "claude"', `workspace = "${repo}"`, 'prompt = "Review it"'];
    writeFileSync(join(box.home, "config.toml"), ["[presets.review]", ...words].join("\n"));
    await box.agtmux(["daemon", "restart"]);
    const { page } = await openView(box, "g s");
    const form = page.getByRole("form", { name: "Spawn an agent" });
    await form.getByRole("button", { name: "review", exact: true }).click();
    expect(await form.getByLabel("Prompt").inputValue()).toBe("Review it");
    await expectFit(page);
    await page.getByRole("button", { name: "Spawn agent" }).click();
    await form.getByRole("status").filter({ hasText: "runs in" }).waitFor();
    expect(await form.getByLabel("Workspace").inputValue()).toBe(repo);
  });

  it("[UI11, UI17, UI53] shows each refusal at its box and goes there, by keyboard alone", LONG, async () => {
    const box = await spawnBox();
    const { page } = await openView(box, "g s", PHONE);
    await page.getByRole("radio", { name: /^Another/ }).focus();
    await page.keyboard.press("Space");
    const agent = page.getByLabel("Model or command");
    await page.keyboard.press("Enter");
    await page.getByText("Choose an agent, or name a command.").waitFor();
    await until(() => isFocused(page, "Model or command"));
    await page.keyboard.type("nonesuch");
    await page.keyboard.press("Tab");
    await page.keyboard.type(join(box.dir, "nowhere"));
    await page.keyboard.press("Enter");
    const workspace = page.getByLabel("Workspace");
    await until(async () => (await workspace.getAttribute("aria-invalid")) === "true");
    await until(() => isFocused(page, "Workspace"));
    const described = (await workspace.getAttribute("aria-describedby")) ?? "";
    const error = described.split(" ").find((id) => id.endsWith("-error")) ?? "";
    expect(await page.locator(`[id="${error}"]`).textContent()).toContain("nowhere");
    await workspace.fill(box.dir);
    await page.keyboard.press("Enter");
    await until(async () => (await agent.getAttribute("aria-invalid")) === "true");
    await page.getByText("host has no command nonesuch. Install it there, or choose another agent.").waitFor();
    await expectFit(page);
    await expectTapped(page);
  });
});

describe("resuming from the page", () => {
  it("[UI11] lists an agent that has ended, and starts it again with its conversation", LONG, async () => {
    const box = await spawnBox();
    const { page } = await openView(box, "g s");
    const told = join(box.dir, "payload.json");
    writeFileSync(told, JSON.stringify({ session_id: "0f1e-9", cwd: box.dir, hook_event_name: "UserPromptSubmit" }));
    const form = page.getByRole("form", { name: "Spawn an agent" });
    await form.getByRole("radio", { name: /^Claude Code/ }).check();
    await form.getByLabel("Workspace").fill(box.dir);
    await page.getByRole("button", { name: "Spawn agent" }).click();
    await page.getByText("runs in").waitFor();
    const [pane] = (await box.panes()).items;
    const id = pane?.identity.pane_id ?? "";
    await untilPane(box, id, ({ agent }) => agent === "claude");
    box.type(id, `${box.home}/bin/agtmux hook claude UserPromptSubmit < ${told}`);
    await untilPane(box, id, ({ state }) => state === "running");
    box.tmux("send-keys", "-t", id, "C-d");
    const row = page.getByRole("listitem").filter({ hasText: "claude --resume 0f1e-9" });
    await row.waitFor();
    await expectFit(page);
    await row.getByRole("button", { name: "Resume claude" }).click();
    await page.getByText(/claude runs again in its pane/).waitFor();
    await row.waitFor({ state: "detached" });
  });
});

describe("the other forms of the page", () => {
  it("[UI11, UI58] adds, checks and removes a host, and says what is wrong with one", LONG, async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const { page } = await openView(box, "g h");
    await page.getByRole("listitem").filter({ hasText: "this machine" }).getByText("Answers").waitFor();
    await page.getByRole("button", { name: "Check host" }).click();
    await page.getByText("host has what agtmux needs").waitFor();
    const form = page.getByRole("form", { name: "Add a host" });
    await form.getByRole("button", { name: "Add host" }).click();
    await form.getByText("Give the host a name.").waitFor();
    await form.getByLabel("Name").fill("host");
    await form.getByRole("button", { name: "Add host" }).click();
    await form.getByText("there is a target host already").waitFor();
    await form.getByText("Another tmux server of this machine").click();
    await form.getByLabel("Name").fill("play");
    await form.getByLabel("tmux socket").fill(`${box.socketName}-none`);
    await form.getByRole("button", { name: "Add host" }).click();
    const card = page.locator(".card", { hasText: `tmux -L ${box.socketName}-none` });
    await card.waitFor();
    await expectFit(page);
    await card.getByRole("button", { name: "Remove play…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove play" }).click();
    await card.waitFor({ state: "detached" });
  });

  it("[UI58, UI11] a host that cannot be reached says so in plain words", LONG, async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    await box.agtmux(["target", "add", "far", "--ssh-target", "nobody@127.0.0.1.invalid"]);
    const { page } = await openView(box, "g h", PHONE);
    const card = page.locator(".card", { hasText: "far" });
    await card.getByText(/far has never answered|far has not answered yet/).waitFor({ timeout: 180_000 });
    await card.getByRole("button", { name: "Connect far again" }).click();
    await card.getByRole("alert").waitFor({ timeout: 180_000 });
    await expectFit(page);
    await expectTapped(page);
  });

  it("[UI11, UI17] the audit tells what was done and which guard refused, filtered by outcome", LONG, async () => {
    const { box, item } = await stage();
    await box.agtmux(["send", item.ref, "--text", "hello"]);
    await box.agtmux(["send", item.ref, "--text", "never", "--if-runtime", "another"]);
    const { page, complaints } = await openView(box, "g a");
    await page.getByText("refused by the runtime guard").waitFor();
    await page.getByText("2 actions").waitFor();
    await page.getByLabel("Outcome").selectOption("refused");
    await page.getByText("1 of 2 actions").waitFor();
    expect(page.url()).toContain("outcome=refused");
    await page.getByRole("listitem").locator("summary").first().press("Enter");
    await page.getByText("only for runtime another").waitFor();
    await expectFit(page);
    await page.setViewportSize(PHONE);
    await expectFit(page);
    await expectTapped(page);
    expect(complaints).toEqual([]);
  });

  it(
    "[UI11, UI12, UI17, CL31, UI56, UI41] settings hold, in dark and on a phone, and devices are revoked",
    LONG,
    async () => {
      const box = sandbox();
      box.session("first");
      await box.startDaemon();
      const { page, complaints } = await openView(box, "g c", PHONE);
      await page.getByRole("radio", { name: "Dark" }).check();
      await page.getByRole("switch", { name: "Done: sound" }).check();
      await page.getByRole("switch", { name: "Keep quiet hours" }).check();
      await page.getByLabel("from", { exact: true }).fill("21:30");
      const [adapter] = (await box.json<{ items: { label: string }[] }>("adapters", "list", "--json")).items;
      await page.getByRole("switch", { name: `Recognise ${adapter?.label}` }).uncheck();
      await page.getByText("counts as any other program").waitFor();
      await page.getByText("The daemon knows of none.").waitFor();
      await expectFit(page);
      await expectTapped(page);
      await page.reload();
      await press(page, "g c");
      await page.getByRole("switch", { name: "Done: sound" }).waitFor();
      expect(await page.getByRole("switch", { name: "Done: sound" }).isChecked()).toBe(true);
      expect(await page.getByLabel("from", { exact: true }).inputValue()).toBe("21:30");
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
      expect(complaints).toEqual([]);
      await page.getByRole("button", { name: "Make pairing link" }).click();
      const refused = await page.getByText(/agtmux devices allow-pairing \w+/).textContent();
      const [, id = ""] = /allow-pairing (\w+)/.exec(refused ?? "") ?? [];
      expect((await box.agtmux(["devices", "allow-pairing", id])).code).toBe(0);
      await page.getByRole("button", { name: "Make pairing link" }).click();
      await page.getByText(/lets one device in, once/).waitFor();
      await page.getByText("This link can only work on this machine").waitFor();
      const link = (await page.locator(".paired .command code").textContent()) ?? "";
      const modules = qrCode(new TextEncoder().encode(link)) ?? [];
      expect(
        await page
          .getByRole("img", { name: /QR code/ })
          .locator("path")
          .getAttribute("d"),
      ).toBe(qrPath(modules));
      await expectFit(page);
      const other = await (await browser(PHONE)).newPage();
      await other.goto(link);
      await other.locator('.shell[data-link="live"]').waitFor();
      await page.getByRole("button", { name: "Revoke all others…" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Revoke all others" }).click();
      await until(async () => (await box.json<{ items: unknown[] }>("devices", "--json")).items.length === 1);
      await other.getByText(/^.*The daemon does not know this page/).waitFor();
      expect(await other.locator(".notice").count()).toBe(1);
      await page.getByRole("button", { name: "Revoke this device…" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Revoke this device" }).click();
      await until(async () => (await box.json<{ items: unknown[] }>("devices", "--json")).items.length === 0);
    },
  );
});
