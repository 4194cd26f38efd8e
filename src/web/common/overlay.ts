import { createStore } from "../live/store.ts";

/** The overlay that is open; one at a time. */
export const overlay = createStore<"none" | "palette" | "help">("none");
