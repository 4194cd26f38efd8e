const SYLLABLES = "ba ke lo mi nu ra sto tri ve wa zen dor fil gas hem jot kap lir mon pes".split(" ");
const WORDS = 60_000;
const DRAWN = 2 ** 18;

/** Random texts that are the same in every run. Words are as frequent as in a language: the n-th has the n-th part of the first one's share. */
export class Language {
  private seed = 1;
  private readonly words: string[];
  private readonly drawn: Uint16Array;

  constructor() {
    this.words = Array.from({ length: WORDS }, (_, rank) => wordOf(rank));
    this.drawn = Uint16Array.from({ length: DRAWN }, () => Math.floor(WORDS ** this.random()) - 1);
  }

  /** From 0 to 1. */
  random(): number {
    this.seed = (Math.imul(this.seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return this.seed / 0x80000000;
  }

  /** The word with this place in the order of frequency; 0 is the most frequent one. */
  word(rank: number): string {
    return this.words[rank] ?? "";
  }

  text(words: number): string {
    const text: string[] = [];
    for (let count = 0; count < words; count += 1)
      text.push(this.words[this.drawn[Math.floor(this.random() * DRAWN)] ?? 0] ?? "");
    return text.join(" ");
  }

  /** What a program prints: words in lines, with numbers and names that are nowhere else. */
  output(words: number): string {
    const lines: string[] = [];
    for (let left = words; left > 0; left -= 12) lines.push(`${this.id()}:${lines.length + 1}: ${this.text(11)}`);
    return lines.join("\n");
  }

  id(): string {
    return Math.floor(this.random() * 2 ** 31).toString(36);
  }
}

/** The first words are the shortest. */
function wordOf(rank: number): string {
  let word = "";
  for (let left = rank + 1; left > 0; left = Math.floor((left - 1) / SYLLABLES.length))
    word += SYLLABLES[(left - 1) % SYLLABLES.length];
  return word;
}
