// What a coding agent does in a turn, and what must be there after the undo. Each call is announced to the hook and really
// run in a throw-away repository.
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Every file but git's own, with its mode and its bytes. */
export function filesOf(repo) {
  const names = readdirSync(repo, { recursive: true, encoding: "utf8" }).filter((path) => !/^\.git(?:\/|$)/.test(path));
  return JSON.stringify(
    names.toSorted().flatMap((path) => {
      const stat = lstatSync(join(repo, path));
      if (stat.isDirectory()) return [];
      const content = stat.isSymbolicLink() ? readlinkSync(join(repo, path)) : readFileSync(join(repo, path), "latin1");
      return [[path, stat.mode & 0o777, content]];
    }),
  );
}

const LINES = (first, last) => [first, ...Array.from({ length: 20 }, (_, at) => `line ${at}`), last, ""].join("\n");

/** Name → steps, in a world of `turn(...scripts)`, `undo()`, `redo()`, `write`, `sh`, `files()`, `same(before)`. */
export const STORIES = {
  "an edit of a committed file": (world) => back(world, "echo changed >> app.ts"),
  "a deleted folder": (world) => back(world, "rm -rf src"),
  "a new file of the turn is gone": (world) =>
    back(world, "echo new > made.ts; mkdir -p lib/deep && echo x > lib/deep/x.ts"),
  "an edit of the person's that no commit has": (world) => {
    world.write("app.ts", "the person's own\n");
    return back(world, "echo agent > app.ts");
  },
  "an untracked file of the person's": (world) => {
    world.write("notes.txt", "notes\n");
    return back(world, "rm notes.txt");
  },
  "an ignored file": (world) => {
    world.write(".env", "PORT=1\n");
    return back(world, "rm .env");
  },
  "uncommitted work under git reset --hard": (world) => {
    world.write("app.ts", "an hour of work\n");
    return back(world, "git reset -q --hard");
  },
  "untracked files under git clean": (world) => {
    world.write("draft.md", "draft\n");
    return back(world, "git clean -fdq");
  },
  "bytes, line ends, a mode and a link": (world) => {
    world.write("bytes.bin", Buffer.from([0, 255, 13, 10, 7]));
    world.sh("printf 'a\\r\\nb\\r\\n' > crlf.txt; chmod 755 src/old.ts; ln -s app.ts link.ts");
    return back(world, "echo x > bytes.bin; echo y > crlf.txt; chmod 644 src/old.ts; rm link.ts");
  },
  "a renamed file": (world) => back(world, "git mv src/old.ts src/new.ts && echo more >> src/new.ts"),
  "a turn of three calls at once": (world) => back(world, "echo 1 > a.ts", "rm -r src", "echo 2 >> app.ts"),
  "a turn that never ended": (world) => {
    const before = world.files();
    world.turn(["echo cut > app.ts"], { ends: false });
    world.undo();
    return world.same(before);
  },
  "two turns, one after the other": (world) => {
    const first = world.files();
    world.turn(["echo one > app.ts"]);
    const second = world.files();
    world.turn(["echo two > app.ts; echo b > b.ts"]);
    world.undo();
    const isSecond = world.same(second);
    world.undo();
    return isSecond && world.same(first);
  },
  "the person's later edit in other lines stays": (world) => {
    world.write("list.txt", LINES("first", "last"));
    world.turn(["sed -i 's/^first$/FIRST/' list.txt"]);
    world.write("list.txt", LINES("FIRST", "last, by the person"));
    world.undo();
    return readFileSync(join(world.repo, "list.txt"), "utf8") === LINES("first", "last, by the person");
  },
  "the person's later new file stays": (world) => {
    world.turn(["echo agent > app.ts"]);
    world.write("later.txt", "the person's\n");
    world.undo();
    return existsSync(join(world.repo, "later.txt")) && world.read("app.ts") === "export const one = 1;\n";
  },
  "redo brings back what undo took": (world) => {
    world.turn(["echo agent > app.ts; rm -r src; echo new > new.ts"]);
    const after = world.files();
    world.undo();
    const isUndone = !world.same(after);
    world.redo();
    return isUndone && world.same(after);
  },
  "git's own state stays: index, branch, stash": (world) => {
    world.sh("echo staged > staged.ts && git add staged.ts && echo x >> README.md && git stash -q -- README.md");
    const state = () =>
      world.sh("git ls-files -s; git symbolic-ref HEAD; git rev-parse HEAD; git stash list; git branch -a");
    const before = state();
    const isBack = back(world, "echo agent > app.ts");
    return isBack && state() === before;
  },
  "a turn that committed": (world) => back(world, "echo agent > app.ts && git commit -qam agent"),
};

function back(world, ...calls) {
  const before = world.files();
  world.turn(calls);
  const isChanged = !world.same(before);
  world.undo();
  return isChanged && world.same(before);
}
