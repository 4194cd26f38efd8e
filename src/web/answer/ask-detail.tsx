import type { Question } from "../../core/protocol/actions/questions.ts";
import { TextLines } from "../components/text-lines.tsx";

type About = Pick<Question, "detail" | "is_diff" | "from_screen">;

/** The command, diff or arguments of a question, as plain text and never shortened; long text scrolls. */
export function AskDetail({ question: { detail = "", is_diff = false, from_screen = false } }: { question: About }) {
  return (
    <div className="ask-detail">
      {detail !== "" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <pre tabIndex={0}>
          <TextLines text={detail} isDiff={is_diff} />
        </pre>
      )}
      {from_screen && (
        <p className="quiet-words">
          Read from the agent’s screen, which may not show all of it. Open the pane to see the rest.
        </p>
      )}
    </div>
  );
}
