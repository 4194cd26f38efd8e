import { expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { AgentMetadataStore } from "./agent-metadata.ts";
import { runningVersions } from "./running-versions.ts";

it("[UI53] the versions of an agent are those that it told in the panes where it runs, each once", () => {
  const store = openMemoryStore();
  const metadata = new AgentMetadataStore(store);
  const pane = (pane_id: string, agent: string, runtime_id: string) => testPane({ pane_id }, { agent, runtime_id });
  const panes = [
    pane("%1", "claude", "a"),
    pane("%2", "claude", "b"),
    pane("%3", "claude", "c"),
    pane("%4", "claude", "silent"),
    pane("%5", "codex", "d"),
  ];
  store.transact(() => {
    for (const [runtime, version] of Object.entries({ a: "2.1.0", b: "2.0.9", c: "2.1.0", d: "0.5.0" }))
      metadata.learn(runtime, { version });
  });
  expect(runningVersions("claude", panes, store)).toEqual(["2.0.9", "2.1.0"]);
  expect(runningVersions("gemini", panes, store)).toEqual([]);
});
