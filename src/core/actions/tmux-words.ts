/**
 * A string for tmux's parser, on one line. In double quotes, since only there a line break can be escaped. Nothing in
 * it is expanded: variables, backslashes and a leading `~` (a home, even in quotes) are escaped; the parser does not
 * touch formats.
 */
export function tmuxString(text: string): string {
  return `"${text.replace(/[\\"$]/g, "\\$&").replace(OCTAL, (character) => octal(character))}"`;
}

/** Escapes text inside a format, where `#` is special, a comma separates arguments and a brace ends them. */
export function formatLiteral(text: string): string {
  return text.replace(/[#,}]/g, "#$&");
}

/**
 * A text that tmux takes as it is where it reads a format: names of sessions and windows, and directories to start in. It
 * would run what stands in `#(…)`.
 */
export function formatText(text: string): string {
  return text.replaceAll("#", "##");
}

const OCTAL = /^~|[\u0000-\u001f\u007f]/g;

function octal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
}
