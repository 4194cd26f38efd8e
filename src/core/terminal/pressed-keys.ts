const PASTE_BEGINS = "\x1b[200~";
const PASTE_ENDS = "\x1b[201~";
/** With ESC before it, a key is another one: Alt and Enter is a line break to some. */
const ESCAPED = /\x1b(?:\[[\d;:<=>?]*[ -/]*[@-~]|O[ -~]|[\s\S])/g;

/** Finds in what a person types the keys that answer or dismiss what an agent asks for. What is pasted is no key. */
export class PressedKeys {
  private isPasting = false;

  /** Whether Enter, Tab, Shift-Tab or Esc is in it. */
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

/** The same of keys as tmux names them. */
export function answersByName(keys: readonly string[]): boolean {
  return keys.some((key) => /^(?:Enter|Tab|BTab|S-Tab|Escape|C-m|C-i|C-\[)$/.test(key));
}
