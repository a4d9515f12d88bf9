import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { ChangedFile } from "../../web/ui/api.ts";
import { ChangeBar, STATUS_WORDS } from "../parts/changes.tsx";
import { Twist } from "../parts/controls.tsx";
import { printable, size } from "../words.ts";
import type { Space } from "./diff-lines.ts";
import type { DiffStyle } from "./diff-rows.tsx";
import type { Hunks } from "./use-hunks.ts";
import { FileBody } from "./file-body.tsx";

/** The names of git's file modes. */
const MODES: Readonly<Record<string, string>> = {
  "100644": "not executable",
  "100755": "executable",
  "120000": "a symbolic link",
};

export interface FileCardProps {
  readonly checkpoint: string;
  readonly file: ChangedFile;
  /** The index of the file in the checkpoint. */
  readonly number: number;
  readonly most: number;
  readonly style: DiffStyle;
  readonly space: Space;
  /** The hunks that the person can choose; `undefined` unless the person chooses hunks. */
  readonly hunks: Hunks | undefined;
  readonly isTicked: boolean;
  readonly onTick: (ticked: boolean) => void;
  readonly isViewed: boolean;
  readonly onView: (viewed: boolean) => void;
}

/** A changed file. Its diff is loaded once it is close to the visible part of the page. */
export function FileCard({ checkpoint, file, number, most, style, space, hunks, ...ticks }: FileCardProps) {
  const { isTicked, onTick, isViewed, onView } = ticks;
  const card = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(!isViewed);
  const [isBlamed, setBlamed] = useState(false);
  const isNear = useNear(card);
  const name = printable(file.path);
  const slash = name.lastIndexOf("/") + 1;
  const modes = [file.before, file.after].flatMap((side) => (side ? (MODES[side.mode] ?? side.mode) : []));
  const isModeNew = modes.length === 2 && modes[0] !== modes[1];
  return (
    <article ref={card} class="file" id={`file-${number}`} aria-label={name} tabIndex={-1}>
      <header class="file-head">
        <FileTick file={file} isTicked={isTicked} onTick={onTick} />
        <button type="button" class="file-name" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Twist isOpen={isOpen} />
          <span class="path">
            <span class="folder">{name.slice(0, slash)}</span>
            {name.slice(slash)}
          </span>
        </button>
        <span class={`tag status-${file.status}`}>{STATUS_WORDS[file.status]}</span>
        {file.former !== undefined && <span class="tag former">from {printable(file.former)}</span>}
        {isModeNew && file.status !== "mode" && <span class="tag">{modes.join(" → ")}</span>}
        <span class="file-size">
          {file.additions === undefined ? `binary, ${size(file.size ?? 0)}` : <ChangeBar {...file} most={most} />}
        </span>
        {file.additions !== undefined && file.after && (
          <button
            type="button"
            class="button small"
            aria-pressed={isBlamed}
            aria-label={`Blame ${name}: who wrote each line`}
            onClick={() => (setBlamed(!isBlamed), setOpen(true))}
          >
            Blame
          </button>
        )}
        <label class="viewed">
          <input
            type="checkbox"
            checked={isViewed}
            aria-label={`Viewed: ${name}`}
            onChange={({ currentTarget: { checked } }) => (onView(checked), setOpen(!checked))}
          />
          Viewed
        </label>
      </header>
      {isOpen && (
        <div class="file-body">
          {file.status === "mode" ? (
            <p class="file-note">Only its mode changed: {modes.join(" → ")}.</p>
          ) : isNear ? (
            <FileBody
              file={file}
              name={name}
              style={style}
              space={space}
              hunks={hunks}
              isBlamed={isBlamed}
              checkpoint={checkpoint}
              number={number}
            />
          ) : (
            <p class="file-note">Reading…</p>
          )}
        </div>
      )}
    </article>
  );
}

export type FileTickProps = Pick<FileCardProps, "file" | "isTicked" | "onTick">;

export function FileTick({ file, isTicked, onTick }: FileTickProps) {
  const why = "Its name is no UTF-8, so it can only be restored together with everything else.";
  return (
    <input
      type="checkbox"
      checked={isTicked}
      disabled={file.unnamable}
      aria-label={`Tick ${printable(file.path)} for a restore`}
      title={file.unnamable ? why : undefined}
      onChange={(event) => onTick(event.currentTarget.checked)}
    />
  );
}

/** Whether an element has come close to the visible part of the page. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: "600px" },
    );
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return isNear;
}
