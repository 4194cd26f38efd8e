import { describe, expect, it } from "vitest";
import { browser } from "../support/browser.ts";
import { servePage } from "../support/page-server.ts";
import { testPane } from "../support/test-pane.ts";

const WIDTHS = [1280, 390];

describe("the dashboard's page with a target down", () => {
  it.each(WIDTHS)(
    "[TG18, UI58] says so while it lasts, in the target's group, without a reload (%d px wide)",
    async (width) => {
      const far = ["%1", "%2"].map((pane_id) => testPane({ target: "vm2", pane_id }));
      const { link, fleet, broadcast, change } = await servePage([testPane({}), ...far]);
      const page = await (await browser({ width, height: 500 })).newPage();
      await page.goto(link);
      await page.getByRole("link", { name: /^Fleet/ }).click();
      await page.getByText("vm2/main").waitFor();

      const message = "ssh: connect to host vm2 port 22: No route to host";
      const error = { code: "E_TARGET_UNREACHABLE", message, details: {} } as const;
      fleet.setTargetErrors([{ target: "vm2", error, since: Date.now() }]);
      broadcast.publishTargets();
      change(
        ...far.map(
          (pane) => ({ ...pane, state: "unknown", reason_code: "target_unreachable", label: "out of reach" }) as const,
        ),
      );
      const words = /vm2 is out of reach since \d\d:\d\d — its 2 panes are unknown/;
      const told = page.getByRole("status").getByText(words);
      await told.waitFor({ state: "attached" });
      const banner = page.getByRole("row").filter({ hasText: words });
      await banner.getByText(message).waitFor();
      const row = page.locator(".pane").filter({ hasText: "out of reach" }).first();
      await row.waitFor();
      const [rowColour, quiet] = await row.evaluate((element) => [
        getComputedStyle(element).borderLeftColor,
        getComputedStyle(document.querySelector(".headline") as Element).color,
      ]);
      expect(rowColour).toBe(quiet);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways).toBeLessThanOrEqual(0);
      await row.getByRole("link").first().click();
      const open = page.locator(".target-down");
      await open.getByText(words).waitFor();
      await open.getByText(message).waitFor();
      await open.getByText("tried again by itself, at least every 30 s").waitFor();
      await open.getByRole("button", { name: "Try now" }).waitFor();
      await page
        .locator(".pane-head")
        .getByRole("button", { name: /^(Close|Back)/ })
        .click();
      await page.getByRole("link", { name: /^Inbox/ }).click();
      await page.getByRole("status").getByText(words).waitFor();
      fleet.setTargetErrors([]);
      broadcast.publishTargets();
      await told.waitFor({ state: "detached" });
    },
  );
});
