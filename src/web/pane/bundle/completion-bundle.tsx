import type { Bundle } from "./read-bundle.ts";
import { ToDoList } from "./to-do-list.tsx";

/** The agent's report on its finished work. All of it is rendered as text. */
export function CompletionBundle({ bundle }: { bundle: Bundle }) {
  const { type, summary, quality, toDo, suggested, intel } = bundle;
  return (
    <section className="bundle" aria-label={type === "complete" ? "What was done" : "For review"}>
      <h3>{type === "complete" ? "What was done" : "For review"}</h3>
      {quality.length > 0 && (
        <ul className="chips">
          {quality.map(({ name, value, mood }) => (
            <li key={name} className="chip" data-mood={mood}>
              <span className="quiet-words">{name}</span> {value}
            </li>
          ))}
        </ul>
      )}
      {summary.length > 0 && (
        <ul className="bundle-list">
          {summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {toDo.length > 0 && <ToDoList items={toDo} />}
      {suggested.length > 0 && (
        <>
          <h4>Suggested tasks</h4>
          <ul className="bundle-list">
            {suggested.map(({ title, about, marks }) => (
              <li key={title}>
                {title}{" "}
                {marks.map((mark) => (
                  <span key={mark} className="badge">
                    {mark}
                  </span>
                ))}
                {about !== "" && <span className="quiet-words bundle-about">{about}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {intel.length > 0 && (
        <dl className="facts">
          {intel.map(({ name, words }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <ul className="bundle-list">
                  {words.map((word) => (
                    <li key={word}>{name === "Files" ? <code>{word}</code> : word}</li>
                  ))}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
