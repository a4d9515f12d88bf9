import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

import type { RestoreRequest } from "../web/ui/api.ts";
import { AuditPage } from "./audit/audit-page.tsx";
import type { DiffStyle } from "./checkpoint/diff-table.tsx";
import { Header } from "./header.tsx";
import { KeysDialog } from "./parts/keys-dialog.tsx";
import { Stop } from "./parts/stop.tsx";
import { Toast } from "./parts/toast.tsx";
import { useKeys } from "./parts/use-keys.ts";
import { RedactionsPage } from "./redactions/redactions-page.tsx";
import { RestoreDialog } from "./restore/restore-dialog.tsx";
import { useRoute, type Route } from "./route.ts";
import { focusTree, isOnePane, TimelineView, toTimeline } from "./timeline-view.tsx";
import { useHistory } from "./use-history.ts";

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
  const [style, setStyle] = useState<DiffStyle>(() => (localStorage.getItem(STYLE) === "split" ? "split" : "unified"));
  const [asked, setAsked] = useState<Asked>();
  const [toast, setToast] = useState<string>();
  const [said, setSaid] = useState("");
  const [showsKeys, setShowsKeys] = useState(false);
  const { history, problem, fresh, versions, connection, read } = useHistory(setSaid);
  useEffect(() => localStorage.setItem(STYLE, style), [style]);

  const ask = (request: RestoreRequest, title = "", ticked: readonly string[] = []) => {
    const scope =
      request.kind === "restore" ? history?.rows.find((row) => row.id === request.checkpoint)?.scope : undefined;
    setToast(undefined);
    setAsked({ request, title, ticked, hasTwoStates: scope !== "manual" });
  };
  const [keysAreOn, switchKeys] = useKeys({
    "/": focusFilter,
    "?": () => setShowsKeys(true),
    "1": () => go({ view: "timeline" }),
    "2": () => go({ view: "redactions" }),
    "3": () => go({ view: "audit" }),
    d: () => setStyle(style === "split" ? "unified" : "split"),
    r: () => document.getElementById("restore")?.click(),
    u: () => ask({ kind: "undo" }),
    Escape: () => (isOnePane() ? toTimeline(go) : focusTree()),
  });

  if (connection === "refused") return <NoToken />;
  if (!history && problem !== undefined) return <Stop title="There is no answer">{problem}</Stop>;
  if (!history) return <p class="empty-note">Reading…</p>;
  const undo = () => ask({ kind: "undo" });
  const done = (sentence: string) => {
    setAsked(undefined);
    setToast(sentence);
    setSaid(sentence);
    void read();
  };
  return (
    <>
      <SkipLink />
      <Header
        history={history}
        route={route}
        go={go}
        connection={connection}
        onUndo={undo}
        onRedo={() => ask({ kind: "redo" })}
        onKeys={() => setShowsKeys(true)}
      />
      {connection === "lost" && <LostNote />}
      <Main route={route}>
        {route.view === "redactions" && <RedactionsPage version={versions.redactions} />}
        {route.view === "audit" && <AuditPage version={versions.audit} />}
        {route.view === "timeline" && (
          <TimelineView
            history={history}
            fresh={fresh}
            id={route.id}
            go={go}
            style={style}
            onStyle={setStyle}
            onRestore={ask}
          />
        )}
      </Main>
      {asked && <RestoreDialog {...asked} onClose={() => setAsked(undefined)} onDone={done} />}
      {showsKeys && <KeysDialog areOn={keysAreOn} onSwitch={switchKeys} onClose={() => setShowsKeys(false)} />}
      {toast !== undefined && (
        <Toast sentence={toast} action={{ label: "Undo…", run: undo }} onClose={() => setToast(undefined)} />
      )}
      <p class="hidden" role="status" aria-live="polite">
        {said}
      </p>
    </>
  );
}

function focusFilter(): void {
  (document.getElementById("path-filter") ?? document.querySelector<HTMLElement>("input[type=search]"))?.focus();
}

function NoToken() {
  return (
    <Stop title="This page needs its token">
      Open the address that <code>snapveil ui</code> printed. The token ends with the tab and with the server.
    </Stop>
  );
}

function SkipLink() {
  return (
    <a
      class="skip"
      href="#main"
      onClick={(event) => (event.preventDefault(), document.getElementById("main")?.focus())}
    >
      Skip to the content
    </a>
  );
}

function LostNote() {
  return (
    <p class="banner" role="alert">
      The server does not answer. If it has ended, run <code>snapveil ui</code> again.
    </p>
  );
}

/** Where the view stands. A narrow window shows only one half of the timeline's. */
function Main({ route, children }: { readonly route: Route; readonly children: ComponentChildren }) {
  const open = route.view === "timeline" && route.id !== undefined ? "one-open" : "none-open";
  return (
    <main id="main" tabIndex={-1} class={route.view === "timeline" ? `split ${open}` : "single"}>
      {children}
    </main>
  );
}
