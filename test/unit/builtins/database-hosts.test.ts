import { expect, test } from "vitest";

import { judgeScript } from "../../../builtins/block-destructive/judge-script.ts";
import type { ScriptVerdict } from "../../../builtins/block-destructive/script-verdict.ts";
import { rulesOf } from "../../../builtins/block-destructive/rules.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

/** The rules above the level `all` that a reset matches in a folder with these files. */
function objectionsTo(script: string, files: Readonly<Record<string, string>>): string[] {
  for (const [name, text] of Object.entries(files)) world.write(name, text);
  const around = { cwd: world.cwd, home: world.home, temporary: ["/tmp"], repository: undefined };
  const judged: ScriptVerdict = { findings: [], commands: [], remarks: new Set() };
  judgeScript(script, world.cwd, { around, io: { env: {} }, rulesOf }, judged);
  return judged.findings.flatMap(({ rule }) => (rule.level === "all" ? [] : [rule.name]));
}

const FAR = "postgresql://u:p@db.example.com:5432/shop";

test.each([
  ["npx prisma migrate reset --force", { ".env": `A=1\nDATABASE_URL="${FAR}"\n` }],
  ["npx prisma migrate reset --force", { "prisma/.env": `export DATABASE_URL=${FAR}` }],
  ["php artisan migrate:fresh", { ".env": "DB_HOST=db.example.com\r\nDB_NAME=shop\r\n" }],
  ["cd api && npx prisma migrate reset", { "api/.env": `DATABASE_URL=${FAR}` }],
])("%s is asked about, if the project's settings name another machine: %j", (script, files) => {
  world.sh("mkdir -p prisma api");
  expect(objectionsTo(script, files)).toEqual(["drop-production"]);
});

test.each([
  ["npx prisma migrate reset --force", { ".env": "DATABASE_URL=postgresql://localhost:5432/shop" }],
  ["npx prisma migrate reset --force", { ".env": `#DATABASE_URL=${FAR}\nREDIS_HOST=db.example.com` }],
  ["npx prisma migrate reset --force", { ".env": `DATABASE_URL=${FAR}`, ".env.local": "DATABASE_URL=file:./x.db" }],
  ["DATABASE_URL=postgres://localhost/x npx prisma migrate reset", { ".env": `DATABASE_URL=${FAR}` }],
  ["NODE_ENV=test npx prisma migrate reset", { ".env": `DATABASE_URL=${FAR}` }],
  ["npx prisma migrate dev", { ".env": `DATABASE_URL=${FAR}` }],
])("%s is left to the level `all` with %j", (script, files) => expect(objectionsTo(script, files)).toEqual([]));
