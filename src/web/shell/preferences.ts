import { createStore, type Store } from "../live/store.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export interface Preferences {
  theme: Store<Theme>;
  /** Whether rows show the `agtmux` command that does the same. */
  asCommand: Store<boolean>;
}

export const preferences: Preferences = {
  theme: createStore<Theme>("system"),
  asCommand: createStore(false),
};

/** Reads what was chosen on an earlier visit, and keeps what is chosen from now on. */
export function keepPreferences(shelf: Storage, root: HTMLElement): void {
  const { theme, asCommand } = preferences;
  theme.set(THEMES.find((name) => name === shelf.getItem("agtmux:theme")) ?? "system");
  asCommand.set(shelf.getItem("agtmux:as-command") === "yes");
  const apply = () => {
    shelf.setItem("agtmux:theme", theme.get());
    // "system" leaves it to the browser: tokens.css has both themes under the same names
    if (theme.get() === "system") delete root.dataset.theme;
    else root.dataset.theme = theme.get();
  };
  apply();
  theme.subscribe(apply);
  asCommand.subscribe(() => shelf.setItem("agtmux:as-command", asCommand.get() ? "yes" : "no"));
}
