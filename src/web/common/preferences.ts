import { createStore, type Store } from "../live/store.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export interface Preferences {
  theme: Store<Theme>;
  /** Whether to show the equivalent `agtmux` commands. */
  asCommand: Store<boolean>;
}

export const preferences: Preferences = {
  theme: createStore<Theme>("system"),
  asCommand: createStore(false),
};

/** Loads the stored preferences, and stores changes. */
export function keepPreferences(storage: Storage, root: HTMLElement): void {
  const { theme, asCommand } = preferences;
  theme.set(THEMES.find((name) => name === storage.getItem("agtmux:theme")) ?? "system");
  asCommand.set(storage.getItem("agtmux:as-command") === "yes");
  const apply = () => {
    storage.setItem("agtmux:theme", theme.get());
    // "system" leaves it to the browser: tokens.css has both themes under the same names
    if (theme.get() === "system") delete root.dataset.theme;
    else root.dataset.theme = theme.get();
  };
  apply();
  theme.subscribe(apply);
  asCommand.subscribe(() => storage.setItem("agtmux:as-command", asCommand.get() ? "yes" : "no"));
}
