/** Which modules each mask inverts. */
export const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

const LONG_RUN = 5;
const LIKE_A_CORNER = /(?=10111010000|00001011101)/g;

/** How hard a code is to read: long runs, 2×2 blocks, finder-like patterns, imbalance of dark and light. */
export function penaltyOf(dark: readonly (readonly boolean[])[]): number {
  const rows = dark.map((row) => row.map((module) => (module ? "1" : "0")).join(""));
  const columns = rows.map((_, at) => rows.map((row) => row[at]).join(""));
  const lines = [...rows, ...columns];
  return sum(lines.map(runPenalty)) + blockPenalty(rows) + sum(lines.map(cornerPenalty)) + balancePenalty(rows);
}

function runPenalty(line: string): number {
  const runs = line.match(/0+|1+/g) ?? [];
  return sum(runs.map(({ length }) => (length >= LONG_RUN ? length - 2 : 0)));
}

function cornerPenalty(line: string): number {
  return 40 * (line.match(LIKE_A_CORNER)?.length ?? 0);
}

function blockPenalty(rows: readonly string[]): number {
  let blocks = 0;
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1] ?? "";
    for (let column = 0; column + 1 < next.length; column += 1) {
      const four = row.slice(column, column + 2) + next.slice(column, column + 2);
      if (four === "0000" || four === "1111") blocks += 1;
    }
  }
  return 3 * blocks;
}

function balancePenalty(rows: readonly string[]): number {
  const all = rows.join("");
  const share = (all.replaceAll("0", "").length * 100) / all.length;
  return 10 * Math.floor(Math.abs(share - 50) / 5);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
