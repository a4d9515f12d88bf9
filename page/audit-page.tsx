import { useState } from "preact/hooks";

import type { AuditPlaces, AuditView } from "../web/ui/report-api.ts";
import { getJson, post, sentenceOf } from "./client.ts";
import { useLoaded } from "./hooks.ts";
import { Choice } from "./parts/controls.tsx";
import { Picture } from "./parts/icons.tsx";
import { size } from "./words.ts";
import { PLACES, Result } from "./audit-result.tsx";

/** The view in which a person starts an audit and sees the findings of the last audit. */
export function AuditPage({ version }: { readonly version: number }) {
  const { value: view, problem } = useLoaded(() => getJson<AuditView>("/api/audit"), [version]);
  const [refusal, setRefusal] = useState<string>();
  const [places, setPlaces] = useState<AuditPlaces>({ files: true, history: false, checkpoints: false });
  const start = () => {
    setRefusal(undefined);
    post("/api/audit", places).catch((error: unknown) => setRefusal(sentenceOf(error)));
  };
  const running = view?.running;
  const failed = problem ?? refusal ?? view?.failure ?? undefined;
  return (
    <section class="page" aria-labelledby="audit-title">
      <h1 id="audit-title">Audit</h1>
      <p class="lead">
        Secrets that are written down already in this worktree, with their places. Neither this page nor the stored
        result holds one. <code>snapveil audit --transcripts</code> looks at what agents wrote elsewhere.
      </p>
      <div class="audit-form">
        <fieldset>
          <legend>Search</legend>
          {PLACES.map(([place, label]) => (
            <Choice
              key={place}
              type="checkbox"
              checked={places[place]}
              onChange={(checked) => setPlaces({ ...places, [place]: checked })}
            >
              {label}
            </Choice>
          ))}
        </fieldset>
        <button
          type="button"
          class="button primary"
          id="run-audit"
          disabled={Boolean(running) || !Object.values(places).some(Boolean)}
          onClick={start}
        >
          <Picture name="search" />
          {running ? "Searching…" : "Search now"}
        </button>
      </div>
      {running && <Progress {...running} />}
      {failed !== undefined && (
        <p class="notice danger" role="alert">
          <Picture name="warning" /> {failed}
        </p>
      )}
      {view && !view.result && !running && <p class="empty-note">Nothing was searched yet.</p>}
      {view?.result && <Result result={view.result} />}
    </section>
  );
}

function Progress({ bytes, total }: { readonly bytes: number; readonly total: number }) {
  const isKnown = total > bytes;
  return (
    <p class="audit-progress">
      <progress aria-label="Progress of the audit" {...(isKnown && { max: total, value: bytes })} /> {size(bytes)}
      {isKnown && ` of ${size(total)}`}
    </p>
  );
}
