import { panePath } from "../common/route.ts";
import type { Call } from "./calls.ts";

const LONGEST = 180;

/** A system notification for a person who is not looking at the page; a click opens the pane. */
export function showNote({ attention, pane, runtimeId }: Call, goTo: (path: string) => void): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  // no need while the page is visible and focused
  if (document.visibilityState === "visible" && document.hasFocus()) return;
  const { target, session_name } = pane.identity;
  const path = panePath(pane.identity);
  const title = `${pane.label} · ${pane.agent ?? "a program"}`;
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
    // phones allow them only through the service worker; without one, sound and badge remain
    void navigator.serviceWorker?.getRegistration().then((worker) => worker?.showNotification(title, options));
  }
}
