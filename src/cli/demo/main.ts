import { STORIES } from "./stories.ts";

/** A pretend agent for `agtmux demo`: plays the story named by its argument. */
const [, , story = ""] = process.argv;
void STORIES[story]?.();
