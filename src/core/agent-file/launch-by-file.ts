import type { Launch } from "../adapter/launch.ts";
import { given } from "../adapter/payload.ts";
import type { Pattern } from "../pattern/pattern.ts";
import type { FileLaunch } from "./agent-file.ts";

/** How the part `[launch]` of a file starts the agent. */
export function launchOf(launch: FileLaunch, read: (source: string) => Pattern): Launch {
  const { program, args, models, model, prompt, instructions } = launch;
  const isModel = models === undefined ? null : read(models);
  return {
    program,
    reads: () => (instructions === undefined ? [] : [[instructions]]),
    instructions: instructions === undefined ? { by: "none" } : { by: "file", names: () => [instructions] },
    ...given({
      args,
      model:
        model &&
        ((name: string) => (isModel?.test(name) ? model.map((word) => word.replaceAll("{model}", () => name)) : null)),
      prompt: prompt && ((text: string) => prompt.map((word) => word.replaceAll("{prompt}", () => text))),
    }),
  };
}
