const PASTE_BEGINS = "\x1b[200~";
const PASTE_ENDS = "\x1b[201~";
/** ESC makes a key a different one: Alt-Enter is a line break in some programs. */
const ESCAPED = /\x1b(?:\[[\d;:<=>?]*[ -/]*[@-~]|O[ -~]|[\s\S])/g;

/** Finds keys in a person's input that answer or dismiss a question of an agent. Pasted text does not count. */
export class PressedKeys {
  private isPasting = false;

  /** Whether the input contains Enter, Tab, Shift-Tab or Esc. */
  read(typed: string): boolean {
    let keys = "";
    for (let rest = typed; rest !== ""; ) {
      const edge = rest.indexOf(this.isPasting ? PASTE_ENDS : PASTE_BEGINS);
      if (!this.isPasting) keys += edge < 0 ? rest : rest.slice(0, edge);
      if (edge < 0) break;
      rest = rest.slice(edge + PASTE_BEGINS.length);
      this.isPasting = !this.isPasting;
    }
    const escaped: string[] = keys.match(ESCAPED) ?? [];
    return (
      /[\r\t\x1b]/.test(keys.replaceAll(ESCAPED, "")) || escaped.includes("\x1b[Z") || escaped.includes("\x1b\x1b")
    );
  }
}

/** The same for tmux key names. */
export function answersByName(keys: readonly string[]): boolean {
  return keys.some((key) => /^(?:Enter|Tab|BTab|S-Tab|Escape|C-m|C-i|C-\[)$/.test(key));
}
