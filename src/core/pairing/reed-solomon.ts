/** The primitive polynomial of GF(256) in QR codes. */
const FIELD = 0x11d;

/** The error correction words for `data`. */
export function checkWords(data: readonly number[], count: number): number[] {
  const generator = generatorOf(count);
  let rest: number[] = Array.from({ length: count }, () => 0);
  for (const word of data) {
    const factor = word ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((each, index) => each ^ multiply(generator[index] ?? 0, factor));
  }
  return rest;
}

/** (x - 1)(x - 2)(x - 4)…, without its highest coefficient, which is 1. */
function generatorOf(degree: number): number[] {
  let polynomial: number[] = [...Array.from({ length: degree - 1 }, () => 0), 1];
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    polynomial = polynomial.map((each, index) => multiply(each, root) ^ (polynomial[index + 1] ?? 0));
    root = multiply(root, 2);
  }
  return polynomial;
}

function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * FIELD);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}
