import { readFileSync } from "node:fs";

/** For esbuild: an imported TOML file is its values, so that nothing is parsed when agtmux starts. */
export const tomlModules = {
  name: "toml-modules",
  setup({ onLoad }) {
    onLoad({ filter: /\.toml$/ }, async ({ path }) => {
      // loaded late: in a fresh clone it must be installed first
      const { parse } = await import("smol-toml");
      return { contents: JSON.stringify(parse(readFileSync(path, "utf8"))), loader: "json" };
    });
  },
};
