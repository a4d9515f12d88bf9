import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { ChangedFile } from "../../web/ui/api.ts";
import { getBlob, getText, sentenceOf } from "../client.ts";
import { ChangeBar } from "../parts/change-bar.tsx";
import { Picture } from "../parts/icons.tsx";
import { printable, size } from "../words.ts";
import { ByteCompare } from "./byte-compare.tsx";
import { diffHunks, type Hunk } from "./diff-lines.ts";
import { DiffTable, type DiffStyle, type DiffTableProps } from "./diff-table.tsx";
import { ImageCompare } from "./image-compare.tsx";

const WORDS = { added: "created", modified: "changed", deleted: "deleted", mode: "mode changed" } as const;
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

type Body =
  | { readonly kind: "text"; readonly hunks: readonly Hunk[] }
  | { readonly kind: "bytes"; readonly before: Blob | undefined; readonly after: Blob | undefined }
  | { readonly kind: "note"; readonly sentence: string };

/** One changed file. What changed in it is fetched when it comes near the view. */
export function FileCard({ checkpoint, file, number, most, style, isTicked, onTick }: FileCardProps) {
  const card = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(true);
  const query = { id: checkpoint, file: String(number) };
  const body = useBody(card, isOpen, file, query);
  const name = printable(file.path);
  const modes =
    file.before && file.after && file.before.mode !== file.after.mode
      ? `${MODES[file.before.mode] ?? file.before.mode} → ${MODES[file.after.mode] ?? file.after.mode}`
      : undefined;
  return (
    <article ref={card} class="file" id={`file-${number}`} aria-label={name} tabIndex={-1}>
      <header class="file-head">
        <input
          type="checkbox"
          checked={isTicked}
          disabled={file.unnamable}
          aria-label={`Tick ${name} for a restore`}
          {...(file.unnamable && {
            title: "Its name is no UTF-8, so it can only be restored together with everything else.",
          })}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <NameButton name={name} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
        <span class={`tag status-${file.status}`}>{WORDS[file.status]}</span>
        {modes && file.status !== "mode" && <span class="tag">{modes}</span>}
        <span class="file-size">
          {file.additions === undefined ? (
            `binary, ${size(file.size ?? 0)}`
          ) : (
            <ChangeBar additions={file.additions} deletions={file.deletions ?? 0} most={most} />
          )}
        </span>
      </header>
      {isOpen && (
        <div class="file-body">
          {file.status === "mode" ? (
            <p class="file-note">Only its mode changed: {modes}.</p>
          ) : (
            <FileBody
              body={body}
              name={name}
              style={style}
              {...(file.after && {
                readLines: async () => linesOf(await getText("/api/content", { ...query, side: "after" })),
              })}
            />
          )}
        </div>
      )}
    </article>
  );
}

/** What changed in the file, once its card is near the view and open. */
function useBody(
  card: RefObject<HTMLElement | null>,
  isOpen: boolean,
  file: ChangedFile,
  query: Readonly<Record<string, string>>,
): Body | undefined {
  const [isNear, setNear] = useState(false);
  const [body, setBody] = useState<Body>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: "600px" },
    );
    observer.observe(card.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear || !isOpen || body) return;
    let ended = false;
    load(file, query).then(
      (loaded) => !ended && setBody(loaded),
      (error: unknown) => !ended && setBody({ kind: "note", sentence: sentenceOf(error) }),
    );
    return () => {
      ended = true;
    };
  }, [isNear, isOpen]);
  return body;
}

interface NameButtonProps {
  readonly name: string;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

function NameButton({ name, isOpen, onPress }: NameButtonProps) {
  const slash = name.lastIndexOf("/") + 1;
  return (
    <button type="button" class="file-name" aria-expanded={isOpen} onClick={onPress}>
      <span class={isOpen ? "twist open" : "twist"}>
        <Picture name="chevron" />
      </span>
      <span class="path">
        <span class="folder">{name.slice(0, slash)}</span>
        {name.slice(slash)}
      </span>
    </button>
  );
}

type FileBodyProps = Omit<DiffTableProps, "hunks"> & { readonly body: Body | undefined };

function FileBody({ body, name, ...rest }: FileBodyProps) {
  if (body === undefined) return <p class="file-note">Reading…</p>;
  if (body.kind === "note") return <p class="file-note">{body.sentence}</p>;
  if (body.kind === "bytes") {
    const { before, after } = body;
    if (isPicture(before) || isPicture(after)) return <ImageCompare name={name} before={before} after={after} />;
    return <ByteCompare before={before} after={after} />;
  }
  if (body.hunks.length === 0) return <p class="file-note">The file is empty.</p>;
  return <DiffTable hunks={body.hunks} name={name} {...rest} />;
}

async function load(file: ChangedFile, query: Readonly<Record<string, string>>): Promise<Body> {
  if (file.additions !== undefined) return { kind: "text", hunks: diffHunks(await getText("/api/patch", query)) };
  const side = (name: "before" | "after") =>
    file[name] ? getBlob("/api/content", { ...query, side: name }) : undefined;
  const [before, after] = await Promise.all([side("before"), side("after")]);
  return { kind: "bytes", before, after };
}

function isPicture(blob: Blob | undefined): boolean {
  return blob !== undefined && blob.type.startsWith("image/");
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
