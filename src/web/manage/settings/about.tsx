import type { Client } from "../../../client/client.ts";
import { Age } from "../../components/age.tsx";
import { LoadNotice } from "../parts/load-notice.tsx";
import { useLoaded } from "../parts/use-asked.ts";

const EVERY_MS = 10_000;
const askHealth = (client: Client) => client.health();

/** The daemon's version, process and problems. */
export function About() {
  const asked = useLoaded(askHealth, EVERY_MS);
  const status = asked.value;
  return (
    <section className="block about" aria-labelledby="about-title">
      <h2 id="about-title">About</h2>
      <LoadNotice what="The daemon" asked={asked} />
      {status !== null && (
        <>
          <dl className="facts">
            <Fact name="agtmux">
              {status.version ?? "of no known version"}
              {status.build != null && (
                <>
                  , build <code>{status.build.slice(0, 12)}</code>
                </>
              )}
            </Fact>
            <Fact name="Daemon">
              pid {status.pid ?? "unknown"}
              {status.started_at != null && (
                <>
                  , runs for <Age since={status.started_at} />
                </>
              )}
            </Fact>
            {status.home != null && (
              <Fact name="Home">
                <code>{status.home}</code>
              </Fact>
            )}
          </dl>
          <h3>Problems</h3>
          {status.problems.length === 0 && <p className="quiet-words">The daemon knows of none.</p>}
          <ul className="rows">
            {status.problems.map(({ code, message, since }) => (
              <li key={`${code} ${message}`} className="problem">
                {message} <code>{code}</code>{" "}
                <span className="quiet-words">
                  for <Age since={since} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
