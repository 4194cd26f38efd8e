import type { ChannelItem, NotifyTested } from "../../core/protocol/notify/notify.ts";
import { Age } from "../components/age.tsx";
import { useLive } from "../live/use-live.ts";
import { FaultLine } from "../manage/parts/fault-line.tsx";
import { useAction } from "../pane/actions/use-action.ts";
import { countWords, healthOf, kindName } from "./channel-words.ts";

/** One channel: its kind, its last result, and a test button. */
export function ChannelRow({ item, onTried }: { item: ChannelItem; onTried(): Promise<void> }) {
  const { client } = useLive();
  const { state, run } = useAction<NotifyTested>();
  const { name } = item;
  const tryIt = async () => {
    await run(() => client.testChannel(name));
    await onTried();
  };
  return (
    <li className="row channel" data-health={healthOf(item)}>
      <div className="row-words">
        <p>
          <span className="agent">{name}</span> <span className="quiet-words">{kindName(item)}</span>
        </p>
        <p className="quiet-words">
          <LastWords item={item} />
        </p>
        <div role="status">{state.phase === "done" && <p>The test was sent. Did it arrive?</p>}</div>
        {state.phase === "refused" && <FaultLine what={`Test ${name}`} fault={state.fault} />}
      </div>
      <div className="row-actions">
        <button type="button" className="button" disabled={state.phase === "doing"} onClick={() => void tryIt()}>
          Test {name}
        </button>
      </div>
    </li>
  );
}

function LastWords({ item }: { item: ChannelItem }) {
  const { fault, last_failure, last_failed_at, last_sent_at } = item;
  const counted = countWords(item);
  return (
    <>
      {fault !== null && <strong>{fault}. </strong>}
      {last_failure !== null && (
        <>
          Failed <Age since={last_failed_at} /> ago: <strong>{last_failure}</strong>.{" "}
        </>
      )}
      {last_sent_at === null ? (
        "Nothing was sent yet"
      ) : (
        <>
          Last sent <Age since={last_sent_at} /> ago
        </>
      )}
      {counted !== "" && `; ${counted}`}.
    </>
  );
}
