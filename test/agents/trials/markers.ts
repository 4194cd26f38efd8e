import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { call, say, shell } from "../model/play.ts";
import type { Scene } from "../scenes.ts";
import type { Situation } from "../situations.ts";

const MARKER = "--<[schmux:error:example]>--";

function said(situation: Situation, words: string): Scene {
  return {
    covers: [situation],
    play: async (stage) => {
      stage.as(situation);
      const task = await stage.prompt(say(words));
      stage.truth("done", "completed", await task.when("answered"));
      await stage.settle();
      stage.end();
      stage.as(null);
    },
  };
}

const printed: Scene = {
  covers: ["marker in a printed file"],
  play: async (stage) => {
    stage.as("marker in a printed file");
    writeFileSync(join(stage.pane.work, "NOTES.md"), `# Notes\n\nPrint this to report a failure:\n\n${MARKER}\n`);
    const play = call(shell("cat NOTES.md && touch printed"), say("I have read it.", { afterMs: 3_000 }));
    const task = await stage.promptForApproval(play);
    stage.truth("approved", "running", await stage.pane.press(stage.agent.keys.approve));
    stage.truth("done", "completed", await task.when("answered"));
    await stage.settle();
    stage.end();
    stage.as(null);
  },
};

/** Shown, not said. */
export const MARKERS: readonly Scene[] = [
  said("marker in a fenced block", `To report a failure, print:\n\n\`\`\`\n${MARKER}\n\`\`\`\n\nThat is all.`),
  said("marker in prose", `I would print ${MARKER} if it had failed, which it has not.`),
  printed,
];
