import { panePath } from "../shell/route.ts";
import type { Call } from "./calls.ts";

const LONGEST = 180;

/** A notification of the system, for a person who looks elsewhere; a click leads to the pane. */
export function showNote({ attention, pane, runtimeId }: Call, goTo: (path: string) => void): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  // whoever has the page before their eyes sees the row
  if (document.visibilityState === "visible" && document.hasFocus()) return;
  const { target, session_name } = pane.identity;
  const path = panePath(pane.identity);
  const title = `${attention.label} · ${pane.agent ?? "a program"}`;
  const options = {
    body: `${target}/${session_name}\n${attention.message.slice(0, LONGEST)}`,
    tag: `agtmux:${runtimeId}`,
    icon: "/icons/icon-192.png",
    data: { goTo: path },
  };
  try {
    const note = new Notification(title, options);
    note.onclick = () => {
      window.focus();
      goTo(path);
      note.close();
    };
  } catch {
    // phones show them by the service worker only; where there is none, the sound and the badge remain
    void navigator.serviceWorker?.getRegistration().then((worker) => worker?.showNotification(title, options));
  }
}
