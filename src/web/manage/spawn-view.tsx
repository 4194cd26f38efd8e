import type { Client } from "../../client/client.ts";
import { useAsked } from "./parts/use-asked.ts";
import { ResumableAgents } from "./spawn/resumable-agents.tsx";
import { SpawnForm } from "./spawn/spawn-form.tsx";
import { SpawnedAgents } from "./spawn/spawned-agents.tsx";
import "./manage.css";

const EVERY_MS = 10_000;
const askSpawned = (client: Client) => client.spawned();
const askResumable = (client: Client) => client.resumable();

export default function SpawnView() {
  const spawned = useAsked(askSpawned, EVERY_MS);
  const resumable = useAsked(askResumable, EVERY_MS);
  return (
    <div className="manage two-columns">
      <header className="manage-head">
        <h1>Spawn</h1>
        <p className="quiet-words">Start an agent in a tmux window of its own, taught to signal.</p>
      </header>
      <section className="block" aria-labelledby="new-agent-title">
        <h2 id="new-agent-title">New agent</h2>
        <SpawnForm onSpawned={() => void spawned.again()} />
      </section>
      <div className="blocks">
        <SpawnedAgents asked={spawned} />
        <ResumableAgents asked={resumable} />
      </div>
    </div>
  );
}
