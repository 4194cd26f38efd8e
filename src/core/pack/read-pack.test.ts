import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUILT_IN_FILES, REGISTERED } from "../agents/registry.ts";
import { failedScreens, packAgents } from "./pack-agents.ts";
import { packChanges } from "./pack-changes.ts";
import { type PackResult, readPack } from "./read-pack.ts";

const FILE = `schema = 1
name = "mini"
label = "Mini"
newest = "1.0"
[process]
binary = '/mini$'
[screen]
prompt = '^❯ ?'
[[cues]]
name = "running"
where = "footer"
pattern = 'esc stops it'
state = "running"
`;
const SCREEN = { name: "works-1", state: "running", text: "> do it\n\n❯ \nesc stops it\n" };
const AGENT = { name: "mini", tried: "1.0", file: FILE, screens: [SCREEN] };
const PACK = { version: 3, made_at: "2026-01-01", engine: 1, agents: [AGENT] };

const signed = (pack: unknown) => JSON.stringify({ agtmux_pack: 1, body: JSON.stringify(pack), signature: "right" });
const read = (text: string) => readPack(text, (_, signature) => signature === "right");
const faultOf = (result: PackResult) => (result.ok ? null : result.fault);

function packOf(pack: unknown) {
  const result = read(signed(pack));
  if (!result.ok) throw new Error(result.fault);
  return result;
}

describe("readPack", () => {
  it("[AD63] reads a pack whose signature is right", () => {
    const { pack, files } = packOf(PACK);
    expect(pack.version).toBe(3);
    expect(files.map(({ name }) => name)).toEqual(["mini"]);
  });

  it("[AD63] looks at nothing of a pack that is wrongly signed", () => {
    const asked: string[] = [];
    const text = signed({ version: "nonsense" });
    const result = readPack(text, (body) => {
      asked.push(body);
      return false;
    });
    expect(faultOf(result)).toContain("its signature is not by a key in the setting pack_keys");
    expect(asked).toEqual([JSON.stringify({ version: "nonsense" })]);
  });

  it.each([
    ["a newer engine", { ...PACK, engine: 2, agents: "anything" }, "for a newer agtmux"],
    [
      "a newer schema",
      { ...PACK, agents: [{ ...AGENT, file: FILE.replace("schema = 1", "schema = 2") }] },
      "for a newer",
    ],
    ["an agent twice", { ...PACK, agents: [AGENT, AGENT] }, "it has mini twice"],
    ["another name in the file", { ...PACK, agents: [{ ...AGENT, name: "maxi" }] }, 'maxi.toml: its name is "mini"'],
    [
      "a name that is a path",
      { ...PACK, agents: [{ ...AGENT, name: "../../mini" }] },
      "agents.0.name: a name has small",
    ],
    [
      "a screen named as a path",
      { ...PACK, agents: [{ ...AGENT, screens: [{ ...SCREEN, name: "../../x" }] }] },
      "screens.0.name",
    ],
    ["no screens", { ...PACK, agents: [{ ...AGENT, screens: [] }] }, "an agent without a screen proves nothing"],
    [
      "a pattern that looks ahead",
      { ...PACK, agents: [{ ...AGENT, file: FILE.replace("esc stops it", "(?=a)b") }] },
      "mini.toml, line 12: cues[0].pattern",
    ],
    [
      "a key that is tmux's language",
      { ...PACK, agents: [{ ...AGENT, file: `${FILE}[exit]\nkey = "C-c ; kill-server"\ntimes = 1\n` }] },
      "exit.key",
    ],
    ["version 0", { ...PACK, version: 0 }, "version"],
    ["more than a pack has", { ...PACK, run: "me" }, "run"],
    ["nothing", null, ""],
  ])("[AD63] refuses %s", (_, pack, fault) => {
    expect(faultOf(read(signed(pack)))).toContain(fault);
  });

  it("[AD63] refuses what is no pack, too long or damaged, and never throws", () => {
    expect(faultOf(read("x".repeat(8_000_001)))).toContain("longer than");
    expect(faultOf(read(signed(PACK).slice(0, -5)))).toContain("no pack of agent files, or it is damaged");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary-ascii" }),
          fc.json(),
          fc.json().map((body) => JSON.stringify({ agtmux_pack: 1, body, signature: "right" })),
        ),
        (text) => {
          expect(read(text).ok).toBe(false);
        },
      ),
    );
  });
});

describe("packAgents", () => {
  it("[AD63] a new agent is added, and its file must read its own screens", () => {
    const result = packOf(PACK);
    const { adapters, left } = packAgents(result);
    expect(adapters.map(({ name }) => name)).toEqual([...REGISTERED.map(({ name }) => name), "mini"]);
    expect(left).toEqual([]);
    expect(failedScreens(result)).toEqual([]);
    const wrong = packOf({ ...PACK, agents: [{ ...AGENT, screens: [SCREEN, { ...SCREEN, state: "idle" }] }] });
    expect(failedScreens(wrong)).toMatchObject([{ agent: "mini", screen: { name: "works-1", verdict: "wrong" } }]);
  });

  it("[AD63] a built agent keeps its hooks and launch, and is identified and read by the pack's file", () => {
    const file = FILE.replaceAll("mini", "claude").replace('newest = "1.0"', 'newest = "9.0"');
    const result = packOf({ ...PACK, agents: [{ ...AGENT, name: "claude", file }] });
    const { adapters, files } = packAgents(result);
    expect(files).toHaveLength(1);
    const [before, after] = [REGISTERED, adapters].map((all) => all.find(({ name }) => name === "claude"));
    expect(after?.normalize).toBe(before?.normalize);
    expect(after?.launch).toBe(before?.launch);
    expect(after?.label).toBe("Mini");
    expect(after?.readScreen).not.toBe(before?.readScreen);
  });

  it("[AD63] a file for older versions than agtmux's own, and one of an agent without a file, are left", () => {
    const agents = ["claude", "cursor", "generic"].map((name) => ({
      ...AGENT,
      name,
      file: FILE.replaceAll("mini", name).replace('newest = "1.0"', 'newest = "0.1"'),
    }));
    const { files, left } = packAgents(packOf({ ...PACK, agents }));
    expect(files).toEqual([]);
    expect(left.map(({ name, why }) => `${name}: ${why}`)).toEqual([
      expect.stringMatching(/^claude: this agtmux knows version [\d.]+, the pack only 0\.1$/),
      expect.stringContaining("cursor: agtmux has no file"),
      expect.stringContaining("generic: no agent may have this name"),
    ]);
  });

  it("[AD63] tells what changes: agents, and cues by name", () => {
    const [mini] = packOf(PACK).files;
    const [later] = packOf({
      ...PACK,
      agents: [{ ...AGENT, file: FILE.replace('name = "running"', 'name = "busy"') }],
    }).files;
    if (mini === undefined || later === undefined) throw new Error("no file");
    expect(packChanges([mini], [later])).toMatchObject([
      { name: "mini", kind: "changed", cues: { added: ["busy"], removed: ["running"], changed: [] } },
    ]);
    expect(packChanges(BUILT_IN_FILES, [...BUILT_IN_FILES, mini]).filter(({ kind }) => kind !== "same")).toMatchObject([
      { name: "mini", kind: "new" },
    ]);
  });
});
