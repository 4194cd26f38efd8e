import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import esbuild from "esbuild";
import { apiPage } from "./api-page.mjs";
import { ROOT } from "./setup.mjs";

const FOLDER = "schemas";

const wanted = await generate();
mkdirSync(join(ROOT, FOLDER), { recursive: true });
if (process.argv.includes("--check")) check();
else write();

/** Path in the repository → text. */
async function generate() {
  const { z, SCHEMAS, directionOf, openApi, ROUTES } = await importProtocol();
  const document = openApi(ROUTES);
  return new Map([
    ...Object.entries(SCHEMAS).map(([name, schema]) => {
      const { $schema, ...body } = z.toJSONSchema(schema, { io: directionOf(name) });
      return [`${FOLDER}/${name}.json`, json({ $schema, title: name, ...body })];
    }),
    [`${FOLDER}/openapi.json`, json(document)],
    ["docs/api.md", apiPage(JSON.parse(JSON.stringify(document)), Object.keys(SCHEMAS))],
  ]);
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Node 20 reads no TypeScript, so schemas and routes are bundled first. */
async function importProtocol() {
  const folder = mkdtempSync(join(tmpdir(), "agtmux-schemas-"));
  const outfile = join(folder, "protocol.mjs");
  try {
    await esbuild.build({
      stdin: {
        contents: `
          export { z } from "zod";
          export { SCHEMAS, directionOf } from "./src/core/protocol/schemas.ts";
          export { openApi } from "./src/daemon/server/openapi.ts";
          export { ROUTES } from "./src/daemon/server/routes.ts";`,
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
  const drifted = [...new Set([...wanted.keys(), ...present()])].filter((path) => read(path) !== wanted.get(path));
  for (const path of drifted) {
    const fault = wanted.has(path) ? "differs from the schemas and routes in src" : "belongs to no schema of src";
    console.error(`${path} ${fault}: run npm run schemas`);
  }
  process.exitCode = drifted.length === 0 ? 0 : 1;
}

function write() {
  for (const path of present().filter((path) => !wanted.has(path))) rmSync(join(ROOT, path));
  for (const [path, text] of wanted) writeFileSync(join(ROOT, path), text);
  console.log(`wrote ${wanted.size} files`);
}

function present() {
  return readdirSync(join(ROOT, FOLDER))
    .filter((name) => name.endsWith(".json"))
    .map((name) => `${FOLDER}/${name}`);
}

function read(path) {
  try {
    return readFileSync(join(ROOT, path), "utf8");
  } catch {
    return undefined;
  }
}
