import type { Secret } from "./secret.ts";

/** Where the key of this device is kept from visit to visit. */
export interface KeyShelf {
  load(): Promise<Secret | null>;
  save(secret: Secret): Promise<void>;
}

const [DATABASE, TABLE, ENTRY] = ["agtmux", "keys", "device"];

/** In the browser's database: it keeps keys that scripts can use and not read. Where it is forbidden, a key lasts one visit. */
export const keyShelf: KeyShelf = {
  load: () =>
    within("readonly", (table) => table.get(ENTRY) as IDBRequest<Secret | undefined>).then(orNull, () => null),
  save: (secret) => within("readwrite", (table) => table.put(secret, ENTRY)).then(nothing, nothing),
};

async function within<T>(mode: IDBTransactionMode, ask: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
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

function orNull(secret: Secret | undefined): Secret | null {
  return secret ?? null;
}

function nothing(): void {}
