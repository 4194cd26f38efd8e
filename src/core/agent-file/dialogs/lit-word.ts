const TOKEN = /\x1b\[([\d;:]*)m|(.)/gsu;

/** Which of the words right of the bar in a coloured row has another background than the row; null where none or several have. */
export function litWord(row: string, words: readonly string[], bar: string): number | null {
  const { text, grounds } = cellsOf(row);
  const start = text.indexOf(bar) + 1;
  const ground = grounds[start];
  let from = start;
  const lit = words.flatMap((word, index) => {
    const at = text.indexOf(word, from);
    if (at < 0) return [];
    from = at + word.length;
    return grounds[at] === ground ? [] : [index];
  });
  return lit.length === 1 ? (lit[0] ?? null) : null;
}

/** The characters, and the background of each. */
function cellsOf(row: string): { text: string; grounds: string[] } {
  const grounds: string[] = [];
  let text = "";
  let ground = "";
  for (const [, parameters, character] of row.matchAll(TOKEN)) {
    if (parameters !== undefined) ground = groundAfter(ground, parameters);
    else if (character !== undefined) {
      text += character;
      for (let unit = 0; unit < character.length; unit += 1) grounds.push(ground);
    }
  }
  return { text, grounds };
}

function groundAfter(before: string, parameters: string): string {
  const words = parameters.split(/[;:]/);
  let ground = before;
  for (let index = 0; index < words.length; index += 1) {
    const word = Number(words[index]);
    if (word === 38 || word === 48) {
      const length = words[index + 1] === "2" ? 5 : 3;
      if (word === 48) ground = words.slice(index, index + length).join(";");
      index += length - 1;
    } else if (word === 0 || word === 49) ground = "";
    else if ((word >= 40 && word <= 47) || (word >= 100 && word <= 107)) ground = String(word);
    else if (word === 7) ground = `reversed ${ground}`;
    else if (word === 27) ground = ground.replace(/^reversed /, "");
  }
  return ground;
}
