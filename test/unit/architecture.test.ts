import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
/** Lowest first. A file imports its own folder or a lower layer; neighbours on a layer do not import each other. */
const LAYERS = [
  ["kit"],
  ["agents", "shell"],
  ["worktree"],
  ["call", "session"],
  ["redactors", "shadow-repo"],
  ["builtins"],
  ["hook", "audit", "install"],
  ["terminal", "web", "doctor"],
  ["bin", "page"],
];
const FOLDERS = LAYERS.flat();
/** The floors of shadow-repo, lowest first; "" is its own files. The two engines stand side by side. */
const FLOORS = [
  [""],
  ["locks"],
  ["source"],
  ["git", "js"],
  ["keep"],
  ["journal"],
  ["git-state"],
  ["open"],
  ["record"],
  ["restore/plan"],
  ["restore/put", "restore/hunks", "restore/kept"],
  ["restore/operation"],
  ["restore/across"],
  ["restore"],
  ["maintenance"],
  ["look"],
  ["look/blame"],
  ["export"],
  ["doors"],
];
/** The rooms that others enter by their doors alone, with the number of doors at most. */
const DOORS = { "shadow-repo": 10, redactors: 8, shell: 8, worktree: 8, builtins: 5 };

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path)),
);

describe("the layers", () => {
  test("the page takes from below only the shapes of what it is sent, and what has no need of Node", () => {
    const targets = files.filter((file) => file.startsWith("page/")).flatMap((file) => importsOf(file));
    expect([...new Set(targets.filter((target) => !target.startsWith("page/")))].toSorted()).toEqual([
      "kit/changed-words.ts",
      "web/ui/api.ts",
      "web/ui/report-api.ts",
      "web/ui/restore-api.ts",
    ]);
    expect(["web/ui/api.ts", "web/ui/report-api.ts"].flatMap(importsOf)).toEqual([]);
    expect(new Set(importsOf("web/ui/restore-api.ts"))).toEqual(new Set(["web/ui/api.ts"]));
  });

  test("nothing of the program imports its tools, and nothing imports a shim", () => {
    const targets = files.filter((file) => !file.startsWith("agents/shims/")).flatMap((file) => importsOf(file));
    expect(targets.filter((target) => /^(?:tools|agents\/shims)\//.test(target))).toEqual([]);
  });

  // A shim is a program of its own, which nothing imports.
  test("a file imports its own folder or a lower layer", () => {
    const wrong = files
      .filter((file) => !file.startsWith("agents/shims/"))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => FOLDERS.includes(folderOf(target)) && folderOf(target) !== folderOf(file))
          .filter((target) => layerOf(folderOf(target)) >= layerOf(folderOf(file)))
          .map((target) => `${file} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test("a file of shadow-repo imports its own floor or a lower one, and neither engine the other", () => {
    const floorOf = (file: string) => FLOORS.findIndex((floor) => floor.includes(roomOf(file)));
    const own = files.filter((file) => folderOf(file) === "shadow-repo");
    const wrong = own.flatMap((file) =>
      importsOf(file)
        .filter((target) => folderOf(target) === "shadow-repo" && roomOf(target) !== roomOf(file))
        .filter((target) => floorOf(target) >= floorOf(file))
        .map((target) => `${file} imports ${target}`),
    );
    expect(own.filter((file) => floorOf(file) === -1)).toEqual([]);
    expect(wrong).toEqual([]);
  });

  test("files import each other in no circle, also for types and later on: each is read without another above it", () => {
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" → "));
      if (way.includes(file) || done.has(file)) return;
      for (const target of importsOf(file)) visit(target, [...way, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(done.size).toBeGreaterThan(files.length - 1);
    expect(circles).toEqual([]);
  });

  // Each shim is a program of its own, which runs in an agent's process.
  test("process, clock and streams are read in bin, in shims and on the page alone", () => {
    const others = files.filter(
      (file) => !/^(?:bin|page|agents\/shims)\//.test(file) && file !== "kit/load-builtin.ts",
    );
    const outside = /(?<![-\w/])process\.|\bnew Date\(\)|\bDate\.now\(|\bconsole\.\w+\(/;
    expect(others.filter((file) => outside.test(codeOf(file)))).toEqual([]);
  });
});

describe("the doors", () => {
  const doorsOf = (room: string) => files.filter((file) => file.startsWith(`${room}/doors/`));

  test("a file takes of another room what one of its doors names", () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => folderOf(target) in DOORS && folderOf(target) !== folderOf(file))
        .filter((target) => !target.startsWith(`${folderOf(target)}/doors/`))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("a room goes by no door of its own", () => {
    const own = files.flatMap((file) =>
      importsOf(file).filter((target) => target.startsWith(`${folderOf(file)}/doors/`)),
    );
    expect(own).toEqual([]);
  });

  test.each(Object.entries(DOORS))(
    "%s has %i doors at most, which say what they are for and hold no code",
    (room, most) => {
      const doors = doorsOf(room);
      expect(doors.length).toBeGreaterThan(0);
      expect(doors.length).toBeLessThanOrEqual(most);
      for (const door of doors) {
        expect(readFileSync(join(ROOT, door), "utf8"), door).toMatch(/^\/\*\* @file /);
        expect(codeOf(door).replaceAll(EXPORT, "").trim(), door).toBe("");
      }
    },
  );

  test("whatever a door names has a doc comment", () => {
    const wrong = Object.keys(DOORS)
      .flatMap((room) => doorsOf(room).flatMap((door) => namesOf(door).map((row) => ({ door, ...row }))))
      .filter(({ name, target }) => {
        const text = readFileSync(join(ROOT, target), "utf8");
        const kind = "(?:async )?(?:abstract )?(?:function\\*?|const|class|type|interface)";
        return !new RegExp(`\\*/\\nexport ${kind} ${name}\\b`).test(text);
      })
      .map(({ door, name }) => `${door}: ${name}`);
    expect(wrong).toEqual([]);
  });
});

const EXPORT = /export (?:type )?\{([^}]*)\} from "([^"]+)";/g;

/** The names that a door gives, each with the file that it comes from. */
function namesOf(door: string): { name: string; target: string }[] {
  return [...codeOf(door).matchAll(EXPORT)].flatMap(([, names, path]) =>
    names!
      .split(",")
      .map((name) => name.trim().replace(/^type /, ""))
      .filter(Boolean)
      .map((name) => ({ name, target: relative(ROOT, resolve(ROOT, door, "..", path!)) })),
  );
}

function folderOf(path: string): string {
  return path.split("/")[0]!;
}

/** The folder within shadow-repo. */
function roomOf(path: string): string {
  return path.split("/").slice(1, -1).join("/");
}

function layerOf(folder: string): number {
  return LAYERS.findIndex((layer) => layer.includes(folder));
}

/** Project files that a file imports, as paths from the root. */
function importsOf(file: string): string[] {
  return [...codeOf(file).matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, target]) =>
    relative(ROOT, resolve(ROOT, file, "..", target!)),
  );
}

/** The file without its comments. */
function codeOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "$1");
}
