import { costWords, countWords } from "../../../core/lists/usage-words.ts";
import { THIS_MACHINE } from "../../../core/lists/who.ts";
import type { UsageItem, UsageList, Used } from "../../../core/protocol/lists/usage.ts";

/** Most wanted first: a phone shows no more than three without scrolling. */
const COUNTS = [
  ["total", "Total"],
  ["calls", "Calls"],
  ["input", "Input"],
  ["cached", "Cached"],
  ["cache_written", "Written"],
  ["output", "Output"],
  ["reasoning", "Reasoning"],
] as const;

/** The sums, and what they add up to. */
export function UsageTable({ list: { by, items, sum } }: { list: UsageList }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="usage-scroll" tabIndex={0} aria-label="All figures">
      <table className="usage-table">
        <thead>
          <tr>
            <th scope="col">{by[0]?.toUpperCase() + by.slice(1)}</th>
            <th scope="col">Cost</th>
            {COUNTS.map(([name, words]) => (
              <th key={name} scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <UsageRow key={`${item.target} ${item.key}`} name={nameOf(item)} used={item} />
          ))}
        </tbody>
        <tfoot>
          <UsageRow name="Sum" used={sum} />
        </tfoot>
      </table>
    </section>
  );
}

function UsageRow({ name, used }: { name: string; used: Used }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{costWords(used.cost) || "–"}</td>
      {COUNTS.map(([count]) => (
        <td key={count} title={String(used[count])}>
          {countWords(used[count])}
        </td>
      ))}
    </tr>
  );
}

function nameOf({ key, target }: UsageItem): string {
  const name = key === "" ? "not known" : key;
  return target === null || target === THIS_MACHINE ? name : `${target}: ${name}`;
}
