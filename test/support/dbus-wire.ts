/** A D-Bus value. This file implements enough of the wire format for a peer that answers calls, little endian only. */
export type Value = string | number | boolean | Value[] | { [name: string]: Value };

const ALIGN: Record<string, number> = {
  y: 1,
  g: 1,
  v: 1,
  b: 4,
  i: 4,
  u: 4,
  s: 4,
  o: 4,
  a: 4,
  "(": 8,
  "{": 8,
  x: 8,
  t: 8,
  d: 8,
};

/** The first complete type of a signature: `a{sv}` of `a{sv}i`. */
function firstType(signature: string): string {
  const [head = ""] = signature;
  if (head === "a") return `a${firstType(signature.slice(1))}`;
  if (head !== "(" && head !== "{") return head;
  let depth = 0;
  for (const [index, letter] of [...signature].entries()) {
    if ("({".includes(letter)) depth += 1;
    if (")}".includes(letter)) depth -= 1;
    if (depth === 0) return signature.slice(0, index + 1);
  }
  throw new Error(`bad signature ${signature}`);
}

export function typesOf(signature: string): string[] {
  if (signature === "") return [];
  const first = firstType(signature);
  return [first, ...typesOf(signature.slice(first.length))];
}

export class Reader {
  private readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  align(to: number): void {
    this.at = Math.ceil(this.at / to) * to;
  }

  read(type: string): Value {
    const [head = ""] = type;
    this.align(ALIGN[head] ?? 1);
    switch (head) {
      case "y":
        return this.bytes.readUInt8(this.take(1));
      case "i":
        return this.bytes.readInt32LE(this.take(4));
      case "u":
        return this.bytes.readUInt32LE(this.take(4));
      case "b":
        return this.bytes.readUInt32LE(this.take(4)) === 1;
      case "x":
      case "t":
        return Number(this.bytes.readBigInt64LE(this.take(8)));
      case "d":
        return this.bytes.readDoubleLE(this.take(8));
      case "s":
      case "o":
        return this.text(this.bytes.readUInt32LE(this.take(4)));
      case "g":
        return this.text(this.bytes.readUInt8(this.take(1)));
      case "v":
        return this.read(String(this.read("g")));
      case "(":
      case "{":
        return typesOf(type.slice(1, -1)).map((each) => this.read(each));
      case "a":
        return this.array(type.slice(1));
      default:
        throw new Error(`unknown type ${type}`);
    }
  }

  private array(type: string): Value {
    const length = this.bytes.readUInt32LE(this.take(4));
    this.align(ALIGN[type[0] ?? ""] ?? 1);
    const end = this.at + length;
    const items: Value[] = [];
    while (this.at < end) items.push(this.read(type));
    return type.startsWith("{") ? Object.fromEntries(items as [string, Value][]) : items;
  }

  private text(length: number): string {
    const from = this.take(length + 1);
    return this.bytes.toString("utf8", from, from + length);
  }

  private take(length: number): number {
    this.at += length;
    return this.at - length;
  }
}

/** Writes numbers, strings, lists of strings and variants: all that a reply needs. */
export class Writer {
  private bytes = Buffer.alloc(0);

  align(to: number): this {
    return this.add(Buffer.alloc((to - (this.bytes.length % to)) % to));
  }

  u32(value: number): this {
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    return this.align(4).add(four);
  }

  byte(value: number): this {
    return this.add(Buffer.of(value));
  }

  string(text: string): this {
    const bytes = Buffer.from(`${text}\0`);
    return this.u32(bytes.length - 1).add(bytes);
  }

  signature(text: string): this {
    return this.byte(text.length).add(Buffer.from(`${text}\0`));
  }

  strings(texts: string[]): this {
    const inner = new Writer();
    for (const text of texts) inner.string(text);
    return this.u32(inner.done().length).add(inner.done());
  }

  add(bytes: Uint8Array): this {
    this.bytes = Buffer.concat([this.bytes, bytes]);
    return this;
  }

  done(): Buffer {
    return this.bytes;
  }
}
