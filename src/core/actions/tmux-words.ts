/**
 * A string for tmux's parser, on one line whatever it holds. In double quotes: there alone a line break can be written.
 * Nothing in it is expanded: variables, backslashes and a first `~` (a home, even in quotes) are escaped, and formats
 * are none of the parser's business.
 */
export function tmuxString(text: string): string {
  return `"${text.replace(/[\\"$]/g, "\\$&").replace(OCTAL, (character) => octal(character))}"`;
}

/** Text inside a format, where `#` begins something, a comma parts arguments and a brace ends them. */
export function formatLiteral(text: string): string {
  return text.replace(/[#,}]/g, "#$&");
}

const OCTAL = /^~|[\u0000-\u001f\u007f]/g;

function octal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
}
