import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import esbuild from "esbuild";
import { ROOT } from "./setup.mjs";
import { tomlModules } from "./toml-modules.mjs";

/** Imports what these lines of TypeScript export. Not every Node that we support can load TypeScript: it is bundled first. */
export async function importTypeScript(contents) {
  const folder = mkdtempSync(join(tmpdir(), "agtmux-import-"));
  const outfile = join(folder, "bundle.mjs");
  try {
    await esbuild.build({
      stdin: { contents, resolveDir: ROOT },
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      plugins: [tomlModules],
      logLevel: "warning",
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
