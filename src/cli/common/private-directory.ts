import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectory } from "../../core/files/make-directory.ts";

/** Makes a directory that only its owner can enter. */
export function makePrivateDirectory(path: string): void {
  makeDirectory(path, { mkdir: (each) => mkdirSync(each, { mode: 0o700 }), exists: existsSync, parentOf: dirname });
}
