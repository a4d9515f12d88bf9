import { realpathSync } from "node:fs";
import { resolve } from "node:path";

import { encodingOf } from "../kit/encoding-of.ts";
import type { Io } from "../kit/io.ts";
import { readSettings } from "../worktree/doors/settings.ts";
import { keptSalt } from "../redactors/doors/allow.ts";
import type { AuditReport } from "./audit-report.ts";
import { nameAuthors } from "./name-authors.ts";
import { auditedWorktree, sourceRepository } from "./audited-repository.ts";
import { openBaseline } from "./baseline.ts";
import { readCleanObjects, rulesDigest, type CleanObjects } from "./kept-state.ts";
import { readProjectRules } from "./project-rules.ts";
import { cutWindows } from "./scan/pieces.ts";
import { scanPool, type ScanPool, type StartThread } from "./scan/scan-pool.ts";
import { SeenChunks } from "./scan/seen-chunks.ts";
import { isVersioned, streamed, type AuditPlace, type Content, type Unread } from "./source.ts";
import { checkpoints, history, staged } from "./sources/git-objects.ts";
import { paths } from "./sources/paths.ts";
import { transcripts } from "./sources/transcripts.ts";
import { Tally } from "./tally.ts";

/** The sources of an audit, and its options. */
export interface AuditRequest {
  readonly paths: readonly string[];
  readonly stdin?: AsyncIterable<Buffer>;
  readonly staged?: boolean;
  /** A range of commits as for `git log`; `true`: the whole history. */
  readonly history?: string | true;
  readonly checkpoints?: boolean;
  readonly transcripts?: boolean;
  /** The path of the baseline file, relative to the current folder. */
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  /** The program's version. A text is searched again if it was found clean by another version. */
  readonly version: string;
  /** Starts a worker thread; absent: everything is searched on this thread. */
  readonly startThread?: StartThread;
  /**
   * Reports the searched bytes from time to time. `total` is the number of bytes to search, which may grow during the
   * audit; 0 if it is unknown.
   */
  readonly progress?: (bytes: number, total: number) => void;
}

/** Searches the requested sources. @throws UserError if a source cannot be searched */
export async function audit(io: Io, request: AuditRequest): Promise<AuditReport> {
  const worktree = auditedWorktree(io);
  const root = worktree?.root ?? realpathSync(io.cwd);
  const { updateBaseline = false } = request;
  const baselineFile = request.baseline === undefined ? undefined : resolve(io.cwd, request.baseline);
  const baseline = openBaseline(baselineFile, updateBaseline);
  const { secretlint, allow, isLeftOut, warnings } = await readProjectRules(root);
  const unread: Unread[] = [];
  const said: string[] = [];
  const place: AuditPlace = {
    io,
    worktree,
    isLeftOut,
    unread: (one) => unread.push(one),
    warn: (one) => said.push(one),
  };
  const settings = await readSettings(io, io.cwd);
  const { personal } = settings.redaction;
  const rules = rulesDigest(request.version, secretlint, personal);
  const clean = readCleanObjects(io, worktree?.commonDir ?? root, rules);
  const tally = new Tally(clean, request.progress);
  const pool = scanPool({ salt: baseline?.salt ?? keptSalt(io), secretlint, personal, allow }, request.startThread);
  for await (const contents of sourcesOf(place, request, clean, tally)) await search(contents, pool, tally);
  await pool.finish();
  clean.save();

  const found = tally.findings();
  if (updateBaseline) baseline?.add(found, io.pid);
  const news = found.filter((one) => !baseline?.knows(one));
  const findings =
    request.history === undefined || !worktree ? news : await nameAuthors(sourceRepository(io, worktree), news);
  return {
    findings,
    scanned: { sources: tally.sources, bytes: tally.bytes },
    remembered: tally.remembered,
    binaries: tally.binaries,
    unread,
    known: found.length - findings.length,
    allowed: tally.allowed,
    warnings: [...settings.problems, ...warnings, ...said, ...tally.warnings],
  };
}

async function* sourcesOf(
  place: AuditPlace,
  request: AuditRequest,
  clean: CleanObjects,
  tally: Tally,
): AsyncGenerator<AsyncIterable<Content>> {
  if (request.stdin) yield standardInput(request.stdin);
  if (request.staged) yield staged(place);
  if (request.paths.length > 0) yield paths(place, request.paths);
  if (request.checkpoints) yield checkpoints(place);
  if (request.transcripts) yield transcripts(place);
  if (request.history === undefined) return;
  const { contents, bytes, remembered } = await history(place, request.history, clean);
  tally.expect(bytes);
  tally.remembered = remembered;
  yield contents;
}

async function* standardInput(stream: AsyncIterable<Buffer>): AsyncGenerator<Content> {
  yield await streamed({ origin: "stdin", name: "<stdin>", tracked: false }, stream);
}

async function search(contents: AsyncIterable<Content>, pool: ScanPool, tally: Tally): Promise<void> {
  const seen = new SeenChunks();
  for await (const content of contents) {
    const { source, start, rest } = content;
    const encoding = encodingOf(start, source.origin === "transcript");
    if (encoding === undefined) {
      tally.skip(source, start.length);
      await rest?.return(undefined);
      continue;
    }
    const course = tally.begin(source);
    tally.read(start.length);
    const pieces =
      isVersioned(source.origin) && !rest
        ? seen.unseen(new TextDecoder(encoding).decode(start))
        : cutWindows(chunksOf(content, tally), encoding);
    for await (const piece of pieces) {
      course.open += 1;
      const { name, tracked } = source;
      await pool.add({ ...piece, name, tracked }, (findings) => tally.scanned(course, findings));
    }
    tally.settle(course);
  }
}

async function* chunksOf({ start, rest }: Content, tally: Tally): AsyncGenerator<Buffer> {
  yield start;
  for await (const chunk of rest ?? []) {
    tally.read(chunk.length);
    yield chunk;
  }
}
