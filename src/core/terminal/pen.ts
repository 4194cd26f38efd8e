/** Attributes that `CSI m` sets, each stored as the parameter that sets it. */
type Facet =
  | "bold"
  | "dim"
  | "italic"
  | "underline"
  | "blink"
  | "inverse"
  | "hidden"
  | "struck"
  | "overline"
  | "ink"
  | "paper"
  | "line";

const SETS: Record<string, Facet> = {
  1: "bold",
  2: "dim",
  3: "italic",
  4: "underline",
  5: "blink",
  6: "blink",
  7: "inverse",
  8: "hidden",
  9: "struck",
  21: "underline",
  53: "overline",
};

const CLEARS: Record<string, readonly Facet[]> = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  25: ["blink"],
  27: ["inverse"],
  28: ["hidden"],
  29: ["struck"],
  39: ["ink"],
  49: ["paper"],
  55: ["overline"],
  59: ["line"],
};

const COLOURS: Record<string, Facet> = { 38: "ink", 48: "paper", 58: "line" };

/** The attributes of the next character. */
export class Pen {
  private readonly facets = new Map<Facet, string>();

  clear(): void {
    this.facets.clear();
  }

  /** Applies the parameters of a `CSI m`; true if they reset all attributes. */
  apply(parameters: string): boolean {
    const words = parameters.split(";");
    let isNew = false;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? "";
      if (word === "" || Number(word) === 0) {
        this.facets.clear();
        isNew = true;
      } else at += this.obey(word, words.slice(at + 1));
    }
    return isNew;
  }

  /** A sequence that sets this pen, whatever was set before. */
  toString(): string {
    return `\x1b[${["0", ...[...this.facets].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, word]) => word)].join(";")}m`;
  }

  isPlain(): boolean {
    return this.facets.size === 0;
  }

  /** Whether an erased cell can look like this. */
  isErased(): boolean {
    return [...this.facets.keys()].every((facet) => facet === "paper");
  }

  copy(): Pen {
    const other = new Pen();
    for (const [facet, word] of this.facets) other.facets.set(facet, word);
    return other;
  }

  /** Applies one parameter; returns how many of the following words belong to it. */
  private obey(word: string, following: readonly string[]): number {
    const [code = "", ...details] = word.split(":");
    const colour = COLOURS[code];
    if (colour !== undefined) return this.dye(colour, code, details, following);
    const number = Number(code);
    const facet = SETS[code];
    if (code === "4" && details[0] === "0") this.facets.delete("underline");
    else if (facet !== undefined) this.facets.set(facet, word);
    else if ((number >= 30 && number <= 37) || (number >= 90 && number <= 97)) this.facets.set("ink", word);
    else if ((number >= 40 && number <= 47) || (number >= 100 && number <= 107)) this.facets.set("paper", word);
    for (const cleared of CLEARS[code] ?? []) this.facets.delete(cleared);
    return 0;
  }

  private dye(facet: Facet, code: string, details: readonly string[], following: readonly string[]): number {
    const words = details.length > 0 ? details : following;
    const [kind] = words;
    const count = kind === "5" ? 1 : kind === "2" ? 3 : 0;
    if (count === 0) return details.length > 0 ? 0 : Math.min(1, following.length);
    // with colons, a colour space may come before red, green and blue
    const values = details.length > 0 ? details.slice(1).slice(-count) : following.slice(1, 1 + count);
    if (values.length === count) this.facets.set(facet, [code, kind, ...values.map((each) => each || "0")].join(";"));
    return details.length > 0 ? 0 : Math.min(1 + count, following.length);
  }
}
