import { expect, test } from "vitest";

import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld } from "../world.ts";

const EDIT = "sed -i 's/^5$/five/' a.txt";

test.each([
  ["deleted", `${EDIT}; rm b.txt`],
  ["edited", `${EDIT}; echo more >> b.txt`],
])(
  "a file that a person renamed to the name of one that the step %s is put back under its old name",
  async (_what, script) => {
    const world = makeWorld(`${COMMITTED}; seq 1 30 > a.txt; git add .; git commit -qm a; echo own > b.txt`);
    await world.turn(script);
    world.sh("mv a.txt b.txt");
    const result = await undo(world.io, world.root);
    expect(result).toMatchObject({ conflicts: [{ path: "a.txt" }, { path: "b.txt" }], notes: [] });
    expect(world.sh("sed -n 5p a.txt; cat b.txt")).toBe("5\nown\n");
    await redo(world.io, world.root);
    expect(world.sh("sed -n 5p b.txt; ls a.txt || true")).toBe("five\n");
  },
);
