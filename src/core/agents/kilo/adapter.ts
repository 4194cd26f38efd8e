import { openCodeAdapter } from "../opencode/open-code-adapter.ts";
import file from "./kilo.toml";

/** Kilo CLI is made from OpenCode. */
export const kilo = openCodeAdapter(file);
