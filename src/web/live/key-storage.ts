import type { Secret } from "./secret.ts";

/** Persistent storage for this device's key. */
export interface KeyStorage {
  load(): Promise<Secret | null>;
  /** Resolves to whether it was stored. */
  save(secret: Secret): Promise<boolean>;
}

/** Some browsers never answer database requests, and the page is not rendered until this is known. */
const PATIENCE_MS = 2_000;
const [DATABASE, TABLE, ENTRY] = ["agtmux", "keys", "device"];

/** Uses IndexedDB, which stores keys that scripts can use but not read. If it is forbidden, a key lasts one visit. */
export function keyStorage(databases: () => IDBFactory = () => indexedDB, patienceMs = PATIENCE_MS): KeyStorage {
  const ask = <T>(mode: IDBTransactionMode, what: (table: IDBObjectStore) => IDBRequest<T>) =>
    Promise.race([within(databases, mode, what), refusalAfter(patienceMs)]);
  return {
    load: () =>
      ask("readonly", (table) => table.get(ENTRY) as IDBRequest<Secret | undefined>).then(
        (secret) => secret ?? null,
        () => null,
      ),
    save: (secret) =>
      ask("readwrite", (table) => table.put(secret, ENTRY)).then(
        () => true,
        () => false,
      ),
  };
}

async function within<T>(
  databases: () => IDBFactory,
  mode: IDBTransactionMode,
  ask: (table: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = databases().open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE);
  const database = await answerOf(opening);
  try {
    return await answerOf(ask(database.transaction(TABLE, mode).objectStore(TABLE)));
  } finally {
    database.close();
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function refusalAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("the database did not answer")), ms));
}
