import type { Archive, Conversation } from "../adapter/conversation.ts";
import { shellQuote } from "../provision/shell-words.ts";

/** Stand for the user's home there and for agtmux's, which only the machine knows. */
const [PERSON, OWN] = ["/=person", "/=agtmux"];
const MOST_FILES = 5_000;
const LISTED = /^-\S* +\d+ +\d+ +\d+ +(\d+) +\S+ +\S+ +\S+ (\/.*)$/;

/** A conversation on another machine. */
export interface ArchivedFile {
  agent: string;
  path: string;
  size: number;
}

export interface ReadArchives {
  /** The newest first. */
  files: ArchivedFile[];
  /** Whether a path is where these files are; null if not all of them were listed. */
  covers: ((path: string) => boolean) | null;
}

interface AgentArchive {
  agent: string;
  archive: Archive;
}

/** Where agents keep their conversations on a machine of which nothing is known yet. */
export function archivesElsewhere(agents: readonly { name: string; conversation?: Conversation }[]): AgentArchive[] {
  return agents.flatMap(({ name, conversation }) =>
    conversation === undefined ? [] : [{ agent: name, archive: conversation.archive({ home: PERSON, env: {} }, OWN) }],
  );
}

/** An sh script that lists these files, if they were written in the last days. It follows no link. */
export function archiveScript(archives: readonly AgentArchive[], days: number): string {
  const folders = [
    ...new Set(pathsOf(archives).map(({ path }) => path.slice(0, path.lastIndexOf("/", path.indexOf("*"))))),
  ];
  const words = folders.map((folder) =>
    folder.startsWith(PERSON)
      ? `"$HOME"${shellQuote(folder.slice(PERSON.length))}`
      : `"$home"${shellQuote(folder.slice(OWN.length))}`,
  );
  return `printf '%s\\n' "$HOME" "$home"
find ${words.join(" ")} -type f -name '*.jsonl' -mtime -${Math.ceil(days)} -exec env LC_ALL=C ls -dnt {} + 2>/dev/null | head -n ${MOST_FILES}
exit 0`;
}

/** Reads what the script has printed. Names with line ends are left out. */
export function readArchives(text: string, archives: readonly AgentArchive[]): ReadArchives {
  const [person = "", own = "", ...lines] = text.split("\n");
  if (!person.startsWith("/") || !own.startsWith("/")) return { files: [], covers: null };
  const patterns = pathsOf(archives).map(({ agent, path }) => ({
    agent,
    pattern: patternOf(path.replace(PERSON, () => person).replace(OWN, () => own)),
  }));
  const agentOf = (path: string) => patterns.find(({ pattern }) => pattern.test(path))?.agent;
  const files = lines.flatMap((line) => {
    const [, size = "", path = ""] = LISTED.exec(line) ?? [];
    const agent = agentOf(path);
    return agent === undefined ? [] : [{ agent, path, size: Number(size) }];
  });
  return { files, covers: lines.length <= MOST_FILES ? (path) => agentOf(path) !== undefined : null };
}

function pathsOf(archives: readonly AgentArchive[]): { agent: string; path: string }[] {
  return archives.flatMap(({ agent, archive: { folder, patterns } }) =>
    patterns.map((pattern) => ({ agent, path: `${folder}/${pattern}` })),
  );
}

/** `*` stands for any part of a name. */
function patternOf(path: string): RegExp {
  const parts = path.split("*").map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]*")}$`);
}
