import type { Notification } from "../../protocol/notify.ts";
import { capBytes } from "./cap-text.ts";
import { oneLine, plainText } from "./plain-text.ts";

/** Push services take 4,096 bytes with what encryption adds. Names are short, so two caps keep the whole below. */
const MOST_MESSAGE_BYTES = 1_500;
const MOST_TITLE_BYTES = 300;

/** What the service worker is given; short names are not worth it, the rest is small. */
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
    title: capBytes(oneLine(`${label} · ${title}`), MOST_TITLE_BYTES),
    body: capBytes(plainText(message).trim(), MOST_MESSAGE_BYTES),
    // a test is of no pane
    path: ref === "" ? "/" : `/pane/${identity.target}/${identity.pane_id.replace(/^%/, "")}`,
  });
}
