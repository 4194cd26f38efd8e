import type { Notification } from "../../protocol/notify/notify.ts";
import { capText } from "./cap-text.ts";
import { oneLine } from "./plain-text.ts";

const MOST = 300;

/** One line for `display-message`, in which `#` starts a format (or a command) and `%` a time. */
export function tmuxMessage({ label, title, message }: Notification): string {
  return escapeFormat(capText(oneLine(`${label} · ${title}: ${message}`), MOST));
}

export function escapeFormat(text: string): string {
  return text.replaceAll("#", "##").replaceAll("%", "%%");
}
