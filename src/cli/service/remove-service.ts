import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { removeMade } from "../machine/made-directories.ts";
import { fileState } from "./find-service.ts";
import type { ServiceManager } from "./service-manager.ts";

/** Stops and removes our service; returns whether there was one. Works without a session too. */
export async function removeService(service: ServiceManager, home: string): Promise<boolean> {
  if (fileState(service) !== "ours") return false;
  await service.disable();
  rmSync(service.file, { force: true });
  await service.forget();
  removeMade(home, dirname(service.file));
  return true;
}
