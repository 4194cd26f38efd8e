import type { DiffReport } from "../../../core/protocol/actions/changes.ts";
import { visibleText } from "../../../core/text/visible-text.ts";

export type Picture = DiffReport["pictures"][number];

/** A picture as it was, and as it is. */
export function ReviewPicture({ picture: { name, type, before, after } }: { picture: Picture }) {
  return (
    <div className="review-pictures">
      {(
        [
          ["Before", before],
          ["Now", after],
        ] as const
      ).map(([when, bytes]) => (
        <figure key={when}>
          <figcaption className="quiet-words">{bytes === null ? `${when}: not there, or too large` : when}</figcaption>
          {bytes !== null && <img src={`data:${type};base64,${bytes}`} alt={`${when}: ${visibleText(name)}`} />}
        </figure>
      ))}
    </div>
  );
}
