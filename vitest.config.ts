import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { defineConfig } from "vitest/config";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { version: string };

/** In place of the figures that the build takes from docs/accuracy.json. */
const TRIED = [{ agent: "claude", version: "2.1.325", ranOn: "2026-11-17", right: 65, unknown: 0, wrong: 0 }];

// A developer's own pane, home and session must not leak into the tests.
for (const name of Object.keys(process.env)) {
  if (/^(AGTMUX_(?!TEST_)|SCHMUX_|SQUAD_|TMUX)/.test(name)) delete process.env[name];
}

// tests start thousands of commands and daemons: compiling their bundles each time would take a sixth of the time
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, ".build", "compile-cache");

export default defineConfig({
  plugins: [{ name: "texts", transform: textModule }],
  define: { __AGTMUX_VERSION__: JSON.stringify(version), __AGTMUX_TRIED__: JSON.stringify(TRIED) },
  test: {
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts", "scripts/**/*.test.mjs"],
    // by themselves: after all others (vitest.agents.config.ts), in `npm run test:faults`, since tmux 3.3a crashes by
    // itself now and then where clients attach while sessions come and go, and in `npm run test:tmux`
    exclude: ["test/agents/main-path-*.test.ts", "test/faults/sigkill.test.ts", "test/tmux/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    // only a hang takes this long
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});

/** Shell scripts are imported as text and TOML files as their values, as in the bundles. */
function textModule(code: string, id: string) {
  const value = id.endsWith(".toml") ? parse(code) : id.endsWith(".sh") ? code : null;
  return value === null ? null : { code: `export default ${JSON.stringify(value)}`, map: null };
}
