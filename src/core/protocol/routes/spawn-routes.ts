import { z } from "zod";
import { Disposed, DisposeRequest, PresetList, Spawned, SpawnedList, SpawnRequest } from "../actions/spawn.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { REACH_FAULTS, REF_FAULTS } from "./route-faults.ts";

export const SPAWN_ROUTES = {
  list: route(ENDPOINTS.spawn.list, {
    summary: "Agents that were spawned and not disposed of",
    query: z.object({
      ref: z.string().optional().describe("Only this agent; refused in the same cases as disposing of it"),
    }),
    answer: SpawnedList,
    faults: ["E_NOT_SPAWNED", "E_DISPOSED", ...REF_FAULTS],
  }),
  presets: route(ENDPOINTS.spawn.presets, {
    summary: "Spawns that config.toml names, to be used again",
    says: "Needs the right to act, because a preset names folders, prompts and arguments.",
    access: "act",
    answer: PresetList,
  }),
  spawn: route(ENDPOINTS.spawn.spawn, {
    summary: "Start an agent in a tmux window of its own, set up to signal",
    body: SpawnRequest,
    answer: Spawned,
    status: 201,
    faults: [
      "E_AGENT_NOT_FOUND",
      "E_WORKSPACE",
      "E_NOT_A_REPOSITORY",
      "E_BRANCH_IN_USE",
      "E_PATH_EXISTS",
      "E_DISK_FULL",
      ...REACH_FAULTS,
    ],
  }),
  dispose: route(ENDPOINTS.spawn.dispose, {
    summary: "End a spawned agent, and leave everything as it was before",
    body: DisposeRequest,
    answer: Disposed,
    faults: ["E_NOT_SPAWNED", "E_DISPOSED", "E_WORKTREE_DIRTY", "E_WORKSPACE", ...REF_FAULTS, ...REACH_FAULTS],
  }),
};
