import { parentPort, workerData } from "node:worker_threads";
import { AGENTS, adapterOf } from "../../core/agents/registry.ts";
import { findHits } from "./find-hits.ts";
import { Indexer } from "./indexer.ts";
import { SearchIndex } from "./search-index.ts";
import type { WorkerAnswers, WorkerReply, WorkerRequest, WorkerStart, WorkerTask } from "./worker-messages.ts";

/** Worker thread: SQLite is synchronous, and neither a search nor the reading of files may delay signals. */
const { database, ownHome, home, env, exclude, keepMs, mostBytes } = workerData as WorkerStart;
const person = { home, env };
const index = SearchIndex.open(database, JSON.stringify({ exclude, keepMs, mostBytes }));
const indexer = new Indexer({
  index,
  conversationOf: (agent) => adapterOf(agent)?.conversation ?? null,
  archives: AGENTS.flatMap(({ name, conversation }) =>
    conversation === undefined ? [] : [{ agent: name, archive: conversation.archive(person, ownHome) }],
  ),
  exclude,
  keepMs,
  mostBytes,
  now: () => Date.now(),
});

parentPort?.on("message", ({ serial, task }: WorkerRequest) => {
  const reply = (message: WorkerReply) => parentPort?.postMessage(message);
  perform(task).then(
    (answer) => reply({ serial, ok: true, answer }),
    (error: unknown) => reply({ serial, ok: false, fault: error instanceof Error ? error.message : String(error) }),
  );
});

async function perform(task: WorkerTask): Promise<WorkerAnswers[WorkerTask["type"]]> {
  switch (task.type) {
    case "search": {
      // the first search ever tells how much there is to read
      if (!indexer.hasScanned) indexer.scan(task.live).catch(() => {});
      indexer.catchUp(task.live);
      const about = { conversations: index.count(), bytes: index.bytes(), oldest: index.oldest() };
      return { ...findHits(index, task.wanted), unread: indexer.unread, index: about };
    }
    case "scan":
      await indexer.scan(task.told);
      return null;
    case "locate": {
      const known = index.conversation(task.name);
      return known === null || known.is_excluded === 1 ? null : { agent: known.agent, path: known.path };
    }
    case "close":
      index.close();
      parentPort?.close();
      return null;
    default:
      return task satisfies never;
  }
}
