import { render, type ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { HistoryView } from "../web/ui/api.ts";
import type { RestoreRequest } from "../web/ui/restore-api.ts";
import { AuditPage } from "./audit-page.tsx";
import { takeToken } from "./client.ts";
import { Header, type HeaderProps } from "./header.tsx";
import { useStored } from "./hooks.ts";
import { KeysDialog, useKeys } from "./keys.tsx";
import { LogPage } from "./log-page.tsx";
import { IconButton, Stop } from "./parts/controls.tsx";
import { RedactionsPage } from "./redactions-page.tsx";
import { RestoreDialog, type Asked } from "./restore/restore-dialog.tsx";
import { go, useRoute, type Route } from "./route.ts";
import { focusTree, isOnePane, TimelineView, toTimeline } from "./timeline/timeline-view.tsx";
import { useHistory } from "./use-history.ts";
import { nameOf, printable } from "./words.ts";

/** Milliseconds for which the message about a finished action is shown. */
const STAYS = 12_000;

/** The whole page. The chosen view is in the URL, the data come from the server. */
function App() {
  const route = useRoute();
  const [style, setStyle] = useStored("snapveil-diff", ["unified", "split"]);
  const [space, setSpace] = useStored("snapveil-whitespace", ["shown", "hidden"]);
  const walk = useRef<((by: number) => void) | undefined>(undefined);
  const [said, setSaid] = useState("");
  const [showsKeys, setShowsKeys] = useState(false);
  const { history, problem, fresh, versions, connection, read } = useHistory(setSaid);
  const { asked, ask, close, done, toast, hideToast } = useAsked(history, (sentence) => {
    setSaid(sentence);
    void read();
  });
  const undo = () => ask({ kind: "undo" });

  const [keysAreOn, switchKeys] = useKeys({
    "/": () =>
      (document.getElementById("path-filter") ?? document.querySelector<HTMLElement>("input[type=search]"))?.focus(),
    "?": () => setShowsKeys(true),
    "1": () => go({ view: "timeline" }),
    "2": () => go({ view: "redactions" }),
    "3": () => go({ view: "audit" }),
    "4": () => go({ view: "log" }),
    j: () => walk.current?.(1),
    k: () => walk.current?.(-1),
    w: () => setSpace(space === "hidden" ? "shown" : "hidden"),
    d: () => setStyle(style === "split" ? "unified" : "split"),
    r: () => document.getElementById("restore")?.click(),
    u: undo,
    Escape: () => (isOnePane() ? toTimeline() : focusTree()),
  });

  useTitle(history?.worktree, route.view);

  if (connection === "refused")
    return (
      <Stop title="This page needs its token">
        Open the address that <code>snapveil ui</code> printed. The token ends with the tab and with the server.
      </Stop>
    );
  if (!history && problem !== undefined) return <Stop title="There is no answer">{problem}</Stop>;
  if (!history) return <p class="empty-note">Reading…</p>;
  return (
    <>
      <SkipLink />
      <Header
        history={history}
        view={route.view}
        connection={connection}
        onUndo={undo}
        onRedo={() => ask({ kind: "redo" })}
        onKeys={() => setShowsKeys(true)}
      />
      <Banners history={history} connection={connection} />
      <Main route={route}>
        {route.view === "redactions" && <RedactionsPage version={versions.redactions} />}
        {route.view === "audit" && <AuditPage version={versions.audit} />}
        {route.view === "log" && <LogPage version={versions.log} />}
        {route.view === "timeline" && (
          <TimelineView
            history={history}
            fresh={fresh}
            id={route.id}
            look={{ style, onStyle: setStyle, space, onSpace: setSpace }}
            walk={walk}
            onRestore={ask}
          />
        )}
      </Main>
      {asked && <RestoreDialog {...asked} onClose={close} onDone={done} />}
      {showsKeys && <KeysDialog areOn={keysAreOn} onSwitch={switchKeys} onClose={() => setShowsKeys(false)} />}
      {toast !== undefined && <Toast sentence={toast} onUndo={undo} onClose={hideToast} />}
      <p class="hidden" role="status" aria-live="polite">
        {said}
      </p>
    </>
  );
}

/** The state of the restore dialog and of the message after a restore. */
function useAsked(history: HistoryView | undefined, onDone: (sentence: string) => void) {
  const [asked, setAsked] = useState<Asked>();
  const [toast, setToast] = useState<string>();
  const ask = (request: RestoreRequest, title = "", ticked: readonly string[] = []) => {
    const scope =
      request.kind === "restore" ? history?.rows.find((row) => row.id === request.checkpoint)?.scope : undefined;
    setToast(undefined);
    setAsked({ request, title, ticked, hasTwoStates: scope !== "manual" });
  };
  const done = (sentence: string) => {
    setAsked(undefined);
    setToast(sentence);
    onDone(sentence);
  };
  return { asked, ask, done, toast, close: () => setAsked(undefined), hideToast: () => setToast(undefined) };
}

const TITLES = { timeline: "Timeline", redactions: "Redactions", audit: "Audit", log: "Log" } as const;

/** Puts the project's name into the document's title, so that browser tabs of two projects look different. */
function useTitle(worktree: string | undefined, view: Route["view"]): void {
  useEffect(() => {
    if (worktree !== undefined) document.title = `${printable(nameOf(worktree))} · ${TITLES[view]} · snapveil`;
  }, [worktree, view]);
}

/** Notices that are shown in every view. */
function Banners({ history, connection }: Pick<HeaderProps, "history" | "connection">) {
  return (
    <>
      {history.switchedOff && (
        <p class="banner" role="alert">
          <strong>snapveil is off</strong>
          {history.switchedOff.until === null ? "" : ` until ${new Date(history.switchedOff.until).toLocaleString()}`}:
          no secret is taken out, no call is checked and no checkpoint is recorded. Switch it on:{" "}
          <code>snapveil on</code>
        </p>
      )}
      {connection === "lost" && (
        <p class="banner" role="alert">
          The server does not answer. If it has ended, run <code>snapveil ui</code> again.
        </p>
      )}
    </>
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

/** The main part. In a narrow window the timeline shows either the list or the checkpoint. */
function Main({ route, children }: { readonly route: Route; readonly children: ComponentChildren }) {
  const open = route.id === undefined ? "none-open" : "one-open";
  return (
    <main id="main" tabIndex={-1} class={route.view === "timeline" ? `split ${open}` : "single"}>
      {children}
    </main>
  );
}

interface ToastProps {
  readonly sentence: string;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/**
 * The message about a finished action, with a button to undo the action. Screen readers do not read it here, but in the
 * page's live region.
 */
function Toast({ sentence, onUndo, onClose }: ToastProps) {
  useEffect(() => {
    const timer = setTimeout(onClose, STAYS);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <div class="toast">
      <span>{sentence}</span>
      <button type="button" class="link" onClick={onUndo}>
        Undo…
      </button>
      <IconButton label="Dismiss" icon="close" onPress={onClose} />
    </div>
  );
}

takeToken();
render(<App />, document.getElementById("app")!);
