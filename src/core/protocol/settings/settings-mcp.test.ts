import { expect, it } from "vitest";
import { readSettings } from "./settings.ts";
import { mcpRows, NO_MCP, readMcp } from "./settings-mcp.ts";

it("[MC3] an empty table has the defaults", () => {
  expect(readMcp({})).toEqual({ ok: true, mcp: { acting: true, depth: 3, per_hour: 60, allow: [] } });
  expect(mcpRows(NO_MCP)).toEqual([]);
});

it("[MC3] an allowance has a row, and so has each value that was changed", () => {
  const fileText = '[mcp]\nacting = false\n[[mcp.allow]]\nagent = "codex"\nact = "all"\n';
  const read = readSettings({ flag: {}, environment: {}, fileText, filePath: "config.toml" });
  if (!read.ok) throw new Error(read.faults.join());
  expect(read.settings.mcp).toMatchObject({ acting: false, allow: [{ agent: "codex", act: "all" }] });
  expect(read.rows.filter(({ name }) => name.startsWith("mcp")).map(({ name, value }) => [name, value])).toEqual([
    ["mcp.acting", "false"],
    ["mcp.allow.0", '{"agent":"codex","act":"all"}'],
  ]);
});

it("[MC3] an unknown word is refused, with its line", () => {
  const faultsOf = (fileText: string) => {
    const read = readSettings({ flag: {}, environment: {}, fileText, filePath: "config.toml" });
    return read.ok ? [] : read.faults;
  };
  expect(faultsOf("[mcp]\ndepth = 99\n")[0]).toMatch(/^config\.toml, line 2: mcp\.depth: /);
  expect(faultsOf('[[mcp.allow]]\nact = "everything"\n')[0]).toMatch(/line 2: mcp\.allow\.0\.act: .*spawned/);
  expect(faultsOf('[[mcp.allow]]\nmay = "all"\n')[0]).toMatch(/line 2: mcp\.allow\.0: .*may/);
  expect(faultsOf('[[mcp.allow]]\nworkspace = "app"\n')[0]).toMatch(/an absolute path/);
});
