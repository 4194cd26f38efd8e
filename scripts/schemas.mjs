import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { apiPage } from "./api-page.mjs";
import { clientTypes } from "./client-types.mjs";
import { writeOrCheck } from "./generated-files.mjs";
import { importTypeScript } from "./import-typescript.mjs";
import { ROOT } from "./setup.mjs";

const FOLDER = "schemas";

writeOrCheck(await generate(), { source: "the schemas and routes in src", script: "schemas", present: present() });

/** Maps paths in the repository to texts. */
async function generate() {
  const { z, SCHEMAS, directionOf, openApi, ROUTES, ENDPOINTS, createClient } = await importTypeScript(`
    export { z } from "zod";
    export { SCHEMAS, directionOf } from "./src/core/protocol/schemas.ts";
    export { openApi } from "./src/daemon/server/openapi.ts";
    export { ROUTES } from "./src/core/protocol/routes/routes.ts";
    export { ENDPOINTS } from "./src/core/protocol/routes/endpoints.ts";
    export { createClient } from "./src/client/client.ts";`);
  const document = JSON.parse(JSON.stringify(openApi(ROUTES)));
  return new Map([
    ...Object.entries(SCHEMAS).map(([name, schema]) => {
      const { $schema, ...body } = z.toJSONSchema(schema, { io: directionOf(name) });
      return [`${FOLDER}/${name}.json`, json({ $schema, title: name, ...body })];
    }),
    [`${FOLDER}/openapi.json`, json(document)],
    ["docs/api.md", apiPage(document, Object.keys(SCHEMAS))],
    ["types/api.d.ts", clientTypes(document, await operationsOf(createClient, ENDPOINTS))],
  ]);
}

/** Maps each function of the client to the id of the operation that it asks for. */
async function operationsOf(createClient, endpoints) {
  const ids = Object.entries(endpoints).flatMap(([group, routes]) =>
    Object.entries(routes).map(([name, { method, path }]) => ({
      id: `${group}-${name}`,
      asks: new RegExp(`^${method} ${path.replaceAll(/:\w+/g, "[^/?]+")}(\\?|$)`),
    })),
  );
  let asked = "";
  const client = createClient(async (method, path) => {
    asked = `${method} ${path}`;
  });
  const operations = new Map();
  for (const [name, call] of Object.entries(client)) {
    await call("x", "x");
    operations.set(name, ids.find(({ asks }) => asks.test(asked)).id);
  }
  return operations;
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
