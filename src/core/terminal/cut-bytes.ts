/** Test helper: cuts bytes into chunks. `sizes` are used in turn; 0 gives an empty chunk. */
export function cutBytes(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let from = 0;
  for (const size of sizes) {
    chunks.push(bytes.slice(from, from + size));
    from = Math.min(bytes.length, from + size);
  }
  if (from < bytes.length) chunks.push(bytes.slice(from));
  return chunks;
}

export function cutEvery(bytes: Uint8Array, size: number): Uint8Array[] {
  return cutBytes(bytes, new Array(Math.ceil(bytes.length / size)).fill(size));
}
