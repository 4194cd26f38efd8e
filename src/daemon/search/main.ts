import { parentPort, workerData } from "node:worker_threads";
import { conversationId } from "../../core/search/conversation-ref.ts";
import { findHits } from "./find-hits.ts";
import { Indexer, isAnyChanged } from "./indexer.ts";
import { SearchIndex } from "./search-index.ts";
import type { WorkerAnswers, WorkerReply, WorkerRequest, WorkerStart, WorkerTask } from "./worker-messages.ts";

/** After this time a search tells what it has found so far; the rest is asked for once more. */
const SEARCH_MS = 50;

/** Worker thread: SQLite is synchronous, and neither a search nor the reading of files may delay signals. */
const { database, ownHome, home, env, exclude, keepMs, mostBytes } = workerData as WorkerStart;
const index = SearchIndex.open(database, JSON.stringify({ exclude, keepMs, mostBytes }));
let opening: Promise<Indexer> | null = null;

/** The agents' adapters are loaded when something is to be read: an answer does not wait for that. */
function openIndexer(): Promise<Indexer> {
  opening ??= import("../../core/agents/registry.ts").then(({ AGENTS, adapterOf }) => {
    const archives = AGENTS.flatMap(({ name, conversation }) =>
      conversation === undefined ? [] : [{ agent: name, archive: conversation.archive({ home, env }, ownHome) }],
    );
    const conversationOf = (agent: string) => adapterOf(agent)?.conversation ?? null;
    return new Indexer({ index, conversationOf, archives, exclude, keepMs, mostBytes, now: () => Date.now() });
  });
  return opening;
}

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
      // where an earlier answer ended, live agents have written nothing new
      const isToRead = task.wanted.until === undefined && isAnyChanged(index, task.live);
      const indexer = isToRead || !index.isScanned || opening !== null ? await openIndexer() : null;
      // the first search ever tells how much there is to read
      if (!index.isScanned) indexer?.scan(task.live, null).catch(() => {});
      if (isToRead) indexer?.catchUp(task.live);
      const late = performance.now() + SEARCH_MS;
      const about = { conversations: index.count(), bytes: index.bytes(), oldest: index.oldest() };
      const found = findHits(index, task.wanted, () => performance.now() > late);
      return { ...found, unread: indexer?.unread ?? 0, index: about };
    }
    case "scan":
      await (await openIndexer()).scan(task.told, task.targets);
      return null;
    case "place":
      return index.conversation(conversationId(task.file.agent, task.file.path, task.file.target));
    case "known":
      return index.conversations().filter(({ target }) => target === task.target);
    case "add":
      return (await openIndexer()).add(task.file, task.read);
    case "forget":
      (await openIndexer()).forget(task.file);
      return null;
    case "locate": {
      const known = index.conversation(task.name);
      return known === null || known.is_excluded === 1
        ? null
        : { agent: known.agent, path: known.path, target: known.target };
    }
    case "close":
      index.close();
      parentPort?.close();
      return null;
    default:
      return task satisfies never;
  }
}
