import { useMemo, useState } from "preact/hooks";

import type { AuditPlaces, AuditResult, AuditRow } from "../web/ui/report-api.ts";
import { post, sentenceOf } from "./client.ts";
import { useNow } from "./hooks.ts";
import { LongList, SearchField } from "./parts/controls.tsx";
import { Picture } from "./parts/icons.tsx";
import { ago, counted, number, printable, size } from "./words.ts";

/** How many secrets are drawn at first, and how many more at each press. */
const SHOWN = 100;

/** The marker that replaces a secret. */
const MARKER = /(\[REDACTED(?::[a-z0-9-]+)?\])/;

/** The places that an audit searches, with their labels. */
export const PLACES: readonly (readonly [keyof AuditPlaces, string])[] = [
  ["files", "files of this worktree"],
  ["history", "git history"],
  ["checkpoints", "checkpoints"],
];

/** The secrets that an audit found, with a field to filter these. */
export function Result({ result }: { readonly result: AuditResult }) {
  const [filter, setFilter] = useState("");
  const now = useNow();
  const { findings, unread, warnings } = result;
  const secrets = useMemo(() => secretsOf(findings), [findings]);
  const wanted = filter.toLowerCase();
  const shown = secrets.filter(
    ({ kind, places }) => kind.includes(wanted) || places.some(({ name }) => name.toLowerCase().includes(wanted)),
  );
  const searched = PLACES.filter(([place]) => result.places[place]).map(([, label]) => label);
  const count = findings.length + result.more;
  return (
    <>
      <p class={count > 0 ? "notice warning" : "notice good"} role="status">
        <Picture name={count > 0 ? "warning" : "check"} />
        <span>
          <strong>{count > 0 ? counted(secrets.length, "secret") : "Nothing found"}</strong>
          {count > secrets.length && ` at ${counted(count, "place")}`}
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
      {secrets.length > 5 && (
        <SearchField
          label="Only secrets whose path or kind holds"
          placeholder="Filter by path or kind"
          value={filter}
          onChange={setFilter}
        />
      )}
      <ul class="findings">
        <LongList
          isList
          items={shown}
          shown={SHOWN}
          more={`Show more of ${counted(shown.length, "secret")}`}
          draw={(secret) => <SecretLine key={secret.key} secret={secret} />}
        />
      </ul>
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

/** A secret with all places where it was found. */
interface FoundSecret extends Pick<AuditRow, "kind" | "confidence" | "excerpt" | "remediation" | "hmac"> {
  readonly key: string;
  readonly places: readonly AuditRow[];
}

/** Groups findings by fingerprint. A finding without a fingerprint is a group of its own. */
function secretsOf(findings: readonly AuditRow[]): FoundSecret[] {
  const secrets = new Map<string, AuditRow[]>();
  for (const [at, finding] of findings.entries()) {
    const key = finding.hmac ?? String(at);
    secrets.set(key, [...(secrets.get(key) ?? []), finding]);
  }
  return [...secrets].map(([key, places]) => ({ ...places[0]!, key, places }));
}

/** A secret: its redacted line, its places, advice, and a button to allow it. */
function SecretLine({ secret }: { readonly secret: FoundSecret }) {
  const { kind, confidence, excerpt, remediation, hmac, places } = secret;
  const [problem, setProblem] = useState<string>();
  const allow = () => void post("/api/allow", { hmac }).catch((error: unknown) => setProblem(sentenceOf(error)));
  return (
    <li class="finding">
      <p class="finding-place">
        <Place place={places[0]!} />
        <span class="tag kind">{kind}</span>
        {confidence === "low" && <span class="tag">perhaps</span>}
        {hmac !== undefined && (
          <button
            type="button"
            class="button small"
            aria-label={`Allow this ${kind}: it is no secret`}
            title="Its salted digest goes into .snapveilignore of this project"
            onClick={allow}
          >
            Allow
          </button>
        )}
      </p>
      <pre class="excerpt">
        {printable(excerpt)
          .split(MARKER)
          .map((part, at) => (MARKER.test(part) ? <mark key={at}>{part}</mark> : part))}
      </pre>
      {places.length > 1 && (
        <details class="finding-places">
          <summary>{counted(places.length - 1, "more place")}</summary>
          <ul>
            <LongList
              isList
              items={places.slice(1)}
              shown={SHOWN}
              more={`Show more of ${counted(places.length - 1, "place")}`}
              draw={(place, at) => (
                <li key={at}>
                  <Place place={place} />
                </li>
              )}
            />
          </ul>
        </details>
      )}
      <p class="quiet-text">
        <WithLinks text={remediation} />
      </p>
      {problem !== undefined && (
        <p class="notice danger" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

function Place({ place: { name, line, column, commit, origin } }: { readonly place: AuditRow }) {
  const from =
    commit !== undefined ? `commit ${commit.slice(0, 10)}` : origin === "checkpoint" ? "a checkpoint" : undefined;
  return (
    <>
      <span class="path">
        {printable(name)}
        <span class="quiet-text">
          :{line}:{column}
        </span>
      </span>
      {from !== undefined && <span class="tag">{from}</span>}
    </>
  );
}

/** A sentence of snapveil with clickable URLs. `noreferrer` hides this page's URL from the linked page. */
function WithLinks({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(https:\/\/[\w.~/?=&%-]*[\w/])/).map((part, at) =>
        part.startsWith("https://") ? (
          <a key={at} href={part} target="_blank" rel="noopener noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}
