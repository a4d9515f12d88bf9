import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { ChangedFile } from "../../web/ui/api.ts";
import { get, getText, type Query } from "../client.ts";
import { useLoaded } from "../hooks.ts";
import { ChangeBar, STATUS_WORDS } from "../parts/changes.tsx";
import { Twist } from "../parts/controls.tsx";
import { printable, size } from "../words.ts";
import { ByteCompare, ImageCompare } from "./binary-compare.tsx";
import { diffHunks } from "./diff-lines.ts";
import { DiffTable, type DiffStyle } from "./diff-table.tsx";

/** A link, and the executable bit, in words. */
const MODES: Readonly<Record<string, string>> = {
  "100644": "not executable",
  "100755": "executable",
  "120000": "a symbolic link",
};

export interface FileCardProps {
  readonly checkpoint: string;
  readonly file: ChangedFile;
  /** Its place in the checkpoint's list. */
  readonly number: number;
  readonly most: number;
  readonly style: DiffStyle;
  readonly isTicked: boolean;
  readonly onTick: (ticked: boolean) => void;
}

/** One changed file. Its changes are fetched when it comes near the view. */
export function FileCard({ checkpoint, file, number, most, style, isTicked, onTick }: FileCardProps) {
  const card = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(true);
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
        {isModeNew && file.status !== "mode" && <span class="tag">{modes.join(" → ")}</span>}
        <span class="file-size">
          {file.additions === undefined ? `binary, ${size(file.size ?? 0)}` : <ChangeBar {...file} most={most} />}
        </span>
      </header>
      {isOpen && (
        <div class="file-body">
          {file.status === "mode" ? (
            <p class="file-note">Only its mode changed: {modes.join(" → ")}.</p>
          ) : isNear ? (
            <FileBody file={file} name={name} style={style} query={{ id: checkpoint, file: String(number) }} />
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

/** Whether an element has come near the view. */
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

interface FileBodyProps {
  readonly file: ChangedFile;
  readonly name: string;
  readonly style: DiffStyle;
  /** Names the file to the server. */
  readonly query: Query;
}

function FileBody({ file, name, style, query }: FileBodyProps) {
  const { value: body, problem } = useLoaded(() => load(file, query), []);
  if (!body) return <p class="file-note">{problem ?? "Reading…"}</p>;
  if (body.kind === "pictures") return <ImageCompare name={name} {...body} />;
  if (body.kind === "bytes") return <ByteCompare {...body} />;
  if (body.hunks.length === 0) return <p class="file-note">The file is empty.</p>;
  const readLines = async () =>
    (await getText("/api/content", { ...query, side: "after" })).replace(/\n$/, "").split("\n");
  return <DiffTable hunks={body.hunks} name={name} style={style} {...(file.after && { readLines })} />;
}

/** The changes in a file, by its kind: text, a picture, other bytes. */
async function load(file: ChangedFile, query: Query) {
  if (file.additions !== undefined)
    return { kind: "text", hunks: diffHunks(await getText("/api/patch", query)) } as const;
  const side = async (name: "before" | "after") =>
    file[name] && (await get("/api/content", { ...query, side: name })).blob();
  const [before, after] = await Promise.all([side("before"), side("after")]);
  if ([before, after].some((blob) => blob?.type.startsWith("image/")))
    return { kind: "pictures", before, after } as const;
  return { kind: "bytes", before: await bytesOf(before), after: await bytesOf(after) } as const;
}

async function bytesOf(blob: Blob | undefined): Promise<Uint8Array | undefined> {
  return blob && new Uint8Array(await blob.arrayBuffer());
}
