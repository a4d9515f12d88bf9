import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, test } from "vitest";

import { runCase, type Case } from "./run-case.ts";
import { TOKENS } from "../support/made-up.ts";

/** A folder for each agent, and one for the command line. */
const folders = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, "cases.json")),
);

describe.each(folders)("%s", (folder) => {
  const cases = JSON.parse(readFileSync(join(import.meta.dirname, folder, "cases.json"), "utf8")) as Case[];
  test.each(cases.map((one) => [one.id, one.why, one] as const))("%s: %s", (_id, _why, one) =>
    runCase(one, TOKENS, one === cases[0]),
  );
});
