import type { IgnoredKey } from "./use-key-gate.ts";

const WORDS: Record<IgnoredKey["verdict"], string> = {
  too_soon: "Too soon",
  out_of_view: "It was out of view",
};

/** Says beside the row that a key press was ignored. */
export function IgnoredNote({ ignored }: { ignored: IgnoredKey | null }) {
  return (
    <p className="ignored-key" role="status">
      {ignored !== null && (
        <>
          {WORDS[ignored.verdict]}: <kbd>{ignored.key}</kbd> did nothing. Press it again.
        </>
      )}
    </p>
  );
}
