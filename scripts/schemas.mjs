import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import esbuild from "esbuild";
import { ROOT } from "./setup.mjs";

const FOLDER = join(ROOT, "schemas");

const wanted = await generate();
mkdirSync(FOLDER, { recursive: true });
if (process.argv.includes("--check")) check();
else write();

/** File name → text. */
async function generate() {
  const { z, SCHEMAS } = await importProtocol();
  return new Map(
    Object.entries(SCHEMAS).map(([name, schema]) => {
      const { $schema, ...body } = z.toJSONSchema(schema);
      return [`${name}.json`, `${JSON.stringify({ $schema, title: name, ...body }, null, 2)}\n`];
    }),
  );
}

/** Node 20 reads no TypeScript, so the schemas are bundled first. */
async function importProtocol() {
  const folder = mkdtempSync(join(tmpdir(), "agtmux-schemas-"));
  const outfile = join(folder, "protocol.mjs");
  try {
    await esbuild.build({
      stdin: {
        contents: 'export { z } from "zod"; export { SCHEMAS } from "./src/core/protocol/schemas.ts";',
        resolveDir: ROOT,
      },
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      logLevel: "warning",
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function check() {
  const drifted = [...new Set([...wanted.keys(), ...present()])].filter((name) => read(name) !== wanted.get(name));
  for (const name of drifted) {
    const fault = wanted.has(name) ? "differs from src/core/protocol" : "belongs to no schema of src/core/protocol";
    console.error(`schemas/${name} ${fault}: run npm run schemas`);
  }
  process.exitCode = drifted.length === 0 ? 0 : 1;
}

function write() {
  for (const name of present().filter((name) => !wanted.has(name))) rmSync(join(FOLDER, name));
  for (const [name, text] of wanted) writeFileSync(join(FOLDER, name), text);
  console.log(`wrote ${wanted.size} schemas`);
}

function present() {
  return readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
}

function read(name) {
  return present().includes(name) ? readFileSync(join(FOLDER, name), "utf8") : undefined;
}
