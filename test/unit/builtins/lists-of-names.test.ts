import { expect, test } from "vitest";

import { lostOutside } from "../../support/judged.ts";

const DOCUMENTS = "/home/dev/Documents";
const BELOW = [`${DOCUMENTS}/**/{}`];

/** Commands that print names of files in `~/Documents`, and of files in the worktree. */
const LISTERS: readonly (readonly [outside: string, inside: string])[] = [
  ["find ~/Documents -type f -print0", "find src -name '*.orig' -print0"],
  ["find ~/Documents -printf '%p\\0'", "find src -name x.ts -printf '%p\\0'"],
  ["grep -rlZ foo ~/Documents", "grep -rlZ foo src"],
  ["grep -l foo ~/Documents/*", "grep -l foo src/*"],
  ["grep -rL --include='*.txt' foo ~/Documents", "grep -rL --include='*.txt' foo ."],
  ["rg -l0 foo ~/Documents", "rg -l0 foo"],
  ["rg --files ~/Documents", "rg --files src"],
  ["ag -l foo ~/Documents", "ag -l foo"],
  ["fd -0 . ~/Documents", "fd -0 . src"],
  ["fd -e txt x ~/Documents", "fd -e txt"],
  ["du -a ~/Documents | sort -n | tail -5 | awk '{print $2}'", "du -a src | sort -n | tail -5 | awk '{print $2}'"],
  ["md5sum ~/Documents/* | sort | uniq -w32 -d | awk '{print $2}'", "md5sum src/* | awk '{print $2}'"],
  ["wc -l ~/Documents/* | awk '$1<3{print $2}'", "wc -l src/* | awk '$1<3{print $2}'"],
  ["find ~/Documents -type f | xargs grep -l foo", "find src -type f | xargs grep -l foo"],
  ["find ~/Documents -type f -exec grep -l foo {} +", "find src -type f -exec grep -l foo {} +"],
  ["locate taxes", "git ls-files"],
];

/** Commands that delete the files of a list, in which `LIST` stands for the command that prints it. */
const DELETERS = [
  "LIST | xargs -0 rm -f",
  "LIST | xargs -I{} rm {}",
  "LIST | while IFS= read -r -d '' f; do rm \"$f\"; done",
  "rm $(LIST)",
  'mapfile -d "" all < <(LIST); rm "${all[@]}"',
  'exec 3< <(LIST); while read -r -u 3 f; do rm "$f"; done',
  'LIST > /tmp/list; while read -r f; do rm "$f"; done < /tmp/list',
  'LIST > /tmp/list; exec 4< /tmp/list; while read -r f <&4; do rm "$f"; done',
  "LIST > /tmp/list; exec 5< /tmp/list; xargs rm <&5",
];

test.each(LISTERS)("a deletion of the names that `%s` prints is seen, and of `%s` is none outside", (out, here) => {
  for (const deleter of DELETERS) {
    const [bad, good] = [out, here].map((lister) => deleter.replace("LIST", () => lister));
    expect([bad, lostOutside(bad!).length]).toEqual([bad, 1]);
    expect([good, lostOutside(good!)]).toEqual([good, []]);
  }
});

test.each([
  "git ls-files -z -o --exclude-standard",
  "git ls-files -m",
  "git diff --name-only -z HEAD~1",
  "git status --porcelain -z | cut -z -c4-",
  "git grep -lz foo",
  "git clean -nd | sed 's/Would remove //'",
])("names of `%s` lie in the folder of the command that deletes these", (lister) => {
  for (const deleter of DELETERS) {
    const script = deleter.replace("LIST", () => lister);
    expect([script, lostOutside(`cd ../other; ${script}`).length]).toEqual([script, 1]);
    expect([script, lostOutside(script)]).toEqual([script, []]);
  }
});

test.each<[string, readonly string[]]>([
  ["find ~/Documents -fprint /tmp/list; xargs rm < /tmp/list", [DOCUMENTS]],
  ["find ~/Documents -fprint0 /tmp/list; xargs -0 rm < /tmp/list", [DOCUMENTS]],
  ["find src -fprint /tmp/list; xargs rm < /tmp/list", []],
  ['ls -d ~/Documents/* > /tmp/list; exec < /tmp/list; while read -r f; do rm "$f"; done', [DOCUMENTS]],
  ['ls -d ~/Documents/* > /tmp/list; exec 7< /tmp/list; mapfile -t -u 7 all; rm "${all[@]}"', [DOCUMENTS]],
  ['ls -d ~/Documents/* > /tmp/list; while read -ru7 f; do rm "$f"; done 7< /tmp/list', [DOCUMENTS]],
  [
    "printf '%s\\n' ../a ../b > /tmp/list; while read -r f; do rm \"$f/x\"; done < /tmp/list",
    ["/home/dev/a/x", "/home/dev/b/x"],
  ],
  ["printf '%s\\n' ../a ../b | while read -r f; do rm \"$f\"; done", ["/home/dev/a", "/home/dev/b"]],
  ["printf '%s\\n' '1 ../a' '2 ../b' | while read -r n f; do rm \"$f\"; done", ["/home/dev/a", "/home/dev/b"]],
  ["printf '%s\\n' '1 ../a' '2 ../b' | while read -r n f; do rm \"$n\"; done", []],
  // Programs that print no names here, and readers that delete nothing.
  ["grep -r foo ~/Documents | xargs rm", []],
  ["grep -c foo ~/Documents/* | xargs rm", []],
  ["git -C ../other log --oneline | xargs rm", []],
  ["grep -rl foo ~/Documents | xargs cat", []],
  ['grep -rl foo ~/Documents | while read -r f; do echo "$f"; done', []],
  ['exec 3< ~/Documents/list; while read -r -u 3 f; do echo "$f" > /tmp/x; done', []],
])("%s loses %j", (script, lost) => expect(lostOutside(script)).toEqual(lost));

test("a list is not taken for the folder in which it lies", () => {
  expect(lostOutside("grep -rlZ foo ~/Documents | xargs -0 rm")).toEqual([BELOW[0]!.replace("/**/{}", "")]);
});
