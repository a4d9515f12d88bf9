import { useEffect, useState } from "preact/hooks";

import type { AuditPlaces, AuditResult, AuditView } from "../../web/ui/api.ts";
import { getJson, post, sentenceOf } from "../client.ts";
import { Picture } from "../parts/icons.tsx";
import { useNow } from "../parts/use-now.ts";
import { ago, counted, number, printable, size } from "../words.ts";
import { FindingLine } from "./finding-line.tsx";

/** Findings that are drawn at once. */
const SHOWN = 100;

const CHOICES: readonly (readonly [keyof AuditPlaces, string])[] = [
  ["files", "files of this worktree"],
  ["history", "git history"],
  ["checkpoints", "checkpoints"],
];

/** Searches for secrets that are written down, and what the last search found. */
export function AuditPage({ version }: { readonly version: number }) {
  const [view, setView] = useState<AuditView>();
  const [problem, setProblem] = useState<string>();
  const [places, setPlaces] = useState<AuditPlaces>({ files: true, history: false, checkpoints: false });
  useEffect(() => {
    getJson<AuditView>("/api/audit").then(setView, (error: unknown) => setProblem(sentenceOf(error)));
  }, [version]);
  const start = () => {
    setProblem(undefined);
    post("/api/audit", places).catch((error: unknown) => setProblem(sentenceOf(error)));
  };
  const running = view?.running ?? null;
  const failed = problem ?? view?.failure ?? undefined;
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
          {CHOICES.map(([place, label]) => (
            <label class="choice" key={place}>
              <input
                type="checkbox"
                checked={places[place]}
                onChange={(event) => setPlaces({ ...places, [place]: event.currentTarget.checked })}
              />{" "}
              {label}
            </label>
          ))}
        </fieldset>
        <button
          type="button"
          class="button primary"
          id="run-audit"
          disabled={running !== null || !Object.values(places).some(Boolean)}
          onClick={start}
        >
          <Picture name="search" />
          {running ? "Searching…" : "Search now"}
        </button>
      </div>
      {running && (
        <p class="audit-progress">
          <progress
            aria-label="Progress of the audit"
            {...(running.total > running.bytes && { max: running.total, value: running.bytes })}
          />{" "}
          {size(running.bytes)}
          {running.total > running.bytes ? ` of ${size(running.total)}` : ""}
        </p>
      )}
      {failed !== undefined && (
        <p class="notice danger" role="alert">
          <Picture name="warning" /> {failed}
        </p>
      )}
      {view && !view.result && !running && <p class="empty-note">No search was made from here yet.</p>}
      {view?.result && <Result result={view.result} />}
    </section>
  );
}

function Result({ result }: { readonly result: AuditResult }) {
  const [filter, setFilter] = useState("");
  const [limit, setLimit] = useState(SHOWN);
  const now = useNow();
  const { findings, unread, warnings } = result;
  const wanted = filter.toLowerCase();
  const shown = findings.filter(({ name, kind }) => name.toLowerCase().includes(wanted) || kind.includes(wanted));
  const searched = CHOICES.filter(([place]) => result.places[place]).map(([, label]) => label);
  return (
    <>
      <p class={findings.length > 0 ? "notice warning" : "notice good"} role="status">
        <Picture name={findings.length > 0 ? "warning" : "check"} />
        <span>
          <strong>{findings.length > 0 ? counted(findings.length + result.more, "finding") : "Nothing found"}</strong>
          {` in ${searched.join(", ")}: `}
          {counted(result.sources, "text")}, {size(result.bytes)}, {ago(result.at, now)}
          {result.allowed > 0 ? `; ${number(result.allowed)} allowed` : ""}
          {unread.length > 0 ? `; ${number(unread.length)} could not be read` : ""}.
        </span>
      </p>
      {warnings.map((sentence) => (
        <p class="file-note" key={sentence}>
          {printable(sentence)}
        </p>
      ))}
      {findings.length > 5 && (
        <label class="field search">
          <span class="hidden">Only findings whose path or kind holds</span>
          <Picture name="search" />
          <input
            type="search"
            placeholder="Filter by path or kind"
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value.trim())}
          />
        </label>
      )}
      <ul class="findings">
        {shown.slice(0, limit).map((finding, at) => (
          <FindingLine key={at} finding={finding} />
        ))}
      </ul>
      {shown.length > limit && (
        <button type="button" class="gap-button whole" onClick={() => setLimit(limit + 5 * SHOWN)}>
          Show more of {counted(shown.length, "finding")}
        </button>
      )}
      {unread.length > 0 && (
        <details class="file-index">
          <summary>{counted(unread.length, "text")} could not be read</summary>
          <ul>
            {unread.map(({ name, why }) => (
              <li key={name}>
                <span class="path">{printable(name)}</span> <span class="quiet-text">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
