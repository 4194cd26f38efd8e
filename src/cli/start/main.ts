import { statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { homeDirectory } from "../../client-node/home-directory.ts";
import { loadBundle } from "../common/load-bundle.ts";

keepCompiledCode();
loadBundle("commands");

/** Lets V8 keep what it compiles of our bundles: compiling takes up to half of a command's time. */
function keepCompiledCode(): void {
  try {
    const home = homeDirectory();
    if (!isPrivate(home)) return;
    const before = process.umask(0o077);
    enableCompileCache(join(home, "compiled"));
    process.umask(before);
  } catch {
    // there is no home yet: the command says so if it needs one
  }
}

/** Whether others could put code there that we would run. */
function isPrivate(directory: string): boolean {
  const { uid, mode } = statSync(directory);
  return uid === process.getuid?.() && (mode & 0o077) === 0;
}
