import type { HistoryView } from "../web/ui/api.ts";
import { Picture, type IconName } from "./parts/icons.tsx";
import { useTheme, type Theme } from "./parts/use-theme.ts";
import { hrefOf, type Go, type Route } from "./route.ts";
import type { Connection } from "./use-live.ts";
import { printable } from "./words.ts";

const VIEWS = [
  ["timeline", "Timeline", "restore"],
  ["redactions", "Redactions", "shield"],
  ["audit", "Audit", "search"],
] as const;
const THEMES: Readonly<Record<Theme, readonly [icon: IconName, label: string]>> = {
  auto: ["auto", "as the system"],
  light: ["sun", "light"],
  dark: ["moon", "dark"],
};
const STATES: Readonly<Record<Connection, string>> = {
  connecting: "connecting",
  live: "live",
  lost: "no connection",
  refused: "refused",
};

export interface HeaderProps {
  readonly history: HistoryView;
  readonly route: Route;
  readonly go: Go;
  readonly connection: Connection;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onKeys: () => void;
}

/** Where we are, the three views, and what acts on the whole worktree. */
export function Header({ history, route, go, connection, onUndo, onRedo, onKeys }: HeaderProps) {
  const [theme, nextTheme] = useTheme();
  const [icon, label] = THEMES[theme];
  const { worktree } = history;
  const slash = Math.max(worktree.lastIndexOf("/"), worktree.lastIndexOf("\\")) + 1;
  return (
    <header class="top">
      <img src="/icon.svg" width="24" height="24" alt="snapveil" class="logo" />
      <p class="where" title={worktree}>
        <strong>{printable(worktree.slice(slash))}</strong>{" "}
        <span class="where-folder">{printable(worktree.slice(0, slash))}</span>
      </p>
      <nav class="views" aria-label="Views">
        {VIEWS.map(([view, name, picture]) => (
          <a
            key={view}
            href={hrefOf({ view })}
            {...(route.view === view && { "aria-current": "page" as const })}
            onClick={(event) => {
              event.preventDefault();
              go({ view });
            }}
          >
            <Picture name={picture} />
            <span>{name}</span>
          </a>
        ))}
      </nav>
      <span class={`live ${connection}`} role="status">
        <span class="live-dot" aria-hidden="true" />
        <span class="live-word">{STATES[connection]}</span>
      </span>
      <div class="actions">
        <button
          type="button"
          class="button quiet"
          id="undo"
          aria-label="Undo… the newest step"
          disabled={history.rows.length === 0}
          onClick={onUndo}
        >
          <Picture name="undo" />
          <span class="action-word">Undo…</span>
        </button>
        <button
          type="button"
          class="button quiet"
          id="redo"
          aria-label="Redo… what was undone"
          disabled={!history.canRedo}
          onClick={onRedo}
        >
          <Picture name="redo" />
          <span class="action-word">Redo…</span>
        </button>
        <button
          type="button"
          class="button quiet square"
          aria-label={`Colours: ${label}. Press to change.`}
          title={`Colours: ${label}`}
          onClick={nextTheme}
        >
          <Picture name={icon} />
        </button>
        <button type="button" class="button quiet square wide-only" aria-label="Keys" title="Keys (?)" onClick={onKeys}>
          <Picture name="help" />
        </button>
      </div>
    </header>
  );
}
