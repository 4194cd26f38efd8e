import { it } from "vitest";
import { claude } from "./agents/claude.ts";
import { expectMainPath, MAIN_PATH } from "./main-path.ts";

it("[AD22] the main path of Claude Code, from its start to its exit", MAIN_PATH, ({ skip }) =>
  expectMainPath(claude, skip),
);
