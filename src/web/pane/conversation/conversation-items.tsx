import type { Item } from "../../../core/conversation/turns-of.ts";
import { visibleText } from "../../../core/text/visible-text.ts";
import { Markdown } from "./markdown.tsx";

interface Props {
  items: readonly Item[];
  onOpenRun(run: string): void;
}

/** Words, notes and tool calls in their order; a call is folded, with its result and its sub-agent inside. */
export function ConversationItems({ items, onOpenRun }: Props) {
  return items.map((item) => <OneItem key={`${item.kind} ${item.run} ${item.id}`} item={item} onOpenRun={onOpenRun} />);
}

function OneItem({ item, onOpenRun }: { item: Item; onOpenRun(run: string): void }) {
  switch (item.kind) {
    case "prompt":
      return <p className="talk-prompt">{visibleText(item.text)}</p>;
    case "words":
      return (
        <div>
          <Markdown text={item.text} />
          <Cut is={item.is_cut} />
        </div>
      );
    case "note":
      return (
        <p className="talk-note" data-error={item.is_error}>
          {visibleText(item.text)}
        </p>
      );
    case "tool":
      return <Tool item={item} onOpenRun={onOpenRun} />;
    default:
      return item satisfies never;
  }
}

function Tool({ item, onOpenRun }: { item: Extract<Item, { kind: "tool" }>; onOpenRun(run: string): void }) {
  const { tool, argument, text, is_cut, result, sub_agent } = item;
  const isOpened = (open: boolean) => open && sub_agent !== null && onOpenRun(sub_agent.run);
  const state = result === null ? "no result yet" : result.is_error ? "failed" : "done";
  return (
    <details className="talk-tool" data-result={state} onToggle={(event) => isOpened(event.currentTarget.open)}>
      <summary>
        <span className="talk-tool-name">{visibleText(tool)}</span>{" "}
        <span className="talk-argument">{visibleText(argument)}</span>
        <span className="talk-outcome">{state === "done" ? "" : state}</span>
      </summary>
      {text !== "" && <Lines text={text} is_cut={is_cut} label={`Input of ${tool}`} />}
      {sub_agent !== null && (
        <div className="talk-sub-agent">
          {sub_agent.items.length === 0 ? (
            <p className="talk-note">Nothing is known of what the sub-agent said.</p>
          ) : (
            <ConversationItems items={sub_agent.items} onOpenRun={onOpenRun} />
          )}
        </div>
      )}
      {result !== null && result.text !== "" && (
        <Lines text={result.text} is_cut={result.is_cut} label={`Result of ${tool}`} />
      )}
    </details>
  );
}

function Lines({ text, is_cut, label }: { text: string; is_cut: boolean; label: string }) {
  return (
    <section aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre tabIndex={0}>
        {visibleText(text)}
        {is_cut && "\n… cut here"}
      </pre>
    </section>
  );
}

function Cut({ is }: { is: boolean }) {
  return is ? <p className="talk-note">… cut here</p> : null;
}
