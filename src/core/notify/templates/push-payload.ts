import type { Notification } from "../../protocol/notify/notify.ts";
import { capBytes } from "./cap-text.ts";
import { oneLine, plainText } from "./plain-text.ts";

/** Push services accept 4,096 bytes including encryption overhead. All other fields are short, so two caps suffice. */
const MAX_MESSAGE_BYTES = 1_500;
const MAX_TITLE_BYTES = 300;

/** The payload for the service worker. The rest is small, so field names need no shortening. */
export function pushPayload({
  key,
  runtime_id,
  attention_id,
  kind,
  label,
  title,
  message,
  ref,
  identity,
}: Notification) {
  return JSON.stringify({
    v: 1,
    key,
    runtime_id,
    attention_id,
    kind,
    title: capBytes(oneLine(`${label} · ${title}`), MAX_TITLE_BYTES),
    body: capBytes(plainText(message).trim(), MAX_MESSAGE_BYTES),
    // a test notification belongs to no pane
    path: ref === "" ? "/" : `/pane/${identity.target}/${identity.pane_id.replace(/^%/, "")}`,
  });
}
