import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { apiPage } from "./api-page.mjs";
import { writeOrCheck } from "./generated-files.mjs";
import { importTypeScript } from "./import-typescript.mjs";
import { ROOT } from "./setup.mjs";

const FOLDER = "schemas";

writeOrCheck(await generate(), { source: "the schemas and routes in src", script: "schemas", present: present() });

/** Maps paths in the repository to texts. */
async function generate() {
  const { z, SCHEMAS, directionOf, openApi, ROUTES } = await importTypeScript(`
    export { z } from "zod";
    export { SCHEMAS, directionOf } from "./src/core/protocol/schemas.ts";
    export { openApi } from "./src/daemon/server/openapi.ts";
    export { ROUTES } from "./src/core/protocol/routes/routes.ts";`);
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

function present() {
  if (!existsSync(join(ROOT, FOLDER))) return [];
  return readdirSync(join(ROOT, FOLDER))
    .filter((name) => name.endsWith(".json"))
    .map((name) => `${FOLDER}/${name}`);
}
