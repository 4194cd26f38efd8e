const TOKEN = /\x1b\[([\d;:]*)m|(.)/gsu;

/** The two colours of a character, as the parameters after 38 and 48. */
interface Colours {
  ink: string;
  ground: string;
}

const PLAIN: Colours = { ink: "", ground: "" };

/**
 * Which of the words right of the bar in a coloured row is lit; null where none or several are. It has another background
 * than the row; where several have, it has the colour of the bar.
 */
export function litWord(row: string, words: readonly string[], bar: string): number | null {
  const { text, colours } = cellsOf(row);
  const start = text.indexOf(bar) + 1;
  const ground = colours[start]?.ground;
  let from = start;
  const marked = words.flatMap((word, index) => {
    const at = text.indexOf(word, from);
    if (at < 0) return [];
    from = at + word.length;
    return colours[at]?.ground === ground ? [] : [{ index, ground: colours[at]?.ground }];
  });
  const accent = colours[start - 1]?.ink;
  const lit = marked.length > 1 ? marked.filter((word) => word.ground === accent) : marked;
  return lit.length === 1 ? (lit[0]?.index ?? null) : null;
}

/** Which of the coloured rows has a background under its text; null where none or several have. */
export function litRow(rows: readonly string[]): number | null {
  const lit = rows.flatMap((row, index) => {
    const { text, colours } = cellsOf(row);
    return (colours[text.search(/\S/)] ?? PLAIN).ground === "" ? [] : [index];
  });
  return lit.length === 1 ? (lit[0] ?? null) : null;
}

/** The characters, and the colours of each. */
function cellsOf(row: string): { text: string; colours: Colours[] } {
  const colours: Colours[] = [];
  let text = "";
  let now = PLAIN;
  for (const [, parameters, character] of row.matchAll(TOKEN)) {
    if (parameters !== undefined) now = coloursAfter(now, parameters);
    else if (character !== undefined) {
      text += character;
      for (let unit = 0; unit < character.length; unit += 1) colours.push(now);
    }
  }
  return { text, colours };
}

function coloursAfter(before: Colours, parameters: string): Colours {
  const words = parameters.split(/[;:]/);
  let { ink, ground } = before;
  for (let index = 0; index < words.length; index += 1) {
    const word = Number(words[index]);
    if (word === 38 || word === 48) {
      const length = words[index + 1] === "2" ? 5 : 3;
      const colour = words.slice(index + 1, index + length).join(";");
      if (word === 48) ground = colour;
      else ink = colour;
      index += length - 1;
    } else if (word === 0) ({ ink, ground } = PLAIN);
    else if (word === 39) ink = "";
    else if (word === 49) ground = "";
    else if ((word >= 30 && word <= 37) || (word >= 90 && word <= 97)) ink = String(word);
    else if ((word >= 40 && word <= 47) || (word >= 100 && word <= 107)) ground = String(word - 10);
    else if (word === 7) ground = `reversed ${ground}`;
    else if (word === 27) ground = ground.replace(/^reversed /, "");
  }
  return { ink, ground };
}
