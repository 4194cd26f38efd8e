import { useState } from "react";
import type { ToDo } from "./read-bundle.ts";

/** Remaining work for a person. The ticks are the reader's own, and lost when the page closes. */
export function ToDoList({ items }: { items: readonly ToDo[] }) {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const tick = (title: string) => {
    const next = new Set(done);
    if (!next.delete(title)) next.add(title);
    setDone(next);
  };
  return (
    <>
      <h4>For you to do</h4>
      <ul className="to-do">
        {items.map(({ title, about, items: steps }) => (
          <li key={title}>
            <label data-done={done.has(title)}>
              <input type="checkbox" checked={done.has(title)} onChange={() => tick(title)} />
              <span>
                {title}
                {about !== "" && <span className="quiet-words bundle-about">{about}</span>}
              </span>
            </label>
            {steps.length > 0 && (
              <ul className="bundle-list">
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
