import { readFileSync } from "node:fs";
import { join } from "node:path";

import { isOfTests } from "../../worktree/doors/worktree.ts";
import { hostOf } from "../hosts.ts";
import type { CommandView } from "./rule.ts";

/** Names of variables with the address of a database, which frameworks read. */
const ADDRESSES = ["DATABASE_URL", "DIRECT_URL", "DB_URL", "DB_HOST", "DATABASE_HOST", "POSTGRES_HOST", "PGHOST"];
const ADDRESS =
  /^(?:export[ \t]+)?(?:\w*(?:DATABASE|DB)_(?:URL|HOST)|DIRECT_URL|POSTGRES_HOST|PGHOST|MYSQL_HOST)[ \t]*=/;
/** Files from which frameworks read these variables; a value of the first file wins. */
const FILES = [".env.local", ".env", "prisma/.env"];
/** The most characters of such a file that are read. */
const LONGEST = 64 * 1024;

/**
 * The hosts of the database that a framework's command works on: those in its words and variables, else those in the
 * project's files of variables. Empty if none is named, or if the address names a database of tests.
 */
export function databaseHosts(view: CommandView): readonly string[] {
  const { own, assigned, variable } = view;
  const said = [
    ...own.filter((word) => word.includes("://")).map((word) => word.replace(/^--?[\w-]+=/, "")),
    ...assigned.filter((word) => ADDRESS.test(word)).map(valueOf),
    ...ADDRESSES.flatMap((name) => variable(name) ?? []),
  ];
  const addresses = said.length > 0 ? said : inFiles(view);
  return addresses.filter((address) => !isOfTests(address)).flatMap((address) => hostIn(address) ?? []);
}

function inFiles({ folder, elsewhere }: CommandView): readonly string[] {
  if (folder === undefined || elsewhere) return [];
  for (const name of FILES) {
    const found = linesOf(join(folder, name)).filter((line) => ADDRESS.test(line));
    if (found.length > 0) return found.map(valueOf);
  }
  return [];
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").slice(0, LONGEST).split(/\r?\n/);
  } catch {
    return [];
  }
}

function valueOf(assignment: string): string {
  return assignment.replace(/^[^=]*=\s*/, "").replace(/^(["'])(.*)\1.*$/s, "$2");
}

/** The host in an address, or a host alone, as in `DB_HOST`. */
function hostIn(address: string): string | undefined {
  return hostOf(address) ?? (/^[\w.-]+$/.test(address) ? address : undefined);
}
