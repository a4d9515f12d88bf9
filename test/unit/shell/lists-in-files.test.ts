import { expect, test } from "vitest";

import { followAt } from "../../../shell/follow-at.ts";

const FILES: Readonly<Record<string, string>> = {
  "/w/list": "/one\n/two three\n",
  "/w/columns": "/one first\n/two the second\n",
  "/w/coded": `${Buffer.from("probe /one").toString("base64")}\n`,
  "/w/lines": "probe /one\nprobe /two\n",
  "/w/sub/list": "/below\n",
  "/w/.env": "TOKEN=x\n",
};

/** The arguments of `probe` in each call that a script makes, when the files of its lists are known. */
function probed(script: string): string[] {
  const calls: string[] = [];
  followAt(
    script,
    "/w",
    { env: {} },
    {
      command({ words: [name, ...own] }) {
        if (name === "probe") calls.push(own.join(" | "));
      },
      shows: (path) => (path.endsWith(".env") ? undefined : FILES[path]),
    },
  );
  return calls;
}

test.each([
  ["cat list | xargs probe", ["/one | /two | three"]],
  ["sort -u list | tee log | xargs -r probe", ["/one | /two | three"]],
  ["xargs probe < list", ["/one | /two | three"]],
  ["xargs -a list probe", ["/one | /two | three"]],
  ["parallel probe :::: list", ["/one", "/two | three"]],
  ["parallel -a list probe {}", ["/one", "/two | three"]],
  ["tr '\\n' '\\0' < list | xargs -0 probe", ["/one | /two | three"]],
  ["xargs -I{} sh -c 'probe {}' < list", ["/one", "/two | three"]],
  ['while read -r f; do probe "$f"; done < list', ["/one", "/two three"]],
  ['cat list | while IFS= read -r f; do probe "$f"; done', ["/one", "/two three"]],
  ['while read -r path note; do probe "$path"; done < columns', ["/one", "/two"]],
  ['while read -r path note; do probe "$note"; done < columns', ["first", "the second"]],
  ['mapfile -t all < list; probe "${all[@]}"', ["/one | /two three"]],
  ['readarray -t all < list; for f in "${all[@]}"; do probe "$f"; done', ["/one", "/two three"]],
  ['read -r f < list; probe "$f"', ["/one"]],
  ["read -r line < lines; $line", ["/one"]],
  ['while read -r line; do eval "$line"; done < lines', ["/one", "/two"]],
  ["base64 -d coded | sh", ["/one"]],
  ['probe "$(cat list)"', ["/one\n/two three"]],
  ['F=$(cat list); probe "$F"', ["/one\n/two three"]],
  ["cd sub; cat list | xargs probe", ["/below"]],
  // What a search leaves of a file is not known, and neither is the text of another file.
  ["grep one list | xargs probe", [""]],
  ["cat other | xargs probe", [""]],
  ['while read -r f; do probe "$f"; done < other', ["other"]],
])("%s", (script, calls) => expect(probed(script)).toEqual(calls));

test("a substitution loses the line ends behind its output", () => {
  expect(probed("probe \"$(printf '/one\\n\\n')\"")).toEqual(["/one"]);
});

test("a list of more lines than are read stays unknown", () => {
  const long = Array.from({ length: 1001 }, (_, at) => `/${at}`).join("\n");
  const calls: number[] = [];
  const visitor = {
    command: ({ words }: { words: readonly string[] }) => void (words[0] === "probe" && calls.push(words.length)),
    shows: () => long,
  };
  followAt('while read -r f; do probe "$f"; done < list', "/w", { env: {} }, visitor);
  expect(calls).toEqual([2]);
});
