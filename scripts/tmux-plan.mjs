import { quoted } from "./quoted.mjs";
/** Decides which versions of tmux are tested and where they come from, without side effects. */

/** Debian's suites, oldest first. A moving suite has no fixed version: it is tested with its current one. */
export const TMUX_SUITES = [
  { suite: "bookworm", version: "3.3a" },
  { suite: "trixie", version: "3.5a" },
  { suite: "forky", version: null },
  { suite: "sid", version: null },
];

/** Parses `[VERSION…] [--only FILE]… [--long]`, or returns what is wrong with it. */
export function readTmuxArguments(args) {
  const asked = { versions: [], files: [], isLong: false };
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at];
    if (argument === "--long") asked.isLong = true;
    else if (argument === "--only") {
      at += 1;
      if (args[at] === undefined) return { fault: "--only needs a file" };
      asked.files.push(args[at]);
    } else if (/^\d/.test(argument)) asked.versions.push(argument);
    else return { fault: `${argument} is neither a version of tmux, nor --only FILE, nor --long` };
  }
  return asked;
}

/** This machine's mirror, from `apt-get indextargets` in MIRROR_FORMAT; null if there is none of Debian's archive. */
export function mirrorIn(indexTargets) {
  const lines = indexTargets.split("\n").map((line) => line.split(" "));
  // security and third parties use other suites
  const found = lines.find(([uri]) => /\/debian\/?$/.test(uri));
  return found?.[0] ?? null;
}

export const MIRROR_FORMAT = "$(REPO_URI) $(RELEASE)";

/** The upstream version of a Debian package: "1:3.7c-1+b1" is 3.7c. */
export function upstreamVersion(debianVersion) {
  return debianVersion.replace(/^\d+:/, "").replace(/-[^-]*$/, "");
}

/**
 * A script that runs tmux with its own libc. The library path is an argument of the loader, not a variable, which every
 * program in the panes would inherit. The paths are absolute, because tests also call it through symlinks.
 */
export function tmuxWrapper({ loader, libraries, binary }) {
  return `#!/bin/sh\nexec ${quoted(loader)} --library-path ${quoted(libraries.join(":"))} ${quoted(binary)} "$@"\n`;
}

/** One line per version: its counts, or why there are none. */
export function versionsTable(results) {
  const counts = ["passed", "failed", "skipped"];
  const names = [["version", ""], ...results.map(({ suite, version }) => [`tmux ${version ?? "?"}`, `(${suite})`])];
  const widths = [0, 1].map((column) => Math.max(...names.map((name) => name[column].length)));
  const rests = [
    counts.join("  "),
    ...results.map(
      (result) => result.missing ?? counts.map((each) => `${result[each]}`.padStart(each.length)).join("  "),
    ),
  ];
  return names
    .map((name, row) => [...name.map((cell, column) => cell.padEnd(widths[column])), rests[row]].join("  "))
    .join("\n");
}
