import { describe, test } from "vitest";

import type { Json } from "../../kit/json.ts";
import { runCase, type Case } from "../conformance/run-case.ts";

/**
 * What docker-agent's conformance cases for snapshots ask, asked again with other files, scopes and orders of events.
 */
const COMMITTED = "git init -q -b main . && printf 'alpha\\n' > base.txt && git add base.txt && git commit -qm first";

type Step = Readonly<Record<string, Json>>;

const hook = (event: string, fields: Readonly<Record<string, Json>> = {}): Step => ({
  op: "hook",
  stdin: { session_id: "s", cwd: "{{CWD}}", hook_event_name: event, ...fields },
});
const sh = (run: string): Step => ({ op: "sh", run });
const holds = (run: string): Step => ({ op: "assert", run });
const list = (files: readonly number[], session = "s"): Step => ({
  op: "list",
  session_id: session,
  expect: { count: files.length, files: [...files] },
});
const undo = (files: number | "nothing", session = "s", cwd = "{{CWD}}"): Step => ({
  op: "undo",
  session_id: session,
  cwd,
  expect: files === "nothing" ? { restored: false } : { restored: true, files },
});
/** Not all of the step lies below the folder. */
const part = (files: number, session: string, cwd: string): Step => ({
  op: "undo",
  session_id: session,
  cwd,
  expect: { restored: true, files, complete: false },
});
const reset = (keep: number, files: number | "nothing", session = "s"): Step => ({
  op: "reset",
  session_id: session,
  cwd: "{{CWD}}",
  keep,
  expect: files === "nothing" ? { restored: false } : { restored: true, files },
});
const turn = (run: string, fields: Readonly<Record<string, Json>> = {}): Step[] => [
  hook("turn_start", fields),
  sh(run),
  hook("turn_end", { ...fields, reason: "normal" }),
];
const call = (id: string, run: string): Step[] => [
  hook("pre_tool_use", { tool_use_id: id, tool_name: "shell" }),
  sh(run),
  hook("post_tool_use", { tool_use_id: id, tool_name: "shell" }),
];

const cases: readonly (readonly [why: string, setup: string, steps: readonly Step[]])[] = [
  [
    "Undo of an edit brings the old bytes back.",
    COMMITTED,
    [...turn("printf beta > base.txt"), list([1]), undo(1), holds('test "$(cat base.txt)" = alpha')],
  ],
  [
    "The state lies in the data folder, private, and nowhere in the project.",
    COMMITTED,
    [
      ...turn("printf x > n"),
      holds(
        'test "$(stat -c %a "$SHADOW")" = 700; test -z "$(git status --porcelain | grep -v "^?? n$")"; ' +
          'test "$(git rev-list --all --count)" = 1; test -z "$(find "$SHADOW" -type f -perm /077)"',
      ),
    ],
  ],
  [
    "A turn without a change makes no checkpoint.",
    COMMITTED,
    [...turn("true"), ...turn("cat base.txt > /dev/null; touch base.txt"), list([]), undo("nothing")],
  ],
  [
    "A file made and removed within the turn makes no checkpoint.",
    COMMITTED,
    [...turn("printf x > n; rm n"), list([])],
  ],
  [
    "An ignored folder of many files is neither counted nor touched.",
    `${COMMITTED}; echo node_modules/ > .gitignore; mkdir node_modules; printf m > node_modules/m; git add .; ` +
      "git commit -qm i",
    [
      ...turn("printf 2 > node_modules/m; printf 2 > node_modules/n; printf b > base.txt"),
      list([1]),
      undo(1),
      holds('test "$(cat node_modules/m)" = 2; test -f node_modules/n'),
    ],
  ],
  [
    "A nested .gitignore counts, and its negation.",
    `${COMMITTED}; mkdir s; printf '*\\n!keep\\n!.gitignore\\n' > s/.gitignore`,
    [...turn("printf k > s/keep; printf d > s/drop"), list([1]), undo(1), holds("test ! -e s/keep; test -f s/drop")],
  ],
  [
    "info/exclude counts from the first capture on.",
    `${COMMITTED}; echo '*.cfg' >> .git/info/exclude`,
    [...turn("printf 1 > a.cfg; printf 1 > a.txt"), list([1]), undo(1), holds("test -f a.cfg; test ! -e a.txt")],
  ],
  [
    "The default global excludes file counts.",
    `${COMMITTED}; mkdir -p $HOME/.config/git; echo '*.swp' > $HOME/.config/git/ignore`,
    [...turn("printf 1 > a.swp; printf b > base.txt"), list([1])],
  ],
  [
    "A .gitignore made in the turn takes effect at once.",
    COMMITTED,
    [
      ...turn("echo '*.log' > .gitignore; printf l > x.log"),
      list([1]),
      undo(1),
      holds("test ! -e .gitignore; test -f x.log"),
    ],
  ],
  [
    "Exactly two MiB are kept, a byte more is left out.",
    COMMITTED,
    [
      ...turn("head -c 2097152 /dev/zero > fits; head -c 2097153 /dev/zero > large"),
      list([1]),
      undo(1),
      holds("test ! -e fits; test -f large"),
    ],
  ],
  [
    "A large file that the source tracks is covered.",
    `${COMMITTED}; head -c 3000000 /dev/zero > large; git add .; git commit -qm l`,
    [...turn("printf small > large"), list([1]), undo(1), holds('test "$(wc -c < large)" = 3000000')],
  ],
  [
    "A large new file is not deleted by the undo of its turn.",
    COMMITTED,
    [...turn("head -c 3000000 /dev/zero > large; printf b > base.txt"), list([1]), undo(1), holds("test -f large")],
  ],
  [
    "A symlink that is made goes, one that is removed comes back.",
    `${COMMITTED}; ln -s base.txt old; git add .; git commit -qm l`,
    [
      ...turn("ln -s base.txt new; rm old"),
      list([2]),
      undo(2),
      holds('test ! -L new; test "$(readlink old)" = base.txt'),
    ],
  ],
  [
    "A symlink to a folder is a link and not the folder.",
    `${COMMITTED}; mkdir d; printf f > d/f; ln -s d l; git add .; git commit -qm l`,
    [...turn("rm l; mkdir l; printf g > l/g"), undo(2), holds('test "$(readlink l)" = d; test "$(cat d/f)" = f')],
  ],
  [
    "The executable bit alone is a change.",
    `${COMMITTED}; printf x > run; git add .; git commit -qm r`,
    [...turn("chmod +x run"), list([1]), undo(1), holds("test ! -x run")],
  ],
  [
    "A rename of an untracked file brings the old name back.",
    `${COMMITTED}; printf precious > draft`,
    [...turn("mv draft final"), list([2]), undo(2), holds('test "$(cat draft)" = precious; test ! -e final')],
  ],
  [
    "A renamed folder comes back whole.",
    `${COMMITTED}; mkdir -p d/e; printf 1 > d/1; printf 2 > d/e/2; git add .; git commit -qm d`,
    [...turn("mv d moved"), list([4]), undo(4), holds('test "$(cat d/e/2)" = 2; test ! -e moved')],
  ],
  [
    "A name that is no UTF-8 comes back.",
    `${COMMITTED}; printf old > "$(printf 'n\\351')"; printf 2 > two`,
    [
      ...turn('printf new > "$(printf "n\\351")"; printf 3 > two'),
      list([2]),
      undo(2),
      holds('test "$(cat "$(printf "n\\351")")" = old; test "$(cat two)" = 2'),
    ],
  ],
  [
    "Names with quotes, tabs, newlines and blanks come back.",
    `${COMMITTED}; printf o > 'a"b'; printf o > "$(printf 't\\tb')"; printf o > "$(printf 'n\\nl')"; ` +
      "printf o > ' lead'; printf o > 'trail '",
    [
      ...turn('for f in *; do [ "$f" = base.txt ] || printf changed > "$f"; done'),
      list([5]),
      undo(5),
      holds('for f in *; do [ "$f" = base.txt ] || test "$(cat "$f")" = o; done'),
    ],
  ],
  [
    "A name that begins with a dash, and one that is a magic pathspec, are names.",
    `${COMMITTED}; printf o > ./-rf; printf o > ':(top)'; printf o > ':!x'`,
    [
      ...turn('for f in ./*; do printf changed > "$f"; done'),
      list([4]),
      undo(4),
      holds('test "$(cat ./-rf)" = o; test "$(cat \':(top)\')" = o'),
    ],
  ],
  [
    "An ident is not expanded, nor collapsed.",
    `${COMMITTED}; echo '*.txt ident' > .gitattributes; printf '$Id: kept $\\n' > id.txt; git add .; git commit -qm i`,
    [...turn("rm id.txt"), undo(1), holds("test \"$(cat id.txt)\" = '$Id: kept $'")],
  ],
  [
    "Bytes of every value come back.",
    `${COMMITTED}; for n in $(seq 0 255); do printf "\\\\$(printf %03o $n)"; done > all.bin; cp all.bin ../all.bin`,
    [...turn(": > all.bin"), list([1]), undo(1), holds("cmp all.bin ../all.bin")],
  ],
  [
    "An emptied file and an empty file are not the same as none.",
    `${COMMITTED}; : > empty; git add .; git commit -qm e`,
    [
      ...turn("rm empty; : > base.txt; : > other"),
      list([3]),
      undo(3),
      holds("test -f empty; test ! -e other; test -s base.txt"),
    ],
  ],
  [
    "A file that became a folder is a file again.",
    COMMITTED,
    [...turn("rm base.txt; mkdir base.txt; printf x > base.txt/x"), list([2]), undo(2), holds("test -f base.txt")],
  ],
  [
    "A folder that became a file is a folder again.",
    `${COMMITTED}; mkdir -p d/e; printf 1 > d/e/1; git add .; git commit -qm d`,
    [...turn("rm -r d; printf file > d"), list([2]), undo(2), holds('test "$(cat d/e/1)" = 1')],
  ],
  [
    "A folder that was empty before stays where a file came and goes beside it.",
    `${COMMITTED}; mkdir -p a/b`,
    [...turn("printf x > a/x"), undo(1), holds("test -d a/b; test ! -e a/x")],
  ],
  [
    "A nested repository with commits is left alone, and stops nothing.",
    `${COMMITTED}; git init -q n; printf n > n/n; git -C n add .; git -C n commit -qm n`,
    [
      ...turn("printf m > n/n; printf b > base.txt"),
      list([1]),
      undo(1),
      holds('test "$(cat n/n)" = m; test "$(cat base.txt)" = alpha'),
    ],
  ],
  [
    "A nested repository without commits stops nothing.",
    COMMITTED,
    [...turn("git init -q n; printf n > n/n; printf b > base.txt"), list([1]), undo(1), holds("test -f n/n")],
  ],
  [
    "A detached HEAD works like a branch.",
    `${COMMITTED}; git checkout -q --detach`,
    [...turn("printf b > base.txt"), list([1]), undo(1)],
  ],
  [
    "A linked worktree has its own checkpoints.",
    `${COMMITTED}; git worktree add -q ../linked 2> /dev/null`,
    [
      ...turn("printf b > ../linked/base.txt; printf c > base.txt", { cwd: "{{CWD}}/../linked" }),
      { op: "undo", session_id: "s", cwd: "{{CWD}}/../linked", expect: { restored: true, files: 1 } },
      holds('test "$(cat ../linked/base.txt)" = alpha; test "$(cat base.txt)" = c'),
    ],
  ],
  [
    "No repository: nothing happens and nothing is made.",
    "true",
    [...turn("printf x > x"), holds('test ! -e "$DATA/snapshot"')],
  ],
  [
    "Inside of .git: nothing happens.",
    COMMITTED,
    [...turn("printf x > x", { cwd: "{{CWD}}/.git" }), holds('test ! -e "$DATA/snapshot"')],
  ],
  [
    "A folder that does not exist: nothing happens.",
    COMMITTED,
    [...turn("printf x > x", { cwd: "{{CWD}}/gone" }), holds('test ! -e "$DATA/snapshot"')],
  ],
  ["Without cwd: nothing happens.", COMMITTED, [...turn("printf x > x", { cwd: null }), list([])]],
  [
    "An empty session: nothing happens.",
    COMMITTED,
    [...turn("printf x > x", { session_id: "" }), holds('test ! -e "$DATA/snapshot"')],
  ],
  [
    "turn_end without turn_start makes no checkpoint.",
    COMMITTED,
    [sh("printf b > base.txt"), hook("turn_end"), list([])],
  ],
  [
    "A second turn_start ends the first turn, of which no end came.",
    COMMITTED,
    [
      hook("turn_start"),
      sh("printf b > base.txt"),
      ...turn("printf c > n"),
      list([1, 1]),
      undo(1),
      holds('test "$(cat base.txt)" = b; test ! -e n'),
      undo(1),
      holds("grep -qx alpha base.txt"),
    ],
  ],
  [
    "A second turn_end finds nothing.",
    COMMITTED,
    [...turn("printf b > base.txt"), sh("printf c > base.txt"), hook("turn_end"), list([1])],
  ],
  [
    "post_tool_use without its pre_tool_use, and one without an id, make none.",
    COMMITTED,
    [
      sh("printf b > base.txt"),
      hook("post_tool_use", { tool_use_id: "t", tool_name: "shell" }),
      hook("pre_tool_use", { tool_name: "shell" }),
      sh("printf c > base.txt"),
      hook("post_tool_use", { tool_name: "shell" }),
      list([]),
    ],
  ],
  [
    "The tool's checkpoint and the turn's are both there; undo takes them as one.",
    COMMITTED,
    [
      hook("turn_start"),
      ...call("t", "printf b > base.txt"),
      hook("turn_end"),
      list([1, 1]),
      undo(1),
      holds('test "$(cat base.txt)" = alpha'),
      undo("nothing"),
    ],
  ],
  [
    "Sessions do not see each other.",
    COMMITTED,
    [
      ...turn("printf b > one", { session_id: "a" }),
      ...turn("printf b > two", { session_id: "b" }),
      list([1], "a"),
      list([1], "b"),
      undo(1, "a"),
      holds("test ! -e one; test -f two"),
      undo("nothing", "a"),
      undo(1, "b"),
    ],
  ],
  [
    "Undo walks back through an edit, an addition and a deletion.",
    COMMITTED,
    [
      ...turn("printf 1 > base.txt"),
      ...turn("printf 2 > n"),
      ...turn("rm base.txt"),
      list([1, 1, 1]),
      undo(1),
      holds('test "$(cat base.txt)" = 1'),
      undo(1),
      holds("test ! -e n"),
      undo(1),
      holds('test "$(cat base.txt)" = alpha'),
      undo("nothing"),
    ],
  ],
  [
    "Reset keeps what it is told to keep.",
    COMMITTED,
    [
      ...turn("printf 1 > a"),
      ...turn("printf 2 > b"),
      ...turn("printf 3 > c"),
      reset(1, 2),
      holds("test -f a; test ! -e b; test ! -e c"),
      list([1]),
    ],
  ],
  [
    "Reset that keeps everything, or more, does nothing.",
    COMMITTED,
    [...turn("printf 1 > a"), reset(1, "nothing"), reset(9, "nothing"), holds("test -f a"), list([1])],
  ],
  [
    "Reset to nothing takes all back, a file once however often it changed.",
    COMMITTED,
    [
      ...turn("printf 1 > base.txt; printf 1 > n"),
      ...turn("printf 2 > base.txt"),
      reset(0, 2),
      holds('test "$(cat base.txt)" = alpha; test ! -e n'),
      list([]),
    ],
  ],
  [
    "session_end keeps the history for the next session's look back.",
    COMMITTED,
    [
      ...turn("printf b > base.txt"),
      hook("session_end", { reason: "user_quit" }),
      list([1]),
      undo(1),
      holds('test "$(cat base.txt)" = alpha'),
    ],
  ],
  [
    "From a sub-directory only what is below it is recorded and put back.",
    `${COMMITTED}; mkdir sub; printf s > sub/f; git add .; git commit -qm s`,
    [
      ...turn("printf t > sub/f; printf o > base.txt", { cwd: "{{CWD}}/sub" }),
      list([1]),
      undo(1, "s", "{{CWD}}/sub"),
      holds('test "$(cat sub/f)" = s; test "$(cat base.txt)" = o'),
    ],
  ],
  [
    "Undo from a sub-directory leaves the siblings of a whole turn alone.",
    `${COMMITTED}; mkdir sub other; printf s > sub/f; printf s > other/f; git add .; git commit -qm s`,
    [
      ...turn("printf t > sub/f; printf t > other/f"),
      list([2]),
      part(1, "s", "{{CWD}}/sub"),
      holds('test "$(cat sub/f)" = s; test "$(cat other/f)" = t'),
      undo(1),
      holds('test "$(cat sub/f)" = s; test "$(cat other/f)" = s'),
    ],
  ],
  [
    "The source's index stays as it is, what is staged staged.",
    COMMITTED,
    [
      sh("printf staged > st; git add st; cp .git/index ../index"),
      ...turn("printf changed > st; printf b > base.txt"),
      undo(2),
      holds('cmp .git/index ../index; test "$(git show :st)" = staged; test "$(cat st)" = staged'),
    ],
  ],
  [
    "HEAD stays where the agent's commits left it.",
    COMMITTED,
    [
      ...turn("printf b > base.txt; git commit -qam two; git tag t"),
      undo(1),
      holds('test "$(git rev-parse HEAD)" = "$(git rev-parse t)"; test "$(cat base.txt)" = alpha'),
    ],
  ],
  [
    "Files that are unreadable, pipes and sockets stop nothing.",
    `${COMMITTED}; mkfifo pipe`,
    [...turn("printf b > base.txt; mkfifo other; rm pipe"), list([1]), undo(1), holds("test -p other")],
  ],
  [
    "The same worktree through a link is the same history.",
    `${COMMITTED}; ln -s "$CWD" ../again`,
    [
      ...turn("printf b > base.txt", { cwd: "{{CWD}}/../again" }),
      list([1]),
      { op: "undo", session_id: "s", cwd: "{{CWD}}", expect: { restored: true, files: 1 } },
      holds('test "$(ls "$DATA/snapshot" | grep -c "^[0-9a-f]\\{32\\}$")" = 1'),
    ],
  ],
  [
    "Two clones with the same content have two histories.",
    `${COMMITTED}; git clone -q . ../clone`,
    [
      ...turn("printf b > base.txt"),
      ...turn("printf c > ../clone/base.txt", { cwd: "{{CWD}}/../clone" }),
      undo(1),
      holds('test "$(cat base.txt)" = alpha; test "$(cat ../clone/base.txt)" = c'),
    ],
  ],
  [
    "A branch switch within the turn is a change of files and nothing else.",
    `${COMMITTED}; git checkout -qb other; printf o > only-other; printf o > base.txt; git add .; ` +
      "git commit -qm o; git checkout -q main",
    [
      ...turn("git checkout -q other"),
      list([2]),
      undo(2),
      holds('test "$(git branch --show-current)" = other; test "$(cat base.txt)" = alpha; test ! -e only-other'),
    ],
  ],
  [
    "What the user changes after the turn comes back with redo.",
    COMMITTED,
    [
      ...turn("printf b > base.txt"),
      sh("printf mine > base.txt; printf mine > own"),
      undo(1),
      holds('test "$(cat base.txt)" = alpha; test "$(cat own)" = mine; test "$(ls "$SHADOW")"'),
    ],
  ],
  [
    "Case alone tells two names apart where the file system does.",
    COMMITTED,
    [...turn("printf r > readme; printf R > README"), list([2]), undo(2), holds("test ! -e readme; test ! -e README")],
  ],
];

describe("siblings of docker-agent's cases", () => {
  test.each(
    cases.map(
      ([why, setup, steps], n) =>
        [
          why,
          {
            id: `sibling-${n}`,
            builtin: "snapshot",
            why,
            setup,
            steps: steps as unknown as Case["steps"],
            expect: {},
          } as Case,
        ] as const,
    ),
  )("%s", async (_why, one) => runCase(one, {}));
});
