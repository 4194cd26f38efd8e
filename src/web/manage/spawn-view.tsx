import { useState } from "react";
import type { Client } from "../../client/client.ts";
import type { SpawnedItem } from "../../core/protocol/actions/spawn.ts";
import { PageHead } from "../common/page-head.tsx";
import { useLoaded } from "./parts/use-asked.ts";
import { ResumableAgents } from "./spawn/resumable-agents.tsx";
import { sameAgain } from "./spawn/spawn-choices.ts";
import { SpawnForm } from "./spawn/spawn-form.tsx";
import type { SpawnValues } from "./spawn/spawn-values.ts";
import { SpawnedAgents } from "./spawn/spawned-agents.tsx";
import "./manage.css";

const EVERY_MS = 10_000;
const NONE: readonly SpawnedItem[] = [];
const askSpawned = (client: Client) => client.spawned();
const askResumable = (client: Client) => client.resumable();

export default function SpawnView() {
  const spawned = useLoaded(askSpawned, EVERY_MS);
  const [given, setGiven] = useState<SpawnValues | null>(null);
  const resumable = useLoaded(askResumable, EVERY_MS);
  return (
    <>
      <PageHead title="Spawn">Start an agent in a tmux window of its own</PageHead>
      <div className="manage two-columns">
        <section className="block" aria-labelledby="new-agent-title">
          <h2 id="new-agent-title">New agent</h2>
          <SpawnForm spawned={spawned.value?.items ?? NONE} given={given} onSpawned={() => void spawned.again()} />
        </section>
        <div className="blocks">
          <SpawnedAgents asked={spawned} onAgain={(item) => setGiven(sameAgain(item))} />
          <ResumableAgents asked={resumable} />
        </div>
      </div>
    </>
  );
}
