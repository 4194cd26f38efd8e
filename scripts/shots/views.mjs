/** One line per screenshot. `prepare` gets the loaded page; `only` selects some of desktop, dark and phone. */
export const VIEWS = [
  { name: "inbox", path: "/" },
  { name: "fleet", path: "/fleet" },
  { name: "pane", path: "/pane/vm1/12" },
  { name: "side-by-side", path: "/pane/vm1/12", only: ["desktop", "dark"], prepare: pinTwo },
  { name: "spawn", path: "/spawn" },
  { name: "usage", path: "/usage" },
  { name: "hosts", path: "/hosts" },
  { name: "audit", path: "/audit", prepare: (page) => page.locator(".audit-line").nth(1).click() },
  { name: "settings", path: "/settings" },
  { name: "palette", path: "/", only: ["desktop", "dark"], prepare: (page) => openOver(page, "Control+k") },
  { name: "keyboard", path: "/", only: ["desktop"], prepare: (page) => openOver(page, "?") },
];

async function openOver(page, key) {
  await page.locator(".ask").first().waitFor();
  await page.keyboard.press(key);
  await page.getByRole("dialog").waitFor();
}

/** Two terminals beside each other, without the list. */
async function pinTwo(page) {
  await page.locator(".pane-title").first().waitFor();
  await page.keyboard.press("b");
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.locator(".ask").nth(2).click();
  await page.keyboard.press("o");
  await page.locator(".pane-head").nth(1).waitFor();
  await page.keyboard.press("w");
}

export const LOOKS = {
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true, isMobile: true },
};
