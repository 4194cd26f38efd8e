import type { Line, Places } from "../../adapter/screen.ts";
import { joined, paragraphs } from "../../adapter/screen-rows.ts";

/** Parts of a conversation in which nothing has a mark: its last paragraph, as one line. */
export function paragraphPlaces(conversation: readonly Line[]): Places {
  const last = paragraphs(conversation).at(-1) ?? [];
  // its beginning may be scrolled away
  const isCut = last[0] !== undefined && last[0] === conversation[0];
  return { status: joined(last), last: isCut ? [] : joined(last) };
}
