import { STORIES } from "./stories.ts";

/** A pretend agent for `agtmux demo`: plays the story that it is named. */
const [, , story = ""] = process.argv;
void STORIES[story]?.();
