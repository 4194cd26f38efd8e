import type { BrowserEnv } from "./stream.ts";

/** After this long without any input a person may have left. */
const ATTENDED_MS = 60_000;
const INPUTS = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

export interface Attendance {
  /** Tells it again, to a new connection. */
  retell(): void;
  close(): void;
}

/** The parts of `window` that are used. */
export type AttendedPage = Pick<Window, "addEventListener" | "removeEventListener"> & {
  document: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
  navigator: { userActivation?: { isActive: boolean } };
};

/** Tells whether a person uses this tab: it is visible, and there was input within a minute. */
export function watchAttendance(
  page: AttendedPage,
  { now, after }: Pick<BrowserEnv, "now" | "after">,
  tell: (isAttended: boolean) => void,
): Attendance {
  // the click or key that opened this came before
  let usedAt = page.navigator.userActivation?.isActive === true ? now() : Number.NEGATIVE_INFINITY;
  let told: boolean | null = null;
  let cancel = () => {};

  function review(): void {
    const leftMs = usedAt + ATTENDED_MS - now();
    const isAttended = page.document.visibilityState === "visible" && leftMs > 0;
    if (isAttended === told) return;
    told = isAttended;
    cancel();
    if (isAttended) cancel = after(leftMs, expire);
    tell(isAttended);
  }
  function expire(): void {
    const leftMs = usedAt + ATTENDED_MS - now();
    if (leftMs > 0) cancel = after(leftMs, expire);
    else review();
  }
  function used(): void {
    usedAt = now();
    review();
  }

  for (const input of INPUTS) page.addEventListener(input, used, { capture: true, passive: true });
  page.document.addEventListener("visibilitychange", review);
  return {
    retell() {
      told = null;
      review();
    },
    close() {
      cancel();
      for (const input of INPUTS) page.removeEventListener(input, used, { capture: true });
      page.document.removeEventListener("visibilitychange", review);
    },
  };
}
