import { lstatSync, readlinkSync } from "node:fs";

import { encodingOf } from "../../kit/encoding-of.ts";
import { readRegularFile } from "../../kit/files.ts";
import { TooSlow } from "../../kit/run-within.ts";
import { allowancesFor, allowedByComment, isTrustedProject } from "../../redactors/doors/allow.ts";
import { findSecrets, type Search } from "../../redactors/doors/find-secrets.ts";
import type { Finding } from "../../redactors/doors/finding.ts";
import type { Searcher } from "../../redactors/doors/known-values.ts";
import { excerptOf, linesFor } from "../describe-secrets.ts";
import type { SafeGit } from "../safe-git.ts";
import { isTrialFile } from "../weighing/trial-file.ts";
import { weighFile } from "../weighing/weigh-file.ts";
import { bytePath, type Change } from "./change.ts";

/** A secret that would be committed or sent, without its value. */
export interface FoundSecret {
  /** The path as git has it, as Latin-1 with one character for each byte; `""` for the message of a commit. */
  readonly path: string;
  /** The number of the line, from 1. */
  readonly line: number;
  readonly kind: string;
  readonly excerpt: string;
  /** Lines of the settings, each of which would allow the secret. */
  readonly lines: readonly string[];
  readonly commit?: string;
}

/** The most bytes of a file in the worktree, of a binary file, and of all git objects together. */
const LARGEST = 64 << 20;
const LARGEST_BINARY = 4 << 20;
const MOST = 128 << 20;

interface Hit {
  readonly change: Change;
  readonly finding: Finding;
  readonly value: string;
  readonly line: number;
  readonly taken: ReadonlySet<string>;
}

/** The result of the search of one text. */
type Searched = Pick<Search<string>, "findings" | "taken">;

/**
 * The secrets in changes that were not in the same file before, without those that the user allows.
 * @param folder the top of the repository's worktree, or the folder of a bare repository
 * @throws TooSlow if the changes are too large, or no time is left
 */
export async function searchChanges(
  git: SafeGit,
  changes: readonly Change[],
  { io, settings }: Searcher,
  folder: string,
): Promise<FoundSecret[]> {
  // The setting `personal` only applies to texts for the model. Commits are not searched for personal data, since every
  // commit names its author.
  const searcher = { io, settings: { ...settings, redaction: { ...settings.redaction, personal: [] } } };
  const allowances = await allowancesFor(searcher, folder);
  const isTrusted = isTrustedProject(searcher, folder);
  const place = ({ path }: Change) => bytePath(folder, path);
  const wanted = changes.filter((one) => one.path === "" || !allowances?.isLeftOut(place(one).toString("utf8")));
  const objects = readObjects(
    git,
    wanted.flatMap(({ id }) => id ?? []),
  );
  const hits: Hit[] = [];
  const searched = new Map<string, Searched>(); // a content that is part of several commits is searched once
  for (const change of wanted) {
    const lying = change.from === undefined ? place(change) : Buffer.from(change.from);
    const whole = textOf(change.id === undefined ? readLying(lying) : objects.get(change.id));
    if (whole === undefined) continue;
    const text = change.isPatch ? addedBy(whole) : whole;
    const isTrial = change.path !== "" && isTrialFile(change.path);
    const content = change.id === undefined ? undefined : `${change.id} ${isTrial}`;
    const known = content === undefined ? undefined : searched.get(content);
    const weigh = () => weighFile(searcher.settings, "write", isTrial);
    const found = known ?? (await findSecrets(text, searcher, folder, { weigh }));
    if (content !== undefined) searched.set(content, found);
    const { findings, taken } = found;
    const rated = findings.map((one) => ({ ...one, rules: [one.rule] }));
    const allowed = isTrusted && change.path !== "" ? allowedByComment(text, rated) : undefined;
    for (const finding of rated.filter((one) => !allowed?.has(one)))
      hits.push({ change, finding, value: text.slice(...finding.span), line: lineAt(text, finding.span[0]), taken });
  }
  return withoutOld(git, hits).map(({ change: { path, commit }, finding: { kind }, line, value, taken }) => ({
    path,
    line,
    kind,
    excerpt: excerptOf(value, kind),
    // A finding may be merged from several overlapping ones, each of which has its own line for the settings.
    lines: linesFor(
      [...taken].filter((one) => one.includes(value) || value.includes(one)),
      searcher.io,
    ),
    ...(commit !== undefined && { commit }),
  }));
}

/**
 * The secrets whose value is not in an earlier version of the same file. The history already contains the other values.
 */
function withoutOld(git: SafeGit, hits: readonly Hit[]): Hit[] {
  if (hits.length === 0) return [];
  const objects = readObjects(
    git,
    hits.flatMap(({ change }) => change.before),
  );
  const texts = new Map<string, string>();
  const oldText = (id: string): string => {
    if (!texts.has(id)) texts.set(id, textOf(objects.get(id)) ?? "");
    return texts.get(id)!;
  };
  return hits.filter(({ change, value }) => !change.before.some((id) => oldText(id).includes(value)));
}

/**
 * The text of an object. Of a binary file only the printable characters are kept, so that a NUL byte hides no secret.
 */
function textOf(bytes: Buffer | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  const encoding = encodingOf(bytes);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  if (bytes.length > LARGEST_BINARY) return undefined;
  return bytes.toString("latin1").replace(/[^\t\n\r -~]+/g, "\n");
}

/** The lines that a patch adds. All other lines become empty, so that line numbers stay right. */
function addedBy(patch: string): string {
  return patch.replace(/^(?:(?!\+)[^\n]*|\+)/gm, "");
}

function lineAt(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/**
 * The content of a file in the worktree; for a link its target, as git stores it. `undefined` if there is no such file,
 * or git stores no content of it.
 * @throws TooSlow if it is too large
 */
function readLying(file: Buffer): Buffer | undefined {
  try {
    const info = lstatSync(file);
    if (info.isSymbolicLink()) return readlinkSync(file, "buffer");
    if (!info.isFile()) return undefined;
    const { bytes, whole } = readRegularFile(file, LARGEST);
    if (whole) return bytes;
  } catch {
    return undefined;
  }
  throw new TooSlow();
}

/**
 * The contents of git objects, by their ids. Commits and tags come without their headers; missing objects are left out.
 */
function readObjects(git: SafeGit, ids: readonly string[]): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const wanted = [...new Set(ids)].filter((id) => /^[0-9a-f]{40,64}$/.test(id) && !/^0+$/.test(id));
  if (wanted.length === 0) return found;
  const { status, stdout, error, stderr } = git.run(["cat-file", "--batch", "--buffer"], {
    input: `${wanted.join("\n")}\n`,
    maxOutput: MOST,
  });
  if (error === "ENOBUFS") throw new TooSlow();
  if (status !== 0) throw new Error(`git cat-file failed: ${stderr}`);
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf(10, at);
    const [id = "", type, size] = stdout.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (size === undefined) continue; // a missing object: `ID missing`
    const bytes = stdout.subarray(at, at + Number(size));
    found.set(id, type === "commit" || type === "tag" ? bytes.subarray(bytes.indexOf("\n\n") + 2) : bytes);
    at += bytes.length + 1;
  }
  return found;
}
