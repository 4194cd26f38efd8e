/** Light modules around the code, which readers need. */
const MARGIN = 2;
const BLACK_ON_WHITE = "\u001b[30;107m";
const PLAIN = "\u001b[0m";

/**
 * Draws two rows of modules per line of characters, black on white whatever the terminal's colours are. Without colours
 * the light modules are drawn, because most terminals are dark.
 */
export function renderQr(modules: readonly (readonly boolean[])[], colour: boolean): string {
  const size = modules.length + 2 * MARGIN;
  const isInk = (row: number, column: number) => (modules[row - MARGIN]?.[column - MARGIN] === true) === colour;
  const lines = Array.from({ length: Math.ceil(size / 2) }, (_, line) =>
    Array.from({ length: size }, (_, column) => block(isInk(2 * line, column), isInk(2 * line + 1, column))).join(""),
  );
  return lines.map((line) => (colour ? `${BLACK_ON_WHITE}${line}${PLAIN}` : line)).join("\n");
}

function block(upper: boolean, lower: boolean): string {
  if (upper) return lower ? "█" : "▀";
  return lower ? "▄" : " ";
}
