import { createStore, type Store } from "../live/store.ts";

/** Whether the system may show this page's notifications, and if not, why. */
export type NotePermission = "granted" | "denied" | "not-asked" | "insecure" | "unsupported";

export interface NotePermissions {
  state: Store<NotePermission>;
  /** Makes the browser ask the person; only allowed from a user gesture. */
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
  // permission may have been changed in the browser's settings; the page regains focus afterwards
  page.addEventListener("focus", () => state.set(read()));
  return {
    state,
    async ask() {
      await page.Notification?.requestPermission();
      state.set(read());
    },
  };
}
