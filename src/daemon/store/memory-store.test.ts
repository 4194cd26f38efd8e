import { openMemoryStore } from "./memory-store.ts";
import { describeStore } from "./store-contract.ts";

describeStore("memory store", () => openMemoryStore());
