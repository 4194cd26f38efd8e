import { parseDiff } from "./parse-diff.ts";

const TYPES: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["bmp", "image/bmp"],
  ["ico", "image/x-icon"],
]);
const MOST_PICTURES = 6;

/** A picture that has changed. */
export interface ChangedPicture {
  name: string;
  type: string;
  /** Git's id of what it was; null if it is new. */
  blob: string | null;
  /** It was removed. */
  is_gone: boolean;
}

/** The first pictures among the binary files of a diff. */
export function picturesIn(diff: string): ChangedPicture[] {
  return parseDiff(diff)
    .flatMap(({ name, is_binary, change, text }): ChangedPicture[] => {
      const type = TYPES.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "");
      const blob = /(?<![^\n])index ([0-9a-f]{4,64})\.\./.exec(text)?.[1];
      if (!is_binary || type === undefined || blob === undefined) return [];
      return [{ name, type, blob: /^0+$/.test(blob) ? null : blob, is_gone: change === "removed" }];
    })
    .slice(0, MOST_PICTURES);
}
