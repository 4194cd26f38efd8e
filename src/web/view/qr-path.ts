/** An SVG path over the dark modules of a QR code, one unit each; neighbours in a row are one rectangle. */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) => runs(row).map(([from, to]) => `M${from} ${y}h${to - from}v1h${from - to}z`))
    .join("");
}

/** Where dark modules begin, and where the light one after them is. */
function runs(row: readonly boolean[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  let from: number | null = null;
  for (const [x, dark] of [...row, false].entries()) {
    if (dark) from ??= x;
    else if (from !== null) {
      found.push([from, x]);
      from = null;
    }
  }
  return found;
}
