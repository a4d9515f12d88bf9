import { useMemo } from "preact/hooks";

import type { BlameView, ChangedFile, FileText } from "../../web/ui/api.ts";
import { get, getJson, getText, type Query } from "../client.ts";
import { useLoaded } from "../hooks.ts";
import { ByteCompare, ImageCompare } from "./binary-compare.tsx";
import { diffHunks, type Space } from "./diff-lines.ts";
import type { DiffStyle } from "./diff-rows.tsx";
import { DiffTable } from "./diff-table.tsx";
import { HunkTick } from "./hunk-tick.tsx";
import { useColours } from "./use-colours.ts";
import type { Hunks } from "./use-hunks.ts";

interface FileBodyProps {
  readonly checkpoint: string;
  readonly file: ChangedFile;
  /** The index of the file in the checkpoint. */
  readonly number: number;
  readonly style: DiffStyle;
  readonly space: Space;
  /** The hunks that the person can choose; `undefined` unless the person chooses hunks. */
  readonly hunks: Hunks | undefined;
  readonly name: string;
  readonly isBlamed: boolean;
}

/** A file's difference: lines, pictures or bytes. */
export function FileBody({ file, checkpoint, number, ...look }: FileBodyProps) {
  const query = { id: checkpoint, file: String(number) };
  const { value: body, problem } = useLoaded(() => load(file, query), []);
  if (!body) return <p class="file-note">{problem ?? "Reading…"}</p>;
  if (body.kind === "pictures") return <ImageCompare name={look.name} {...body} />;
  if (body.kind === "bytes") return <ByteCompare {...body} />;
  return <TextBody file={file} text={body.text} query={query} of={{ checkpoint, file: number }} {...look} />;
}

interface TextBodyProps extends Omit<FileBodyProps, "checkpoint" | "number"> {
  readonly text: FileText;
  /** The query parameters with which a request to the server identifies the file. */
  readonly query: Query;
  readonly of: { readonly checkpoint: string; readonly file: number };
}

function TextBody({ file, name, style, space, hunks: choice, isBlamed, text, query, of }: TextBodyProps) {
  const hunks = useMemo(() => diffHunks(text.patch, space), [text, space]);
  const colours = useColours(file.path, text);
  const { value: blame, problem } = useLoaded(
    async (signal) => (isBlamed ? getJson<BlameView>("/api/blame", query, signal) : undefined),
    [isBlamed],
  );
  if (hunks.length === 0) return <p class="file-note">{whyNoLines(file, text)}</p>;
  const readLines = async () =>
    (text.after ?? (await getText("/api/content", { ...query, side: "after" }))).replace(/\n$/, "").split("\n");
  return (
    <>
      {isBlamed && problem !== undefined && <p class="file-note">{problem}</p>}
      <DiffTable
        hunks={hunks}
        name={name}
        style={style}
        marks={{ secrets: text.secrets, of, colours, ...(isBlamed && { blame }) }}
        above={choice?.all && ((hunk) => <HunkTick hunks={choice} path={file.path} hunk={hunk} />)}
        {...(file.after && { readLines })}
      />
    </>
  );
}

function whyNoLines({ former }: ChangedFile, { patch }: FileText): string {
  if (/^@@ /m.test(patch)) return "Only blanks changed.";
  return former === undefined ? "The file is empty." : "Only its name changed.";
}

/** Loads the changes in a file, in the form for its kind: text, a picture, other bytes. */
async function load(file: ChangedFile, query: Query) {
  if (file.additions !== undefined)
    return { kind: "text", text: await getJson<FileText>("/api/patch", query) } as const;
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
