import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Io } from "../../../../kit/io.ts";
import { UserError } from "../../../../kit/user-error.ts";
import { completeCheckpoint } from "../../../../shadow-repo/record/complete-checkpoint.ts";
import { recordBefore } from "../../../../shadow-repo/record/record-before.ts";
import { placeOf } from "../../../../shadow-repo/place.ts";
import { addAllowLine } from "../../../../web/ui/add-allow-line.ts";
import type {
  BlameView,
  CheckpointView,
  FileText,
  HistoryView,
  RowMatch,
  SecretRequest,
} from "../../../../web/ui/api.ts";
import type { HunkPlace, PreviewView } from "../../../../web/ui/restore-api.ts";
import { serveUi, type RunningUi } from "../../../../web/ui/serve-ui.ts";
import { GITHUB, STRIPE } from "../../../support/made-up.ts";
import { ioWith } from "../../../support/io-with.ts";
import { temporaryWorld, type TemporaryWorld } from "../../../support/temporary-world.ts";

let world: TemporaryWorld;
let io: Io;
let ui: RunningUi;
beforeEach(async () => {
  world = temporaryWorld();
  io = { ...ioWith("", world.env), cwd: world.cwd, pid: process.pid, now: () => new Date() };
  execFileSync("git", ["init", "-q"], { cwd: world.cwd, env: world.env });
  const assets = join(world.tmp, "assets");
  mkdirSync(assets);
  for (const name of ["index.html", "page.js", "colours.js", "page.css", "icon.svg"])
    writeFileSync(join(assets, name), "");
  const none = () => {
    throw new Error("not needed");
  };
  ui = await serveUi(io, world.cwd, { version: "0", assets, port: 0, idle: 60_000, startThread: none, onBug: none });
});
afterEach(() => {
  ui.close();
  world.remove();
});

const write = (name: string, text: string | Buffer) => writeFileSync(join(world.cwd, name), text);

/** A turn of a session that writes some files; gives its id. */
async function turn(session: string, edit: () => void, title = `what ${session} did`): Promise<string> {
  const place = placeOf(io, world.cwd);
  const key = { kind: "turn", session } as const;
  await recordBefore(io, place, "", key, { title, agent: "claude-code" });
  edit();
  await completeCheckpoint(io, place, key);
  return (await ask<HistoryView>("/api/history")).rows.at(-1)!.id;
}

async function send(path: string, body?: unknown): Promise<Response> {
  const { origin, hash } = new URL(ui.url);
  const headers = {
    authorization: `Bearer ${hash.slice(1)}`,
    origin,
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  return fetch(origin + path, { headers, ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }) });
}

async function ask<Value>(path: string, body?: unknown): Promise<Value> {
  return (await send(path, body)).json() as Promise<Value>;
}

test("no secret leaves the server with a patch or a content; one is given out when just it is asked for", async () => {
  write("a.ts", `const token = "${GITHUB}";\nlet x;\n`);
  const id = await turn("s", () => write("a.ts", `const token = "${STRIPE}";\nlet x;\n`));
  const raw = await (await send(`/api/patch?id=${id}&file=0`)).text();
  const content = await (await send(`/api/content?id=${id}&file=0&side=after`)).text();
  for (const secret of [GITHUB, STRIPE])
    for (const sent of [raw, content]) expect(sent).not.toContain(secret.slice(6, 20));
  const view = JSON.parse(raw) as FileText;
  expect(view.patch).toContain('-const token = "[REDACTED:');
  expect(view.before).toContain("let x;");
  expect(view.secrets.map(({ side, line }) => [side, line])).toEqual([
    ["before", 1],
    ["after", 1],
  ]);
  for (const [at, secret] of [GITHUB, STRIPE].entries()) {
    const { side, at: start } = view.secrets[at]!;
    expect(await ask("/api/secret", { checkpoint: id, file: 0, side, at: start })).toEqual({ text: secret });
  }
});

test("no secret leaves the server with the hunks of a turn, or a preview of taking them back", async () => {
  write("a.ts", "let x;\n");
  const id = await turn("s", () => write("a.ts", `const token = "${GITHUB}";\nlet x;\n`));
  const listed = await (await send(`/api/hunks?id=${id}`)).text();
  const hunks = (JSON.parse(listed) as HunkPlace[]).map((hunk) => hunk.id);
  const preview = await (await send("/api/preview", { kind: "undo", step: id, hunks })).text();
  expect((JSON.parse(preview) as PreviewView).changes).toMatchObject([{ path: "a.ts", deletions: 1 }]);
  for (const sent of [listed, preview]) expect(sent).not.toContain(GITHUB.slice(6, 20));
});

test("nothing but what was masked is given out", async () => {
  const id = await turn("s", () => write("a.ts", `const plain = 1;\nconst token = "${GITHUB}";\n`));
  const asked = { checkpoint: id, file: 0, side: "after", at: 0 } satisfies SecretRequest;
  expect((await send("/api/secret", asked)).status).toBe(404);
  for (const wrong of [{ ...asked, side: "other" }, { ...asked, at: "0" }, { side: "after", at: 0 }, {}])
    expect((await send("/api/secret", wrong)).status).toBe(400);
  expect((await send("/api/secret", { ...asked, file: 7 })).status).toBe(404);
});

test("a private key whose head is no part of the patch is masked all the same", async () => {
  const body = Array.from({ length: 14 }, (_, at) =>
    Buffer.from(Array.from({ length: 48 }, (_, byte) => (at * 91 + byte * byte * 7 + 13) % 256)).toString("base64"),
  );
  const key = (lines: readonly string[]) =>
    ["-----BEGIN RSA ", "PRIVATE KEY-----\n", lines.join("\n"), "\n-----END RSA ", "PRIVATE KEY-----\n"].join("");
  write("key.pem", key(body));
  const changed = body.with(7, body[7]!.replace(/^..../, "AAAA"));
  const id = await turn("s", () => write("key.pem", key(changed)));
  const { patch } = await ask<FileText>(`/api/patch?id=${id}&file=0`);
  expect(patch).toContain("[REDACTED:private-key]");
  for (const line of [...body, ...changed]) expect(patch).not.toContain(line.slice(8, 40));
});

test("what is in a binary file or in a preview is masked, too", async () => {
  write("b.ts", "let x;\n");
  const id = await turn("s", () => {
    write("a.bin", Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(` token=${GITHUB} `), Buffer.from([0, 255])]));
    write("b.ts", `const token = "${GITHUB}";\n`);
  });
  const bytes = Buffer.from(await (await send(`/api/content?id=${id}&file=0&side=after`)).arrayBuffer());
  expect(bytes.length).toBe(3 + ` token=${GITHUB} `.length + 2);
  expect(bytes.toString("latin1")).not.toContain(GITHUB.slice(6, 20));
  const { preview } = await ask<PreviewView>("/api/preview", { kind: "undo" });
  const view = await ask<FileText>(`/api/preview-patch?preview=${preview}&path=b.ts`);
  expect(JSON.stringify(view)).not.toContain(GITHUB.slice(6, 20));
  const { side, at } = view.secrets[0]!;
  expect(await ask("/api/secret", { preview, path: "b.ts", side, at })).toEqual({ text: GITHUB });
});

test("blame says who wrote each line of the newer side, and nothing of what came later", async () => {
  write("a.txt", "one\n");
  const first = await turn("first", () => write("a.txt", "one\ntwo\n"));
  const second = await turn("second", () => write("a.txt", "one\ntwo\nthree\n"));
  await turn("third", () => write("a.txt", "none\n"));
  const blame = async (id: string) => {
    const { authors, lines } = await ask<BlameView>(`/api/blame?id=${id}&file=0`);
    return lines.map((at) => authors[at]!.id ?? authors[at]!.by);
  };
  expect(await blame(first)).toEqual(["before", first]);
  expect(await blame(second)).toEqual(["before", first, second]);
  const { authors } = await ask<BlameView>(`/api/blame?id=${second}&file=0`);
  expect(authors.find(({ id }) => id === second)).toMatchObject({ title: "what second did", agent: "claude-code" });
});

test("the filter finds a path, a text that came or went, and both at once", async () => {
  const one = await turn("one", () => write("a.ts", "login();\n"));
  const two = await turn("two", () => write("b.ts", "login();\n"));
  const gone = await turn("gone", () => write("a.ts", "LOGIN();\n"));
  const found = async (query: string) =>
    (await ask<RowMatch[]>(`/api/matches?${query}`)).map(({ id, paths }) => [id, paths.join()]);
  expect(await found("text=login")).toEqual([
    [one, "a.ts"],
    [two, "b.ts"],
    [gone, "a.ts"],
  ]);
  expect(await found("path=B.TS&text=login")).toEqual([[two, "b.ts"]]);
  expect(await found("path=a.ts&text=nothing")).toEqual([]);
  expect(await found("path=a.ts")).toEqual([
    [one, "a.ts"],
    [gone, "a.ts"],
  ]);
});

test("a restore names the later turns that changed the same files, and their sessions", async () => {
  const first = await turn("first", () => write("a.txt", "1\n"));
  await turn("other file", () => write("b.txt", "1\n"));
  await turn("second", () => write("a.txt", "2\n"));
  await turn("third", () => write("a.txt", "3\n"));
  const later = async (more: object) => {
    const request = { kind: "restore", checkpoint: first, after: true, ...more };
    return (await ask<PreviewView>("/api/preview", request)).later.map(({ session, files }) => [session, files]);
  };
  expect(await later({ paths: ["a.txt"] })).toEqual([
    ["third", 1],
    ["second", 1],
  ]);
  expect((await later({})).map(([session]) => session)).toEqual(["third", "second", "other file"]);
  expect((await ask<PreviewView>("/api/preview", { kind: "undo" })).later).toEqual([]);
});

test("the same change is called the same in another checkpoint, and another one is not", async () => {
  const changeOf = async (id: string) => (await ask<CheckpointView>(`/api/checkpoint?id=${id}`)).files[0]!.change;
  const one = await changeOf(await turn("one", () => write("a.txt", "1\n")));
  const two = await changeOf(await turn("two", () => write("a.txt", "2\n")));
  await turn("back", () => execFileSync("rm", ["a.txt"], { cwd: world.cwd }));
  const again = await changeOf(await turn("again", () => write("a.txt", "1\n")));
  expect(again).toBe(one);
  expect(two).not.toBe(one);
});

test("an allowance goes to the end of the project's list once, and through no link", () => {
  const file = join(world.cwd, ".snapveilignore");
  const line = `hmac:ab12:${"0".repeat(32)} github-token 2026-01-01`;
  write(".snapveilignore", "docs/");
  addAllowLine(world.cwd, line);
  addAllowLine(world.cwd, line.replace("2026-01-01", "2026-01-02"));
  expect(readFileSync(file, "utf8")).toBe(`docs/\n${line}\n`);
  write(".snapveilignore", "docs/\r\nlib/\r\n");
  addAllowLine(world.cwd, line);
  expect(readFileSync(file, "utf8")).toBe(`docs/\r\nlib/\r\n${line}\r\n`);
  write(".snapveilignore", "#".repeat(256 * 1024 - line.length - 2));
  expect(() => addAllowLine(world.cwd, line)).toThrow(/no room for more/);
  execFileSync("rm", [file]);
  const foreign = join(world.tmp, "foreign");
  writeFileSync(foreign, "mine\n");
  symlinkSync(foreign, file);
  expect(() => addAllowLine(world.cwd, line)).toThrow(UserError);
  expect(readFileSync(foreign, "utf8")).toBe("mine\n");
});
