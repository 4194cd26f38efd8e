import { describeActions } from "./actions-contract.ts";
import { describeDerived } from "./derived-contract.ts";
import { openMemoryStore } from "./memory-store.ts";
import { describeStore } from "./store-contract.ts";

describeStore("memory store", () => openMemoryStore());
describeDerived("memory store", () => openMemoryStore());
describeActions("memory store", () => openMemoryStore());
