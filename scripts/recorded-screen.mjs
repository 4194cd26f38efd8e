/** Places of the machine that recorded it, as in all recordings; widths change, so record in folders of the same length where frames are drawn. */
export function withoutPlaces(text, { folder, home }) {
  return text.replaceAll(folder, "/home/dev/demo").replaceAll(home, "/home/dev");
}

/** The text of `cases.json`, one line for each case, with this one in its place or at the end. */
export function withCase(text, entry) {
  const cases = text === null ? [] : JSON.parse(text);
  const at = cases.findIndex((each) => each.case === entry.case);
  const all = at < 0 ? [...cases, entry] : cases.with(at, { ...cases[at], ...entry });
  return `[\n${all.map((each) => `  ${JSON.stringify(each)}`).join(",\n")}\n]\n`;
}
