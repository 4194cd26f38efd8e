import { expect, it } from "vitest";
import { findMissingPaths } from "./doc-paths.mjs";

const PATHS = ["src/core/engine/fold.ts", "src/core/engine/bind.ts", "docs/api.md", "README.md"];
const missing = (text, path = "ARCHITECTURE.md") => findMissingPaths([{ path, text }], PATHS);

it("[PK1] a document's paths are files or folders, from the repository or from src", () => {
  expect(missing("`src/core/engine/fold.ts`, `core/engine/{fold,bind}.ts`, `core/engine/`, `docs/api.md`")).toEqual([]);
  expect(missing("see\n`core/engine/{fold,gone}.ts` and `src/core/lost/`")).toEqual([
    "ARCHITECTURE.md:2 names core/engine/gone.ts, which does not exist",
    "ARCHITECTURE.md:2 names src/core/lost/, which does not exist",
  ]);
});

it("[PK1] a document in a folder may name what is beside it", () => {
  expect(missing("`engine/fold.ts`, `engine/gone.ts`, `other/x.ts`", "src/core/README.md")).toEqual([
    "src/core/README.md:1 names engine/gone.ts, which does not exist",
  ]);
});

it("[PK1] a link leads to a file, relative to its document; other words and addresses are left alone", () => {
  expect(
    missing("[home](../README.md) [web](https://x.org/docs/y.md) [up](#top) `web socket` `core`", "docs/a.md"),
  ).toEqual([]);
  expect(missing("[api](api.md#top), [old](old.md)", "docs/a.md")).toEqual([
    "docs/a.md:1 names docs/old.md, which does not exist",
  ]);
});
