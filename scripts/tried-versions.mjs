import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The figures of docs/accuracy.json that the command tells: each agent and version that was tried here, with how many situations were read right. */
export function triedVersions(root) {
  const results = JSON.parse(readFileSync(join(root, "docs", "accuracy.json"), "utf8"));
  return results
    .filter(({ over }) => over === "here")
    .map(({ agent, version, ranOn, cells }) => {
      const verdicts = Object.values(cells).map(({ verdict }) => verdict);
      const count = (wanted) => verdicts.filter((verdict) => verdict === wanted).length;
      return { agent, version, ranOn, right: count("right"), unknown: count("unknown"), wrong: count("wrong") };
    });
}
