import { openCodeAdapter } from "./open-code-adapter.ts";
import file from "./opencode.toml";

export const opencode = openCodeAdapter(file);
