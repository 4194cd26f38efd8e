import { readFile } from "node:fs/promises";
import type { ReadCommand } from "../../core/rules/read-command.ts";
import { readCommand } from "../../core/rules/read-command.ts";

/** Reads a command as rules need it. */
export type CommandReader = (text: string) => Promise<ReadCommand>;

/**
 * Has each command that our own reader takes read again by mvdan/sh (WebAssembly), as bash, as POSIX sh and as zsh. What
 * it prints must be what we read; a command about which parsers disagree is refused. It is loaded at the first command,
 * since most daemons have no rules.
 */
export function openCommandReader(wasm: string): CommandReader {
  let printer: Promise<(text: string) => Promise<string[]>> | null = null;
  return async (text) => {
    const read = readCommand(text);
    if (!read.ok) return read;
    try {
      printer ??= loadPrinter(wasm);
      const printed = await (await printer)(text);
      const isAgreed = printed.length > 0 && printed.every((each) => each === `${read.canonical}\n`);
      return isAgreed ? read : { ok: false, why: "two parsers read it differently" };
    } catch {
      return { ok: false, why: "a parser does not understand it" };
    }
  };
}

/** Node has it, and its types do not say so. */
interface Engine {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(compiled: object, imports: object): Promise<never>;
}

async function loadPrinter(wasm: string): Promise<(text: string) => Promise<string[]>> {
  // sh-syntax wants it too, but marks it as free of effects, so that a bundler drops it
  await import("sh-syntax/vendors/wasm_exec.cjs");
  const [{ getProcessor, LangVariant }, bytes] = await Promise.all([import("sh-syntax"), readFile(wasm)]);
  const engine = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;
  const compiled = await engine.compile(bytes);
  // a fresh instance each time: nothing of one command stays for the next
  const process = getProcessor((imports) => engine.instantiate(compiled, imports));
  return async (text) => {
    const printed: string[] = [];
    for (const variant of [LangVariant.LangBash, LangVariant.LangPOSIX, LangVariant.LangZsh])
      printed.push(await process(text, { ...STYLE, variant, print: true }));
    return printed;
  };
}

const STYLE = {
  filepath: "command",
  keepComments: true,
  singleLine: true,
  binaryNextLine: false,
  spaceRedirects: false,
  indent: 0,
} as const;
