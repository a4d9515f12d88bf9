import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import type { HistoryView, LiveTopic, RestoreRequest } from "../web/ui/api.ts";
import { AuditPage } from "./audit/audit-page.tsx";
import { CheckpointPane } from "./checkpoint/checkpoint-pane.tsx";
import type { DiffStyle } from "./checkpoint/diff-table.tsx";
import { getJson, sentenceOf } from "./client.ts";
import { Header } from "./header.tsx";
import { KeysDialog } from "./parts/keys-dialog.tsx";
import { Toast } from "./parts/toast.tsx";
import { useKeys } from "./parts/use-keys.ts";
import { RedactionsPage } from "./redactions/redactions-page.tsx";
import { RestoreDialog } from "./restore/restore-dialog.tsx";
import { useRoute } from "./route.ts";
import { Timeline } from "./timeline/timeline.tsx";
import { useLive } from "./use-live.ts";
import { counted, titleOf } from "./words.ts";

const STYLE = "snapveil-diff";

interface Asked {
  readonly request: RestoreRequest;
  readonly title: string;
  readonly hasTwoStates: boolean;
  readonly ticked: readonly string[];
}

/** The whole page: what is shown stands in the address, what is known comes from the server. */
export function App() {
  const [route, go] = useRoute();
  const [history, setHistory] = useState<HistoryView>();
  const [problem, setProblem] = useState<string>();
  const [versions, setVersions] = useState({ redactions: 0, audit: 0 });
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [style, setStyle] = useState<DiffStyle>(() => (localStorage.getItem(STYLE) === "split" ? "split" : "unified"));
  const [asked, setAsked] = useState<Asked>();
  const [toast, setToast] = useState<string>();
  const [said, setSaid] = useState("");
  const [showsKeys, setShowsKeys] = useState(false);
  const known = useRef<HistoryView>(undefined);
  const takesFocus = useRef(false);

  const read = useCallback(async () => {
    try {
      const next = await getJson<HistoryView>("/api/history");
      const before = known.current;
      const ids = new Set(before?.rows.map(({ id }) => id));
      const added = before ? next.rows.filter(({ id }) => !ids.has(id)) : [];
      known.current = next;
      setHistory(next);
      setFresh(new Set(added.map(({ id }) => id)));
      if (added.length > 0)
        setSaid(`New: ${added.length === 1 ? titleOf(added[0]!) : counted(added.length, "checkpoint")}`);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  }, []);
  useEffect(() => void read(), []);
  const connection = useLive((topic: LiveTopic) => {
    if (topic === "history") void read();
    else setVersions((before) => ({ ...before, [topic]: before[topic] + 1 }));
  });
  useEffect(() => localStorage.setItem(STYLE, style), [style]);

  const id = route.view === "timeline" ? route.id : undefined;
  const ask = (request: RestoreRequest, title = "", ticked: readonly string[] = []) => {
    const scope =
      request.kind === "restore" ? history?.rows.find((row) => row.id === request.checkpoint)?.scope : undefined;
    setToast(undefined);
    setAsked({ request, title, ticked, hasTwoStates: scope !== "manual" });
  };
  const toTimeline = () => {
    go({ view: "timeline" });
    document.querySelector<HTMLElement>("[role=tree]")?.focus();
  };
  const select = (next: string, how: "look" | "open") => {
    takesFocus.current = how === "open" || isOnePane();
    go({ view: "timeline", id: next }, id === undefined ? "step" : "replace");
    if (next === id && takesFocus.current) document.getElementById("pane-title")?.focus({ preventScroll: true });
  };
  const [keysAreOn, switchKeys] = useKeys({
    "/": () =>
      (document.getElementById("path-filter") ?? document.querySelector<HTMLElement>("input[type=search]"))?.focus(),
    "?": () => setShowsKeys(true),
    "1": () => go({ view: "timeline" }),
    "2": () => go({ view: "redactions" }),
    "3": () => go({ view: "audit" }),
    d: () => setStyle(style === "split" ? "unified" : "split"),
    r: () => document.getElementById("restore")?.click(),
    u: () => ask({ kind: "undo" }),
    Escape: () => {
      if (isOnePane()) toTimeline();
      else document.querySelector<HTMLElement>("[role=tree]")?.focus();
    },
  });

  if (connection === "refused")
    return (
      <Stop title="This page needs its token">
        Open the address that <code>snapveil ui</code> printed. The token ends with the tab and with the server.
      </Stop>
    );
  if (!history)
    return problem === undefined ? (
      <p class="empty-note">Reading…</p>
    ) : (
      <Stop title="There is no answer">{problem}</Stop>
    );
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => (event.preventDefault(), document.getElementById("main")?.focus())}
      >
        Skip to the content
      </a>
      <Header
        history={history}
        route={route}
        go={go}
        connection={connection}
        onUndo={() => ask({ kind: "undo" })}
        onRedo={() => ask({ kind: "redo" })}
        onKeys={() => setShowsKeys(true)}
      />
      {connection === "lost" && (
        <p class="banner" role="alert">
          The server does not answer. If it has ended, run <code>snapveil ui</code> again.
        </p>
      )}
      <main
        id="main"
        tabIndex={-1}
        class={route.view === "timeline" ? (id === undefined ? "split none-open" : "split one-open") : "single"}
      >
        {route.view === "redactions" && <RedactionsPage version={versions.redactions} />}
        {route.view === "audit" && <AuditPage version={versions.audit} />}
        {route.view === "timeline" && history.rows.length === 0 && (
          <Stop title="There are no checkpoints yet">
            They appear here as soon as an agent with snapveil's hooks, or <code>snapveil snapshot</code>, records one.
            This page need not be reloaded.
          </Stop>
        )}
        {route.view === "timeline" && history.rows.length > 0 && (
          <>
            <Timeline history={history} selected={id} fresh={fresh} onSelect={select} />
            {id === undefined ? (
              <section class="pane pane-empty" aria-label="Nothing is chosen">
                <p class="empty-note">Choose a checkpoint to see what it changed.</p>
              </section>
            ) : (
              <CheckpointPane
                id={id}
                version={history}
                takesFocus={takesFocus}
                style={style}
                onStyle={setStyle}
                onBack={toTimeline}
                onRestore={ask}
              />
            )}
          </>
        )}
      </main>
      {asked && (
        <RestoreDialog
          {...asked}
          onClose={() => setAsked(undefined)}
          onDone={(sentence) => {
            setAsked(undefined);
            setToast(sentence);
            setSaid(sentence);
            void read();
          }}
        />
      )}
      {showsKeys && <KeysDialog areOn={keysAreOn} onSwitch={switchKeys} onClose={() => setShowsKeys(false)} />}
      {toast !== undefined && (
        <Toast
          sentence={toast}
          action={{ label: "Undo…", run: () => ask({ kind: "undo" }) }}
          onClose={() => setToast(undefined)}
        />
      )}
      <p class="hidden" role="status" aria-live="polite">
        {said}
      </p>
    </>
  );
}

/** Whether the window is so narrow that list and content take turns. */
function isOnePane(): boolean {
  return matchMedia("(max-width: 800px)").matches;
}

function Stop({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="stop">
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  );
}
