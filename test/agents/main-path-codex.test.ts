import { it } from "vitest";
import { codex } from "./agents/codex.ts";
import { expectMainPath, MAIN_PATH } from "./main-path.ts";

it("[AD22] the main path of Codex, from its start to its exit", MAIN_PATH, ({ skip }) => expectMainPath(codex, skip));
