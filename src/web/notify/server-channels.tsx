import type { Client } from "../../client/client.ts";
import { CommandLine } from "../components/command-line.tsx";
import { LoadNotice } from "../manage/parts/load-notice.tsx";
import { useLoaded } from "../manage/parts/use-asked.ts";
import { ChannelRow } from "./channel-row.tsx";
import { DeadLetters } from "./dead-letters.tsx";

const EVERY_MS = 10_000;
const askNotify = (client: Client) => client.notifyStatus();

/** The channels of the daemon itself, which work without an open page. */
export function ServerChannels() {
  const asked = useLoaded(askNotify, EVERY_MS);
  const status = asked.value;
  return (
    <section className="block" aria-labelledby="channels-title">
      <h2 id="channels-title">Channels</h2>
      <p className="quiet-words">
        How the daemon tells you by itself: <code>[notify.channels]</code> in its <code>config.toml</code>, and devices
        that are told while the page is closed.
      </p>
      <LoadNotice what="Channels" asked={asked} />
      {status !== null && (
        <>
          {status.channels.length === 0 && (
            <p className="quiet-words">None yet. Switch this device on above, or write one into the settings.</p>
          )}
          <ul className="rows">
            {status.channels.map((item) => (
              <ChannelRow key={item.name} item={item} onTried={asked.again} />
            ))}
          </ul>
          {status.channels.length > 0 && (
            <>
              <h3>Rules</h3>
              <ul className="rules">
                {status.rules.map((rule) => (
                  <li key={rule}>{rule}</li>
                ))}
              </ul>
            </>
          )}
          <DeadLetters letters={status.dead} total={status.counts.dead} onRetried={asked.again} />
          <CommandLine command="agtmux notify status" />
        </>
      )}
    </section>
  );
}
