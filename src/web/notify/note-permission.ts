import { createStore, type Store } from "../live/store.ts";

/** Whether the system may show notifications of this page, and if not, whose word is missing. */
export type NotePermission = "granted" | "denied" | "not-asked" | "insecure" | "unsupported";

export interface NotePermissions {
  state: Store<NotePermission>;
  /** The browser asks the person; only in answer to a gesture. */
  ask(): Promise<void>;
}

export function notePermissions(page: Window & Partial<Pick<typeof globalThis, "Notification">>): NotePermissions {
  const read = (): NotePermission => {
    if (!page.isSecureContext) return "insecure";
    if (page.Notification === undefined) return "unsupported";
    const { permission } = page.Notification;
    return permission === "default" ? "not-asked" : permission;
  };
  const state = createStore(read());
  // it is changed in the browser's own settings, from where one comes back by focus
  page.addEventListener("focus", () => state.set(read()));
  return {
    state,
    async ask() {
      await page.Notification?.requestPermission();
      state.set(read());
    },
  };
}
