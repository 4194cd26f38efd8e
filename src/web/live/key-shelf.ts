import type { Secret } from "./secret.ts";

/** Where the key of this device is kept from visit to visit. */
export interface KeyShelf {
  load(): Promise<Secret | null>;
  /** Whether it is kept now. */
  save(secret: Secret): Promise<boolean>;
}

/** Some browsers leave whoever asks without an answer; the page is not drawn before it knows. */
const PATIENCE_MS = 2_000;
const [DATABASE, TABLE, ENTRY] = ["agtmux", "keys", "device"];

/** In the browser's database: it keeps keys that scripts can use and not read. Where it is forbidden, a key lasts one visit. */
export function keyShelf(databases: () => IDBFactory = () => indexedDB, patienceMs = PATIENCE_MS): KeyShelf {
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
