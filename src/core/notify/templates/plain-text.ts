/** What a terminal or a chat could take for a command: controls, and signs that turn the direction of writing. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Words of an agent as text that only shows. Line ends and tabs stay; halves of characters become a sign for them. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(UNSEEN, "")
    .replaceAll(/\p{Surrogate}/gu, "\ufffd");
}

/** The same on one line. */
export function oneLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, " ").trim();
}
