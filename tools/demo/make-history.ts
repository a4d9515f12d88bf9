import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { countRedactions, type RedactionPlace } from "../../builtins/redaction-counts.ts";
import type { Io } from "../../kit/io.ts";
import { completeCheckpoint } from "../../shadow-repo/record/complete-checkpoint.ts";
import { placeOf } from "../../shadow-repo/place.ts";
import { recordBaseline, recordBefore } from "../../shadow-repo/record/record-before.ts";
import { snapshotNow } from "../../shadow-repo/record/snapshot-now.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { logTurn } from "./log-turn.ts";
import { picture } from "./picture.ts";
import { Shop } from "./shop.ts";

export interface HistoryOptions {
  /** The folder of the project, which is created. */
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  /**
   * The number of turns, at least 12. Each turn makes a checkpoint, and one to three further checkpoints for its calls.
   */
  readonly turns: number;
  /** When the last turn ends. */
  readonly end: Date;
}

/** The number of days over which the turns are spread. */
const DAYS = 9;

/**
 * Creates a project with a git repository in which an agent seems to have worked for days: sessions, turns, tool calls,
 * an undo, checkpoints by hand, a log, pictures, binary files, unusual names, and invented secrets. The engine records
 * all checkpoints from real files; only the clock is set.
 */
export async function makeHistory({ project, env, turns, end }: HistoryOptions): Promise<void> {
  mkdirSync(project, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Demo", "-c", "user.email=demo@example.test", ...args], {
      cwd: project,
      env,
      stdio: "ignore",
    });
  const put: Put = (path, content) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), content);
  };
  let clock = end.getTime() - DAYS * 86_400_000;
  const step = (DAYS * 86_400_000) / (turns * 1.5);
  const io: Io = {
    argv: [],
    env,
    cwd: project,
    platform: process.platform,
    arch: process.arch,
    pid: process.pid,
    now: () => new Date(clock),
    readStdin: () => "",
    writeStdout() {},
    writeStderr() {},
    interactive: false,
  };
  const shop = new Shop();
  for (const [path, text] of shop.files()) put(path, text);
  put("public/logo.png", picture(160, 120, 0));
  put(
    "config/staging.env",
    "PORT=8080\n" +
      `DATABASE_URL=postgres://shop:${["Tr0ub4", "dor-and", "-3-more"].join("")}@db.example.test/shop\n` +
      `GITHUB_TOKEN=${["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("")}\n`,
  );
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "Begin");
  const place = placeOf(io, project);
  await recordBaseline(io, place, "", sessionOf(0));

  for (let turn = 0; turn < turns; turn += 1) {
    const session = sessionOf(Math.floor(turn / Math.max(4, Math.ceil(turns / 8))));
    const key = { kind: "turn", session } as const;
    const agent = AGENTS[(turn >> 3) % AGENTS.length]!;
    await recordBefore(io, place, "", key, { title: PROMPTS[turn % PROMPTS.length]!, agent });
    const calls = 1 + (turn % 3);
    for (let call = 0; call < calls; call += 1) {
      clock += step / 6;
      const toolUseId = `call-${turn}-${call}`;
      const callKey = { kind: "call", session, toolUseId } as const;
      const edits = shop.edit(turn * 3 + call);
      const tool = TOOLS[(turn + call) % TOOLS.length]!;
      const [file = ""] = edits.keys();
      const command = tool === "Bash" ? `npm run codemod -- ${file}` : file;
      await recordBefore(io, place, "", callKey, { command, agent });
      for (const [path, text] of edits) put(path, text);
      if (call === 0) SPECIAL[turns - 1 - turn]?.(put, project);
      await completeCheckpoint(io, place, callKey, { toolName: tool, toolUseId });
    }
    clock += step / 6;
    await completeCheckpoint(io, place, key);
    redactions(io, turn);
    await logTurn(io, turn, session);
    if (turn === Math.floor(turns / 2)) await snapshotNow(io, project, { note: "before the big rename" });
    if (turn === turns - 6) await undo(io, project);
    clock += turn % 5 === 4 ? step * 3 : step / 3;
    if (clock > end.getTime()) clock = end.getTime() - (turns - turn) * 1000;
  }
}

const TOOLS = ["Edit", "Write", "Bash", "MultiEdit"];
const AGENTS = ["claude-code", "docker-agent"];

/** First lines of prompts. One of the lines is as long as a checkpoint's title may be. */
const PROMPTS = [
  "Round prices to whole cents before they are added up",
  "The voucher is applied twice when the page is loaded again",
  "Add a limit to the number of items in a cart",
  "Why does the search forget its filters?",
  "Rename the tax rule, and go through everything that uses it: the checkout, the invoice and the returns, the tests " +
    "for them, and the page of the documentation that tells a shop's owner how to set it up",
  "Make the delivery date a day, not a moment",
  "fix the tests",
];

type Put = (path: string, content: string | Buffer) => void;

/**
 * Number of a turn, counted from the last turn → the turn's changes in addition to edits of text. The newest turns have
 * the most kinds of changes.
 */
const SPECIAL: Readonly<Record<number, (put: Put, project: string) => void>> = {
  0: (put, project) =>
    put("config/staging.env", `${readFileSync(join(project, "config/staging.env"), "utf8")}WORKERS=4\n`),
  1: (put) =>
    put(
      "data/prices.bin",
      bytes(640, (at) => at * 7 + (at > 90 && at < 120 ? 3 : 0)),
    ),
  2: (put) => put("public/logo.png", picture(160, 120, 1)),
  3: (put) =>
    put(
      "data/prices.bin",
      bytes(600, (at) => at * 7),
    ),
  4: (put) =>
    put(
      "public/notice.html",
      "<!doctype html>\n<title>Notice</title>\n<script>document.title = 'run'</script>\n<h1>Closed on Monday</h1>\n",
    ),
  7: (put) => put("docs/<b>price list<b>.md", "# Prices\n\nAll of them.\n"),
  8: (put) => put("docs/über uns.md", "# Über uns\n\nSeit 1998.\n"),
  9(_, project) {
    mkdirSync(join(project, "docs"), { recursive: true });
    renameSync(join(project, "README.md"), join(project, "docs/README.md"));
  },
  10: (_, project) => rmSync(join(project, "src/legacy.ts"), { force: true }),
};

function bytes(length: number, byteAt: (at: number) => number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => byteAt(at) % 256));
}

const RULES = "github-token aws-access-key keyed-password url-password jwt openai-key slack-token".split(" ");
const PLACES: readonly RedactionPlace[] = ["output", "arguments", "output", "prompt", "messages"];

function redactions(io: Io, turn: number): void {
  if (turn % 3 === 1) return;
  const findings = Array.from({ length: 1 + ((turn * 7) % 4) }, (_, at) => ({
    rule: RULES[((turn * turn + at * 5) % 11) % RULES.length]!,
  }));
  countRedactions(io, PLACES[turn % PLACES.length]!, findings);
}

/** A session's id in the form of a UUID. It depends only on the number, so that every run is equal. */
function sessionOf(number: number): string {
  const digits = (((number + 1) * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, "0");
  return `${digits}-4c1d-4e2f-9a3b-${digits}0${number.toString(16).padStart(3, "0")}`;
}
