import { StringDecoder } from "node:string_decoder";

/** A printed character as itself, any other key by its name (`Enter`, `ArrowUp`, `Ctrl-c`), or pasted text. */
export type Key = string | { paste: string };

const PASTE = ["\x1b[200~", "\x1b[201~"] as const;
const SEQUENCE = /^\x1b(?:\[([\d;<=>?]*)([A-Za-z~])|O([A-Za-z]))/;
/** May still become a sequence: over ssh one arrives in pieces. */
const BEGUN = /^\x1b(?:\[[\d;<=>?]*|O)?$/;

const BY_LETTER: Readonly<Record<string, string>> = {
  A: "ArrowUp",
  B: "ArrowDown",
  C: "ArrowRight",
  D: "ArrowLeft",
  H: "Home",
  F: "End",
  M: "Enter",
};
const BY_NUMBER: Readonly<Record<string, string>> = {
  1: "Home",
  3: "Delete",
  4: "End",
  5: "PageUp",
  6: "PageDown",
  7: "Home",
  8: "End",
};
const CONTROLS: Readonly<Record<string, string>> = {
  "\r": "Enter",
  "\t": "Tab",
  "\b": "Backspace",
  "\x7f": "Backspace",
};

/** Parses what a terminal sends into keys, in chunks of any size. */
export class KeyReader {
  private readonly decoder = new StringDecoder("utf8");
  private rest = "";

  /** Whether an Escape was read that may be the beginning of another key. */
  get isWaiting(): boolean {
    return this.rest !== "" && !this.rest.startsWith(PASTE[0]);
  }

  feed(bytes: Buffer): Key[] {
    this.rest += this.decoder.write(bytes);
    const keys: Key[] = [];
    while (this.rest !== "") {
      const read = readKey(this.rest);
      if (read === null) break;
      this.rest = this.rest.slice(read.length);
      if (read.key !== null) keys.push(read.key);
    }
    return keys;
  }

  /** Nothing came after the Escape: it was the key itself. */
  flush(): Key[] {
    if (!this.isWaiting) return [];
    this.rest = "";
    return ["Escape"];
  }
}

/** The first key of a text; null if more has to come, a null key if no name is known for it. */
function readKey(text: string): { key: Key | null; length: number } | null {
  if (text.startsWith(PASTE[0])) {
    const end = text.indexOf(PASTE[1]);
    if (end < 0) return null;
    return { key: { paste: text.slice(PASTE[0].length, end) }, length: end + PASTE[1].length };
  }
  if (BEGUN.test(text)) return null;
  const sequence = SEQUENCE.exec(text);
  if (sequence !== null) {
    const [all, numbers = "", letter = "", shifted = ""] = sequence;
    const name = letter === "~" ? BY_NUMBER[numbers.split(";")[0] ?? ""] : BY_LETTER[letter || shifted];
    // with Ctrl, Alt or Shift it is another key
    return { key: numbers.includes(";") ? null : (name ?? null), length: all.length };
  }
  const [first = "", second = ""] = text;
  if (first === "\x1b" && second === "\x1b") return { key: "Escape", length: 1 };
  if (first === "\x1b") return { key: `Alt-${second}`, length: 1 + second.length };
  if (first >= " " && first !== "\x7f") return { key: first, length: first.length };
  const letter = String.fromCharCode(first.charCodeAt(0) + 96);
  return { key: CONTROLS[first] ?? `Ctrl-${letter}`, length: 1 };
}
