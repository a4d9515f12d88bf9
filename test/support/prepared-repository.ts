import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The setup of most cases: a repository with one commit. */
export const COMMITTED = "git init -q . && echo one > file.txt && git add . && git commit -qm one";
/** The same of the tests of the shadow repository, with another file. */
export const WITH_BASE =
  "git init -q -b main . && printf 'alpha\\n' > base.txt && git add base.txt && git commit -qm first";

/** With these most setups begin, the longest first; git makes each once a process. An index of Windows has other numbers. */
const BEGINNINGS =
  process.platform === "win32" ? [] : [WITH_BASE, COMMITTED, "git init -q -b main .", "git init -q .", "git init -q"];
const REST = /^(?:\s*(?:\n|;|&&)\s*(?<rest>[^]*))?$/;

/** What lies in a repository, by its path: a folder has no content. */
type Contents = ReadonlyMap<string, Buffer | undefined>;
const made = new Map<string, Contents>();

/** Runs the script in an empty folder; what it begins with is copied where git has made it before, without a start of git. */
export function setUp(root: string, script: string, run: (script: string) => unknown): void {
  for (const beginning of BEGINNINGS) {
    const match = script.startsWith(beginning) && REST.exec(script.slice(beginning.length));
    if (!match) continue;
    const contents = made.get(beginning);
    if (contents) writeContents(root, contents);
    else {
      run(beginning);
      made.set(beginning, contentsOf(root));
    }
    if (match.groups?.["rest"]) run(match.groups["rest"]);
    return;
  }
  run(script);
}

function contentsOf(root: string): Contents {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const all = entries.map((entry): [string, Buffer | undefined] => {
    const file = join(entry.parentPath, entry.name);
    return [file.slice(root.length + 1), entry.isDirectory() ? undefined : readFileSync(file)];
  });
  return new Map(all);
}

function writeContents(root: string, contents: Contents): void {
  for (const [path, content] of contents)
    if (content === undefined) mkdirSync(join(root, path), { recursive: true });
    else {
      mkdirSync(join(root, path, ".."), { recursive: true });
      if (path !== ".git/index") writeFileSync(join(root, path), content);
    }
  const index = contents.get(".git/index");
  if (index) writeFileSync(join(root, ".git/index"), stamped(root, index));
}

/** An index of version 2 with the times and numbers that the files have here, so that git takes none for changed. */
function stamped(root: string, index: Buffer): Buffer {
  const bytes = Buffer.from(index);
  for (let at = 12, left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const end = bytes.indexOf(0, at + 62);
    const stat = lstatSync(join(root, bytes.toString("utf8", at + 62, end)), { bigint: true });
    for (const [place, nanoseconds] of [[0, stat.ctimeNs] as const, [8, stat.mtimeNs] as const]) {
      bytes.writeUInt32BE(Number(nanoseconds / 1_000_000_000n), at + place);
      bytes.writeUInt32BE(Number(nanoseconds % 1_000_000_000n), at + place + 4);
    }
    bytes.writeUInt32BE(Number(BigInt.asUintN(32, stat.dev)), at + 16);
    bytes.writeUInt32BE(Number(BigInt.asUintN(32, stat.ino)), at + 20);
    at += ((end - at) & ~7) + 8;
  }
  createHash("sha1")
    .update(bytes.subarray(0, -20))
    .digest()
    .copy(bytes, bytes.length - 20);
  return bytes;
}
