import { describe, expect, it } from "vitest";
import { AGENTS, adapterOf } from "../../core/agents/registry.ts";
import { ResumableList } from "../../core/protocol/actions/resume.ts";
import { AgentMetadataStore, pruneMetadata } from "../runtimes/agent-metadata.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import type { RuntimeRow } from "../store/store.ts";
import { aRuntime, aTarget } from "../store/test-rows.ts";
import { Resumables } from "./resumable.ts";

describe("what can come back", () => {
  it("[RS2] is each agent that ended and told its session, with where, when, how and by what command", () => {
    const { resumables, agent, exit } = setUp();
    agent({ runtime_id: "r1", ended_at: 500 }, { session_id: "abc-1", cwd: "/w/a b", session_name: "work" });
    exit("r1", 3);
    expect(resumables.list(1_000)).toEqual([
      {
        runtime_id: "r1",
        ref: "runtime:r1",
        agent: "claude",
        target: "host",
        pane_id: "%1",
        session_name: "work",
        cwd: "/w/a b",
        session_id: "abc-1",
        ended_at: 500,
        exit_code: 3,
        signal: null,
        argv: ["claude", "--resume", "abc-1"],
        command: "claude --resume abc-1",
      },
    ]);
    const list = { schema_version: 1, generated_at: 1, items: resumables.list(1_000) };
    expect(ResumableList.parse(list)).toEqual(list);
  });

  it("[RS2] is only the newest runtime of each session, if it has ended and was not resumed", () => {
    const { resumables, agent } = setUp();
    agent({ runtime_id: "old", started_at: 1, ended_at: 10 }, { session_id: "s" });
    agent({ runtime_id: "new", started_at: 20, ended_at: 30 }, { session_id: "s" });
    agent({ runtime_id: "other", started_at: 5, ended_at: 50 }, { session_id: "t" });
    agent({ runtime_id: "codex", agent_type: "codex", started_at: 6, ended_at: 40 }, { session_id: "s" });
    expect(refs(resumables)).toEqual(["other", "codex", "new"]);
    agent({ runtime_id: "alive", started_at: 60, ended_at: null }, { session_id: "s" });
    expect(refs(resumables)).toEqual(["other", "codex"]);
    resumables.noteResumed("codex", "%9", 70);
    expect(refs(resumables)).toEqual(["other"]);
  });

  it("[RS2] includes a resumed session again if no agent came of it, or one that ended without telling its session", () => {
    const { resumables, agent } = setUp();
    agent({ runtime_id: "r", started_at: 1, ended_at: 10 }, { session_id: "s" });
    resumables.noteResumed("r", "%9", 100_000);
    expect(resumables.list(129_000)).toEqual([]);
    expect(resumables.list(131_000)).toHaveLength(1);
    agent({ runtime_id: "heir", pane_id: "%9", started_at: 99_950, ended_at: null }, {});
    expect(resumables.list(131_000)).toEqual([]);
    const short = setUp();
    short.agent({ runtime_id: "r", started_at: 1, ended_at: 10 }, { session_id: "s" });
    short.resumables.noteResumed("r", "%9", 100_000);
    short.agent({ runtime_id: "heir", pane_id: "%9", started_at: 99_950, ended_at: 101_000 }, {});
    expect(short.resumables.list(102_000)).toHaveLength(1);
  });

  it("[RS2] is nothing that told no session, that agtmux does not know, or whose adapter is off", () => {
    const { resumables, agent } = setUp((name) => (name === "gemini" ? null : adapterOf(name)));
    agent({ runtime_id: "mute", ended_at: 1 }, {});
    agent({ runtime_id: "shell", agent_type: "generic", ended_at: 2 }, { session_id: "x" });
    agent({ runtime_id: "off", agent_type: "gemini", ended_at: 3 }, { session_id: "x" });
    agent({ runtime_id: "odd", ended_at: 4 }, { session_id: "--dangerous" });
    agent({ runtime_id: "lines", ended_at: 5 }, { session_id: "x", cwd: "/a\nb" });
    expect(resumables.list(1_000)).toEqual([]);
  });
});

describe("an agent that is to come back", () => {
  it("[RS3] is refused while it lives, and while its session goes on elsewhere", () => {
    const { resumables, agent } = setUp();
    const alive = agent({ runtime_id: "alive", started_at: 20, ended_at: null, pane_id: "%2" }, { session_id: "s" });
    const ended = agent({ runtime_id: "ended", started_at: 1, ended_at: 10 }, { session_id: "s" });
    expect(() => resumables.of(alive)).toThrow(/claude is alive in %2 on host: it has not ended/);
    expect(() => resumables.of(ended)).toThrow(/claude is alive in %2 on host: its session s goes on/);
  });

  it("[RS3] is refused with the reason if too little is known to bring it back", () => {
    const { resumables, agent } = setUp();
    const mute = agent({ runtime_id: "mute", ended_at: 1 }, { cwd: "/w" });
    const shell = agent({ runtime_id: "shell", agent_type: "generic", ended_at: 2 }, {});
    const foreign = agent({ runtime_id: "foreign", agent_type: "aider", ended_at: 3 }, { session_id: "x" });
    expect(() => resumables.of(mute)).toThrow(expect.objectContaining({ code: "E_NOT_RESUMABLE" }));
    expect(() => resumables.of(mute)).toThrow(/never told its session.*agtmux integrate claude/);
    expect(() => resumables.of(shell)).toThrow(/does not know: only agents/);
    expect(() => resumables.of(foreign)).toThrow(/does not know how aider is resumed/);
  });

  it("[RS1] may be asked for again by name, also when --all has done so", () => {
    const { resumables, agent } = setUp();
    const row = agent({ runtime_id: "r", ended_at: 1 }, { session_id: "s" });
    resumables.noteResumed("r", "%1", 2);
    expect(resumables.of(row)).toMatchObject({ session_id: "s" });
    expect(resumables.lastIn("host", "%1")).toEqual(row);
  });

  it("[RS4] is started where it was started first, wherever it has gone since", () => {
    const { resumables, metadataStore, store, agent } = setUp();
    agent({ runtime_id: "r", ended_at: 1 }, { session_id: "s", cwd: "/w" });
    store.transact(() => metadataStore.learn("r", { cwd: "/w/deep/inside", session_id: "s2" }));
    expect(resumables.list(1_000)).toMatchObject([{ cwd: "/w", session_id: "s2" }]);
  });
});

describe("what is kept for it", () => {
  it("[RS1] stays when the agent has ended, and goes with its record", () => {
    const { metadataStore, store, agent } = setUp();
    agent({ runtime_id: "r", ended_at: 1_000 }, { session_id: "s" });
    agent({ runtime_id: "alive", ended_at: null, pane_epoch: 2 }, { session_id: "t" });
    store.transact(() => metadataStore.learn("unheard-of", { session_id: "u" }));
    store.transact(() => pruneMetadata(store, 1_000));
    expect([...store.recallAll("clues:").keys()]).toEqual(["clues:alive", "clues:r"]);
    store.transact(() => pruneMetadata(store, 1_001));
    expect([...store.recallAll("clues:").keys()]).toEqual(["clues:alive"]);
  });
});

describe("the words that go on with a conversation", () => {
  it.each([
    ["claude", ["claude", "--resume", "ID"]],
    ["codex", ["codex", "resume", "ID"]],
    ["gemini", ["gemini", "--resume", "ID"]],
    ["copilot", ["copilot", "--resume=ID"]],
    ["opencode", ["opencode", "--session", "ID"]],
    ["kilo", ["kilo", "--session", "ID"]],
    ["pi", ["pi", "--session", "ID"]],
    ["cursor", ["cursor-agent", "--resume", "ID"]],
    ["qwen", ["qwen", "--resume", "ID"]],
  ])("[RS4] of %s", (agent, words) => {
    expect(adapterOf(agent)?.resume?.("ID")).toEqual(words);
  });

  it("[RS4] begin with the program that is started for somebody, and make a process that is known again", () => {
    for (const { name, launch, resume, identify } of AGENTS) {
      // of some, nothing tells the conversation
      if (resume === undefined) continue;
      const argv = [...resume("0f1e-2d")];
      expect([name, argv[0]]).toEqual([name, launch?.program ?? argv[0]]);
      const process = { pid: 1, ppid: 0, start: "1", startedAt: 0, command: argv[0] ?? "", argv };
      expect([name, identify({ ...process, argv: [`/usr/bin/${argv[0]}`, ...argv.slice(1)] })]).toEqual([name, true]);
    }
  });
});

function setUp(adapters: typeof adapterOf = adapterOf) {
  const store = openMemoryStore();
  store.transact(() => store.upsertTarget(aTarget()));
  const metadataStore = new AgentMetadataStore(store);
  let epoch = 0;
  const agent = (change: Partial<RuntimeRow>, metadata: Parameters<AgentMetadataStore["learn"]>[1]) => {
    epoch += 1;
    const row = aRuntime({ agent_type: "claude", pane_epoch: epoch, ...change });
    store.transact(() => {
      store.insertRuntime(row);
      metadataStore.learn(row.runtime_id, metadata);
    });
    return row;
  };
  const exit = (runtimeId: string, exitCode: number) =>
    store.transact(() => {
      const mark = { id: "e", at: 1, source: "wrapper", type: "ended", message: "" };
      store.saveFold(runtimeId, JSON.stringify({ exit: { ...mark, exitCode, signal: null } }), 1);
    });
  return { store, metadataStore, agent, exit, resumables: new Resumables(store, adapters) };
}

function refs(resumables: Resumables): string[] {
  return resumables.list(100).map(({ runtime_id }) => runtime_id);
}
