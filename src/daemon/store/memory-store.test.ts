import { describeActions } from "./actions-contract.ts";
import { describeDerived } from "./derived-contract.ts";
import { openMemoryStore } from "./memory-store.ts";
import { describeOutbox } from "./outbox-contract.ts";
import { describeQuestions } from "./questions-contract.ts";
import { describeSignals } from "./signals-contract.ts";
import { describeStore } from "./store-contract.ts";

describeStore("memory store", () => openMemoryStore());
describeDerived("memory store", () => openMemoryStore());
describeActions("memory store", () => openMemoryStore());
describeSignals("memory store", () => openMemoryStore());
describeOutbox("memory store", () => openMemoryStore());
describeQuestions("memory store", () => openMemoryStore());
