import { checkWords } from "./reed-solomon.ts";

/** Codewords per version, from 1 on, at error correction level M, which recovers 15 %. */
const VERSIONS = [
  { words: 26, checks: 10, blocks: 1 },
  { words: 44, checks: 16, blocks: 1 },
  { words: 70, checks: 26, blocks: 1 },
  { words: 100, checks: 18, blocks: 2 },
  { words: 134, checks: 24, blocks: 2 },
  { words: 172, checks: 16, blocks: 4 },
  { words: 196, checks: 18, blocks: 4 },
  { words: 242, checks: 22, blocks: 4 },
  { words: 292, checks: 22, blocks: 5 },
  { words: 346, checks: 26, blocks: 5 },
] as const;

type Plan = (typeof VERSIONS)[number];

const BYTE_MODE = 0b0100;
/** From this version on the length field has two bytes. */
const LONG_LENGTH_FROM = 10;
const PADDING = [0xec, 0x11] as const;

export interface QrWords {
  version: number;
  words: number[];
}

/** Encodes bytes as the codewords of the smallest version that fits, error correction included; null if none fits. */
export function qrWords(bytes: Uint8Array): QrWords | null {
  const index = VERSIONS.findIndex((plan, at) => bytes.length + headBytes(at + 1) <= dataOf(plan));
  const plan = VERSIONS[index];
  if (plan === undefined) return null;
  return { version: index + 1, words: interleave(pack(bytes, index + 1, dataOf(plan)), plan) };
}

function dataOf({ words, checks, blocks }: Plan): number {
  return words - checks * blocks;
}

/** Mode (four bits), length (one or two bytes) and terminator (four bits). */
function headBytes(version: number): number {
  return version >= LONG_LENGTH_FROM ? 3 : 2;
}

/** All bytes are shifted by the four bits of the mode. */
function pack(bytes: Uint8Array, version: number, size: number): number[] {
  const length = version >= LONG_LENGTH_FROM ? [bytes.length >> 8, bytes.length & 0xff] : [bytes.length];
  const plain = [...length, ...bytes];
  const packed = [BYTE_MODE, ...plain].map((each, at) => ((each & 0xf) << 4) | ((plain[at] ?? 0) >> 4));
  while (packed.length < size) packed.push(PADDING[(packed.length - plain.length - 1) % 2 === 0 ? 0 : 1]);
  return packed;
}

/** Takes the first word of each block, then the second …, so that local damage is spread over all blocks. */
function interleave(data: readonly number[], { words, checks, blocks }: Plan): number[] {
  const longBlocks = words % blocks;
  const short = Math.floor(words / blocks) - checks;
  let from = 0;
  const pieces = Array.from({ length: blocks }, (_, block) => {
    const piece = data.slice(from, from + short + (block >= blocks - longBlocks ? 1 : 0));
    from += piece.length;
    return piece;
  });
  const checked = pieces.map((piece) => checkWords(piece, checks));
  return [...columns(pieces), ...columns(checked)];
}

function columns(rows: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: longest }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
}
