import { cliPage } from "./cli-page.mjs";
import { writeOrCheck } from "./generated-files.mjs";
import { importTypeScript } from "./import-typescript.mjs";
import { manPage } from "./man-page.mjs";

const manual = (await importTypeScript(`export { manual } from "./src/cli/help/manual.ts";`)).manual();

writeOrCheck(
  new Map([
    ["docs/cli.md", cliPage(manual)],
    ["man/agtmux.1", manPage(manual)],
  ]),
  { source: "the tables in src/cli/tables", script: "docs:cli" },
);
