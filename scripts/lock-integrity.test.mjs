import { expect, it } from "vitest";
import { withoutIntegrity } from "./lock-integrity.mjs";

it("[PK17] a package without a hash is named, unless it is in another one's bundle, a link, or a build tool that is listed", () => {
  const packages = {
    "": { name: "agtmux" },
    "node_modules/good": { version: "1.0.0", integrity: "sha512-abc" },
    "node_modules/bare": { version: "1.0.0" },
    "node_modules/weak": { version: "1.0.0", integrity: "sha1-abc" },
    "node_modules/good/node_modules/bundled": { version: "1.0.0", inBundle: true },
    "node_modules/here": { link: true },
    "node_modules/@biomejs/cli-win32-x64": { version: "2.6.6", dev: true, optional: true },
    "node_modules/@biomejs/cli-darwin-x64": { version: "2.6.7", dev: true, optional: true },
    "node_modules/@rolldown/binding-darwin-x64": { version: "1.2.19", optional: true },
  };
  expect(withoutIntegrity({ packages })).toEqual([
    "node_modules/bare",
    "node_modules/weak",
    "node_modules/@biomejs/cli-darwin-x64",
    "node_modules/@rolldown/binding-darwin-x64",
  ]);
});
