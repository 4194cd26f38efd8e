import { brotliDecompressSync } from "node:zlib";
import { ask } from "./http.ts";

export const FIRST_LOAD_REACH_KB = 220;

/** Size of the index page and every file it references, in KB: as sent to a browser, and uncompressed. */
export async function firstLoadKb(port: number): Promise<{ sent: number; plain: number }> {
  const index = await get(port, "/");
  const named = [...index.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = ""]) => path);
  const files = [index, ...(await Promise.all(named.map((path) => get(port, path))))];
  const total = (of: "sent" | "plain") => files.reduce((sum, file) => sum + file[of], 0) / 1024;
  return { sent: total("sent"), plain: total("plain") };
}

async function get(port: number, path: string): Promise<{ text: string; sent: number; plain: number }> {
  const headers = { host: `127.0.0.1:${port}`, "accept-encoding": "gzip, deflate, br" };
  const { status, bytes, headers: told } = await ask({ port }, { path, headers });
  if (status !== 200) throw new Error(`${path} is answered with ${status}`);
  const plain = told["content-encoding"] === "br" ? brotliDecompressSync(bytes) : bytes;
  return { text: plain.toString("utf8"), sent: bytes.length, plain: plain.length };
}
