import { describe, expect, it } from "vitest";
import { nameFault, ownAgents } from "./own-agents.ts";

const text = (name: string) => `schema = 1\nname = "${name}"\nlabel = "X"\nnewest = "1"\n[process]\nbinary = '/x$'\n`;

describe("agents of a user's own", () => {
  it("[AD45] a file with a fault gives no agent and harms no other", () => {
    const { adapters, faults, names } = ownAgents([
      { path: "/h/agents/bad.toml", text: "schema = " },
      { path: "/h/agents/gone.toml", text: null },
      { path: "/h/agents/mini.toml", text: text("mini") },
    ]);
    expect(adapters.map(({ name }) => name)).toEqual(["mini"]);
    expect(faults.map(({ path }) => path)).toEqual(["/h/agents/bad.toml", "/h/agents/gone.toml"]);
    expect(faults[0]?.message).toContain("/h/agents/bad.toml, line 1: ");
    expect(names).toEqual(["bad", "gone", "mini"]);
  });

  it.each([
    ["claude", "agtmux knows claude already; [agents.claude.cues] in config.toml changes how its screen is read"],
    ["generic", "choose another name"],
    ["other", 'its name is "other", so the file must be called other.toml'],
  ])("[AD45] a file may not be called %s", (name, fault) => {
    const path = name === "other" ? "/h/agents/mini.toml" : `/h/agents/${name}.toml`;
    expect(ownAgents([{ path, text: text(name) }]).faults[0]?.message).toContain(fault);
  });

  it("[AD62] a name is no path, and no other agent's", () => {
    for (const name of ["../x", "/etc/x", "a/b", "", "A", ".", "a\0", "x".repeat(40)])
      expect(nameFault(name)).toContain("a name has small letters, digits and -");
    expect(nameFault("claude")).toContain("agtmux knows claude already");
    expect(nameFault("mini")).toBeNull();
  });
});
