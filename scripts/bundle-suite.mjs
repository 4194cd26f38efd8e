import { join } from "node:path";
import { ROOT } from "./setup.mjs";
import { tomlModules } from "./toml-modules.mjs";

/** Bundles programs in `test/FOLDER`, each under its name there, into `.build/FOLDER`, and returns the path of that. */
export async function bundleSuite(folder, programs) {
  const { build } = await import("esbuild");
  const outdir = join(ROOT, ".build", folder);
  const paths = Object.entries(programs).map(([name, file]) => [name, join(ROOT, "test", folder, file)]);
  await build({
    entryPoints: Object.fromEntries(paths),
    bundle: true,
    platform: "node",
    format: "esm",
    outdir,
    outExtension: { ".js": ".mjs" },
    // vitest is not bundled: only test functions use it, and they are not called here
    external: ["playwright-core", "vitest"],
    // pino and ws are CommonJS and require Node's modules at run time
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [tomlModules],
    logLevel: "warning",
  });
  return outdir;
}
