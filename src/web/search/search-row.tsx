import type { SearchHit } from "../../core/protocol/search/search.ts";
import { visibleText } from "../../core/text/visible-text.ts";
import { Link } from "../common/link.tsx";
import { useQuery } from "../common/router.ts";
import { Age } from "../components/age.tsx";
import { foundPath } from "./search-words.ts";

const WHO: Record<SearchHit["kind"], string> = { prompt: "you", words: "", call: "tool", result: "result" };

/** A turn that was found: where and when, and the words in their text. */
export function SearchRow({
  hit: { ref, pane, agent, is_sub_agent, target, project, at, kind, snippet },
}: {
  hit: SearchHit;
}) {
  const [query] = useQuery();
  return (
    <li>
      <Link className="found-link" href={foundPath(ref, query.get("q") ?? "")}>
        <span className="found-where">
          <strong>{visibleText(agent)}</strong> {is_sub_agent && "sub-agent "}
          <span className="found-project">{visibleText(`${target === null ? "" : `${target}:`}${project ?? ""}`)}</span>
          {pane !== null && <span>live</span>}
          <Age since={at} />
        </span>
        <span className="found-text">
          {WHO[kind] !== "" && <span className="found-who">{WHO[kind]}: </span>}
          {snippet.map(({ text, is_hit }, n) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change order
            return is_hit ? <mark key={n}>{visibleText(text)}</mark> : <span key={n}>{visibleText(text)}</span>;
          })}
        </span>
      </Link>
    </li>
  );
}
