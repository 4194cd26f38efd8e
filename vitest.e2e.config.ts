import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import base from "./vitest.config.ts";
import { WITH_TMUX } from "./vitest.unit.config.ts";

/** The main paths of the suites that have a command of their own. `npm test` has twelve minutes on two cores. */
const MAIN_PATHS = {
  remote: ["actions", "respawn", "servers", "spawn", "targets"],
  page: ["approval", "begun-text", "keys", "limits", "page", "target", "terminal-input"],
  locks: ["canary-remote", "documents", "tcp-access", "hidden-text", "names", "oversized", "payload-paths", "secrets"],
  faults: ["database", "queue", "upgrade"],
};

/** Files that take more than half a minute, longest first. */
const LONG = [
  ...["page/keys", "e2e/markers", "e2e/daemon", "e2e/cli", "e2e/restart", "e2e/resume", "e2e/terminal", "e2e/classify"],
  ...["e2e/send", "e2e/spawn", "e2e/agents", "e2e/questions", "e2e/visits", "e2e/notify", "e2e/kill"],
  ...["remote/actions", "e2e/devices", "e2e/watch-screen", "e2e/binding", "e2e/lists", "e2e/spool", "e2e/start"],
  ...["locks/secrets", "e2e/api", "e2e/fleet", "e2e/levels"],
];

/** Begins with long files: one that begins last would run alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return rank < 0 ? LONG.length : rank;
    };
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** Tests that start daemons, tmux servers, ssh and browsers, and mostly wait for them. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      "test/{accuracy,agents,e2e}/**/*.test.ts",
      ...Object.entries(MAIN_PATHS).flatMap(([suite, names]) => names.map((name) => `test/${suite}/${name}.test.ts`)),
      ...WITH_TMUX,
    ],
    maxWorkers: 5,
    sequence: { sequencer: LongFirst },
  },
});
