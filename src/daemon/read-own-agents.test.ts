import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { Problems } from "./base/problems.ts";
import { readOwnAgents } from "./read-own-agents.ts";
import { openAdapters } from "./runtimes/open-adapters.ts";
import { openMemoryStore } from "./store/memory-store.ts";

const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true });
});

const FILE = `schema = 1\nname = "mini"\nlabel = "Mini"\nnewest = "1"\n[process]\nbinary = '/mini$'\n`;
const clock = { now: () => 1_000 };

function folder(): string {
  const home = mkdtempSync(join(tmpdir(), "agtmux-own-"));
  homes.push(home);
  mkdirSync(join(home, "agents"));
  return join(home, "agents");
}

it("[AD45] no folder is no agents, and what is no readable file of a fitting size is a fault", () => {
  const agents = folder();
  expect(readOwnAgents(join(agents, "none"))).toEqual({ adapters: [], faults: [], names: [] });
  mkdirSync(join(agents, "folder.toml"));
  writeFileSync(join(agents, "long.toml"), "#".repeat(100_000));
  writeFileSync(join(agents, "mini.toml"), FILE);
  writeFileSync(join(agents, "notes.txt"), "not an agent file");
  const { adapters, faults, names } = readOwnAgents(agents);
  expect(adapters.map(({ name }) => name)).toEqual(["mini"]);
  expect(faults.map(({ path }) => path)).toEqual([join(agents, "folder.toml"), join(agents, "long.toml")]);
  expect(names).toEqual(["folder", "long", "mini"]);
});

it("[AD45] an agent of one's own is an adapter like others, and a file with a fault is a problem that is told", () => {
  const agents = folder();
  writeFileSync(join(agents, "bad.toml"), FILE);
  writeFileSync(join(agents, "mini.toml"), FILE);
  const problems = new Problems(clock as never);
  const logged: unknown[] = [];
  const log = { warn: (fields: unknown) => logged.push(fields), info: () => {} };
  const registry = openAdapters({
    store: openMemoryStore(),
    fleet: { summary: () => ({ by_agent: { mini: 2 } }), all: () => [] } as never,
    clock: clock as never,
    problems,
    log: log as never,
    ownAgents: readOwnAgents(agents),
  });
  expect(registry.adapterOf("mini")?.label).toBe("Mini");
  expect(registry.list().items.at(-1)).toMatchObject({ name: "mini", health: { running: 2 } });
  const fault = `${join(agents, "bad.toml")}: its name is "mini", so the file must be called mini.toml`;
  expect(problems.list()).toMatchObject([{ code: "AGENT_FILE", message: expect.stringContaining(fault) }]);
  expect(logged).toEqual([{ path: join(agents, "bad.toml"), fault }]);
});
