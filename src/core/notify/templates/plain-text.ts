import { visibleText } from "../../text/visible-text.ts";

/** An agent's text with control and hidden characters made visible. Line ends and tabs stay. */
export function plainText(text: string): string {
  return visibleText(text.replaceAll(/\r\n?/g, "\n"));
}

/** The same on one line. */
export function oneLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, " ").trim();
}
