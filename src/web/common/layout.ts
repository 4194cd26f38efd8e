import { createStore, type Store } from "../live/store.ts";

/** The most terminals kept beside the open pane: more are too narrow to read. */
const MOST_PINNED = 3;
export const FONT_SIZES = { least: 8, most: 24 } as const;

export interface Layout {
  /** Width of the list in pixels; null for the usual share of the page. */
  listWidth: Store<number | null>;
  /** Font size of terminals in pixels; null for the largest at which the pane fits. */
  terminalFont: Store<number | null>;
  /** Whether an open pane hides its list. */
  isMaximised: Store<boolean>;
  /** Keys of the panes that stay beside the open one, oldest first. */
  pinned: Store<readonly string[]>;
}

/** How the page is divided, for a wide window. */
export const layout: Layout = {
  listWidth: createStore<number | null>(null),
  terminalFont: createStore<number | null>(null),
  isMaximised: createStore(false),
  pinned: createStore<readonly string[]>([]),
};

/** Loads what was kept, and keeps changes: sizes for this browser, what is open for this tab. */
export function keepLayout(browser: Storage, tab: Storage): void {
  const { listWidth, terminalFont, isMaximised, pinned } = layout;
  keep(browser, "agtmux:list-width", listWidth, readSize, String);
  keep(browser, "agtmux:terminal-font", terminalFont, readSize, String);
  keep(
    tab,
    "agtmux:maximised",
    isMaximised,
    (text) => text === "yes",
    (is) => (is ? "yes" : "no"),
  );
  keep(
    tab,
    "agtmux:pinned",
    pinned,
    (text) => text.split(" ").filter((key) => key !== ""),
    (keys) => keys.join(" "),
  );
}

/** Pins a pane, or takes it away; of too many the oldest goes. */
export function togglePin(key: string): void {
  const { pinned } = layout;
  const others = pinned.get().filter((each) => each !== key);
  pinned.set(others.length < pinned.get().length ? others : [...others, key].slice(-MOST_PINNED));
}

function keep<T>(
  storage: Storage,
  name: string,
  store: Store<T>,
  read: (text: string) => T,
  write: (value: T) => string,
): void {
  const kept = storage.getItem(name);
  if (kept !== null) store.set(read(kept));
  store.subscribe(() => storage.setItem(name, write(store.get())));
}

function readSize(text: string): number | null {
  const size = Number(text);
  return Number.isFinite(size) && size > 0 ? size : null;
}
