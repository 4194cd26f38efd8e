import { describe, expect, it } from "vitest";
import { releaseFaults } from "./release-check.mjs";

const repository = { type: "git", url: "git+https://github.com/someone/agtmux.git" };
const bugs = { url: "https://github.com/someone/agtmux/issues" };
const ready = {
  tag: "v1.2.3",
  manifest: { version: "1.2.3", repository, bugs },
  lock: { version: "1.2.3", packages: { "": { version: "1.2.3" } } },
  changelog:
    "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-01-31\n\n### Added\n\n- A thing.\n\n## [1.2.2] - 2026-01-01\n",
  builtFrom: "someone/agtmux",
};

describe("releaseFaults", () => {
  it("[PK22] finds nothing wrong if tag, version, lock file, changelog and repository fit", () => {
    expect(releaseFaults(ready)).toEqual([]);
    expect(releaseFaults({ ...ready, builtFrom: undefined })).toEqual([]);
    const short = { ...ready.manifest, repository: "github:someone/agtmux" };
    expect(releaseFaults({ ...ready, manifest: short })).toEqual([]);
  });

  it.each([
    ["a tag of another version", { tag: "v1.2.4" }, /The tag is v1\.2\.4, and the version .* is 1\.2\.3/],
    ["a tag without v", { tag: "1.2.3" }, /The tag is 1\.2\.3/],
    ["an old lock file", { lock: { version: "1.2.3", packages: { "": { version: "1.2.2" } } } }, /package-lock/],
    ["no section", { changelog: "## [Unreleased]\n\n- A thing.\n" }, /no section "## \[1\.2\.3\] - DATE"/],
    ["a section without a date", { changelog: "## [1.2.3]\n\n- A thing.\n" }, /has no date/],
    ["an empty section", { changelog: "## [1.2.3] - 2026-01-31\n\n## [1.2.2] - 2026-01-01\n\n- Old.\n" }, /no entry/],
    ["no repository", { manifest: { version: "1.2.3", bugs } }, /has no "repository" \(someone\/agtmux\)/],
    ["no address for faults", { manifest: { version: "1.2.3", repository } }, /has no "bugs"/],
    ["another repository", { builtFrom: "else/agtmux" }, /agtmux\.git, and this is else\/agtmux/],
  ])("[PK22] names %s, and nothing else", (_what, changed, expected) => {
    expect(releaseFaults({ ...ready, ...changed })).toEqual([expect.stringMatching(expected)]);
  });

  it("[PK22] names every fault at once", () => {
    expect(releaseFaults({ ...ready, tag: "v2.0.0", changelog: "", builtFrom: "else/agtmux" })).toHaveLength(3);
  });
});
