import { realpathSync } from "node:fs";
import { resolve } from "node:path";

import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { findWorktree } from "../worktree/find-worktree.ts";
import { readAllowRules } from "./allow-rules.ts";
import type { AuditReport } from "./audit-report.ts";
import { emptyBaseline, knows, readBaseline, withFindings, writeBaseline } from "./baseline.ts";
import { readCleanObjects, rulesDigest, type CleanObjects } from "./clean-objects.ts";
import { keptSalt } from "./kept-salt.ts";
import { cutWindows, WINDOW } from "./scan/cut-windows.ts";
import { wholePiece } from "./scan/piece.ts";
import { scanPool, type ScanPool, type StartThread } from "./scan/scan-pool.ts";
import { SeenChunks } from "./scan/seen-chunks.ts";
import { textChunks } from "./scan/text-chunks.ts";
import { readSecretlintSettings } from "./secretlint-settings.ts";
import { isVersioned, type Content, type Source, type Unread } from "./source.ts";
import type { AuditPlace } from "./sources/audit-place.ts";
import { checkpoints } from "./sources/checkpoints.ts";
import { history } from "./sources/history.ts";
import { paths } from "./sources/paths.ts";
import { staged } from "./sources/staged.ts";
import { standardInput } from "./sources/standard-input.ts";
import { transcripts } from "./sources/transcripts.ts";
import { Tally } from "./tally.ts";

/** What is to be searched, and how. */
export interface AuditRequest {
  readonly paths: readonly string[];
  readonly stdin?: AsyncIterable<Buffer>;
  readonly staged?: boolean;
  /** A range as `git log` takes it; `true` is everything. */
  readonly history?: string | true;
  readonly checkpoints?: boolean;
  readonly transcripts?: boolean;
  /** Relative to the folder that the audit runs in. */
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  /** The program's version: what an earlier one found clean is searched again. */
  readonly version: string;
  /** Without it everything is searched on this thread. */
  readonly startThread?: StartThread;
  /** Told now and then; `total` grows as sources are found, and is 0 where nobody knows. */
  readonly progress?: (bytes: number, total: number) => void;
}

/** Searches what the request names, and says what was found. Throws a UserError where it cannot. */
export async function audit(io: Io, request: AuditRequest): Promise<AuditReport> {
  const worktree = findWorktree(io.cwd);
  const root = worktree?.root ?? realpathSync(io.cwd);
  const baselineFile = request.baseline === undefined ? undefined : resolve(io.cwd, request.baseline);
  if (request.updateBaseline && baselineFile === undefined)
    throw new UserError("badArgument", ["--update-baseline needs to know which file: add --baseline FILE."]);
  const baseline =
    (baselineFile === undefined ? undefined : readBaseline(baselineFile)) ??
    (request.updateBaseline ? emptyBaseline() : undefined);
  if (baselineFile !== undefined && baseline === undefined)
    throw new UserError("badBaseline", [baselineFile, "there is no such file; --update-baseline makes it"]);
  const rules = readAllowRules(root);
  const secretlint = await readSecretlintSettings(root);
  const unread: Unread[] = [];
  const place: AuditPlace = { io, worktree, rules, unread: (one) => unread.push(one) };
  const clean = readCleanObjects(io, worktree?.commonDir ?? root, rulesDigest(request.version, secretlint.settings));
  const settings = {
    salt: baseline?.salt ?? keptSalt(io),
    secretlint: secretlint.settings,
    allowedKinds: rules.kinds,
    allowedValues: rules.values,
  };
  const tally = new Tally(clean, request.progress);
  const pool = scanPool(settings, tally.scanned, request.startThread);
  for await (const contents of sourcesOf(place, request, clean, tally)) await search(contents, pool, tally);
  await pool.finish();
  clean.save();

  const isKnown = baseline ? knows(baseline) : () => false;
  const found = tally.findings();
  if (baselineFile !== undefined && baseline && request.updateBaseline)
    writeBaseline(baselineFile, withFindings(baseline, found), io.pid);
  const findings = request.updateBaseline ? [] : found.filter((one) => !isKnown(one));
  return {
    findings,
    scanned: { sources: tally.sources, bytes: tally.bytes },
    remembered: tally.remembered,
    binaries: tally.binaries,
    unread,
    known: found.length - findings.length,
    allowed: tally.allowed,
    warnings: [...secretlint.warnings, ...tally.warnings],
  };
}

type Contents = Iterable<Content> | AsyncIterable<Content>;

async function* sourcesOf(
  place: AuditPlace,
  request: AuditRequest,
  clean: CleanObjects,
  tally: Tally,
): AsyncGenerator<Contents> {
  if (request.stdin) yield standardInput(request.stdin);
  if (request.staged) yield staged(place);
  if (request.paths.length > 0) yield paths(place, request.paths);
  if (request.checkpoints) yield checkpoints(place);
  if (request.transcripts) yield transcripts(place);
  if (request.history === undefined) return;
  const { contents, bytes, remembered } = await history(
    place,
    request.history === true ? undefined : request.history,
    clean,
  );
  tally.expect(bytes);
  tally.remembered = remembered;
  yield contents;
}

async function search(contents: Contents, pool: ScanPool, tally: Tally): Promise<void> {
  const seen = new SeenChunks();
  for await (const content of contents) {
    const { source, chunks } = content;
    tally.begin(source);
    const text = await textChunks(content);
    if (text === undefined) tally.skip(source, Buffer.isBuffer(chunks) ? chunks.length : 0);
    else if (Array.isArray(text) && isVersioned(source.origin)) {
      const pieces = seen.unseen(text[0]);
      for (const piece of pieces) await add(source, piece);
      tally.pass(pieces.reduce((left, { bytes, lead, trail }) => left - bytes.length + lead + trail, text[0].length));
    } else if (Array.isArray(text) && text[0].length <= WINDOW) await add(source, wholePiece(text[0]));
    else for await (const piece of cutWindows(text)) await add(source, piece);
    tally.end(source);
  }

  async function add(source: Source, piece: Parameters<ScanPool["add"]>[1]): Promise<void> {
    tally.send(source);
    await pool.add(source, piece);
  }
}
