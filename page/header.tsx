import { useEffect } from "preact/hooks";

import type { HistoryView } from "../web/ui/api.ts";
import { useStored } from "./hooks.ts";
import { IconButton } from "./parts/controls.tsx";
import { Picture } from "./parts/icons.tsx";
import { hrefOf, type Route } from "./route.ts";
import type { Connection } from "./use-history.ts";
import { nameOf, printable } from "./words.ts";

const VIEWS = [
  ["timeline", "Timeline", "restore"],
  ["redactions", "Redactions", "shield"],
  ["audit", "Audit", "search"],
  ["log", "Log", "turn"],
] as const;
/** Each choice of colours, with its icon, its name, and the choice that a press selects next. */
const THEMES = {
  auto: { icon: "auto", label: "as the system", next: "light" },
  light: { icon: "sun", label: "light", next: "dark" },
  dark: { icon: "moon", label: "dark", next: "auto" },
} as const;
const STATES: Readonly<Record<Connection, string>> = {
  connecting: "connecting",
  live: "live",
  lost: "no connection",
  refused: "refused",
};

export interface HeaderProps {
  readonly history: HistoryView;
  readonly view: Route["view"];
  readonly connection: Connection;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onKeys: () => void;
}

/** The header: the worktree's name, the four views, and actions on the whole worktree. */
export function Header({ history, view, connection, onUndo, onRedo, onKeys }: HeaderProps) {
  const { worktree, rows, canRedo } = history;
  const name = nameOf(worktree);
  return (
    <header class="top">
      <img src="/icon.svg" width="24" height="24" alt="snapveil" class="logo" />
      <p class="where" title={worktree}>
        <strong>{printable(name)}</strong>{" "}
        <span class="where-folder">{printable(worktree.slice(0, worktree.length - name.length))}</span>
      </p>
      <nav class="views" aria-label="Views">
        {VIEWS.map(([name, words, picture]) => (
          <a key={name} href={hrefOf({ view: name })} aria-current={view === name ? "page" : undefined}>
            <Picture name={picture} />
            <span>{words}</span>
          </a>
        ))}
      </nav>
      <span class={`live ${connection}`} role="status">
        <span class="live-dot" aria-hidden="true" />
        <span class="live-word">{STATES[connection]}</span>
      </span>
      <div class="actions">
        <Action name="undo" words="Undo…" what="the newest turn" isOff={rows.length === 0} onPress={onUndo} />
        <Action name="redo" words="Redo…" what="what was undone" isOff={!canRedo} onPress={onRedo} />
        <ThemeButton />
        <IconButton label="Keys" title="Keys (?)" icon="help" class="wide-only" onPress={onKeys} />
      </div>
    </header>
  );
}

interface ActionProps {
  readonly name: "undo" | "redo";
  readonly words: string;
  readonly what: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

function Action({ name, words, what, isOff, onPress }: ActionProps) {
  return (
    <button
      type="button"
      class="button quiet"
      id={name}
      aria-label={`${words} ${what}`}
      disabled={isOff}
      onClick={onPress}
    >
      <Picture name={name} />
      <span class="action-word">{words}</span>
    </button>
  );
}

/** The button that switches between light, dark and the system's colours. */
function ThemeButton() {
  const [theme, setTheme] = useStored("snapveil-theme", ["auto", "light", "dark"]);
  useEffect(() => void (document.documentElement.dataset["theme"] = theme), [theme]);
  const { icon, label, next } = THEMES[theme];
  return (
    <IconButton
      label={`Colours: ${label}. Press to change.`}
      title={`Colours: ${label}`}
      icon={icon}
      onPress={() => setTheme(next)}
    />
  );
}
