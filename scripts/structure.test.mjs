import { describe, expect, it } from "vitest";
import { describeCycle, findCycles, findLongFiles, findUnlistedFolders, folderImports } from "./structure.mjs";

const file = (path, ...imports) => ({ path, text: imports.map((each) => `import { x } from "${each}";\n`).join("") });

describe("folders", () => {
  it("[PK1] folders that import each other are reported once, with the files that do it", () => {
    const imports = folderImports([
      file("src/a/one.ts", "../b/two.ts", "./other.ts"),
      file("src/b/two.ts", "../c/three.ts"),
      file("src/c/three.ts", "../a/one.ts"),
      file("src/d/four.ts", "../a/one.ts"),
    ]);
    const rings = findCycles(imports);
    expect(rings).toEqual([["src/a", "src/b", "src/c"]]);
    expect(describeCycle(rings[0], imports)).toBe(
      [
        "These folders import each other:",
        "  src/a imports src/b (src/a/one.ts)",
        "  src/b imports src/c (src/b/two.ts)",
        "  src/c imports src/a (src/c/three.ts)",
      ].join("\n"),
    );
  });

  it("[PK1] imports in one direction, and within one folder, are allowed", () => {
    const imports = folderImports([file("src/a/one.ts", "./two.ts", "../b/x.ts"), file("src/a/two.ts", "./one.ts")]);
    expect(findCycles(imports)).toEqual([]);
  });

  it("[PK1] an import when it is needed counts as one", () => {
    const files = [
      { path: "src/a/one.ts", text: 'const x = await import("../b/x.ts");' },
      file("src/b/x.ts", "../a/one.ts"),
    ];
    expect(findCycles(folderImports(files))).toHaveLength(1);
  });
});

it("[PK1] a file of more than 300 lines is named with its length", () => {
  const files = [
    { path: "src/a.ts", text: "\n".repeat(300) },
    { path: "src/b.ts", text: "\n".repeat(301) },
  ];
  expect(findLongFiles(files)).toEqual(["src/b.ts has 301 lines, 300 at most"]);
});

it("[PK1] a folder of src that ARCHITECTURE.md does not list under its top folder is named", () => {
  const architecture = [
    "## Folders",
    "",
    "```",
    "src/core/   pure code",
    "  engine/     states",
    "src/cli/    main.ts · common/ help/ (texts)",
    "bin/ docs/",
    "```",
    "`src/web/common/`",
  ].join("\n");
  const paths = [
    "src/core/engine/a.ts",
    "src/core/help/b.ts",
    "src/cli/common/deep/c.ts",
    "src/cli/help/d.ts",
    "src/e.ts",
  ];
  expect(findUnlistedFolders([...paths, "src/web/common/f.ts", "docs/g/h.md"], architecture)).toEqual([
    'src/core/help is missing in ARCHITECTURE.md, under "Folders"',
    'src/web/common is missing in ARCHITECTURE.md, under "Folders"',
  ]);
});
