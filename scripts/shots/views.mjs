/** One line a picture. `prepare` gets the page after it has loaded; `only` picks some of desktop, dark and phone. */
export const VIEWS = [
  { name: "inbox", path: "/" },
  { name: "fleet", path: "/fleet" },
  { name: "pane", path: "/pane/vm1/12" },
  { name: "spawn", path: "/spawn" },
  { name: "hosts", path: "/hosts" },
  { name: "audit", path: "/audit", prepare: (page) => page.locator(".audit-line").nth(1).click() },
  { name: "settings", path: "/settings" },
  { name: "palette", path: "/", only: ["desktop", "dark"], prepare: (page) => page.keyboard.press("Control+k") },
  { name: "keyboard", path: "/", only: ["desktop"], prepare: (page) => page.keyboard.press("?") },
];

export const LOOKS = {
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true, isMobile: true },
};
