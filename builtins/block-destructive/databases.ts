import { pattern } from "../../kit/word-pattern.ts";
import { operandsOf, valuesOf } from "../../shell/doors/options.ts";
import { namesOfKind } from "../../shell/doors/programs.ts";
import { hostOf, isThisMachine } from "../hosts.ts";
import type { HarmRule, CommandView } from "./rule.ts";
import type { Targets } from "./targets.ts";

const CLIENTS = `${namesOfKind("query")} bq wrangler turso heroku prisma`;
const MONGO = "mongosh mongo";
const instead = "Make a dump first and let the person do it, or work on a copy of the database.";
/** Names of databases that tests create at each run. */
const MADE_ANEW = /(?:^|[_\W])(?:test|tests|testing|tmp|temp|ci|scratch)(?:$|[_\W\d])/i;
/** Names of a developer's own databases, which are filled again from seeds. `.dev` also ends the names of hosts. */
const OF_DEVELOPER = /(?:^|[_\W])(?:dev(?<!\w\.dev(?=[:/]|$))|development|sandbox)(?:$|[_\W\d])/i;

/** Matches a word for a database in memory, or `--local`, by which a client uses a local stand-in of a service. */
const PASSING = /^(?:(?:file:|jdbc:sqlite:|sqlite:\/*)?:memory:.*|file:.*[?&]mode=memory.*|--local)$/;

const REDIS = /^(?:redis|valkey)-cli$/;

/**
 * Matches an `ALTER TABLE` that drops a column or a partition, but not one that drops a constraint, an index or a
 * default, which loses no data.
 */
const DROPS_COLUMN =
  /\bdrop\s+(?!(?:constraint|index|key|primary|foreign|check|default|not|identity|expression)\b)[\w"`[]/i;

/** The end of a statement: `;`, `\\g`, or a line that is only `go` (sqlcmd) or `/` (sqlplus). */
const ENDS = /;|\\g\w{0,4}\b|^[ \t]*(?:go(?:[ \t]+\d+)?|\/)[ \t]*$/im;
/** Lines with a command for the client itself, before a statement: `\\c shop`, `.headers on`, `set echo on`. */
const OF_CLIENT = pattern("i")`
  ^(?:\s*(?:\\|\.(?=[a-z])|(?:use|delimiter|set|prompt|spool|whenever|connect|define|column|source|tee|pager|warnings
  |describe|show|go)\b)[^\n]*(?:\n|$))+
`;

const MAY_LOSE_ROWS = pattern()`
  \b(?:drop|truncate|delete|deletemany|remove|flushall|flushdb|flush_all|nosave|dropdb|mysqladmin|del|unlink)\b
  |\bupdate\s+\S{1,99}\s+set\b|\.drop\(
`;

/** Rules for deletions of data in databases. */
export const DATABASES: readonly HarmRule[] = [
  {
    name: "drop-database",
    level: "catastrophic",
    programs: `${CLIENTS} ${MONGO} dropdb mysqladmin sql`,
    words: /\bdrop\b|\bdropdb\b|\bdropdatabase\b/,
    does: "deletes a whole database",
    instead,
    matches: (view) => databasesOf(view).some((name) => !MADE_ANEW.test(name)),
  },
  {
    name: "drop-data",
    level: "unrecorded",
    programs: `${CLIENTS} ${MONGO} dropdb mysqladmin redis-cli valkey-cli sql nc ncat netcat telnet`,
    words: MAY_LOSE_ROWS,
    does: "deletes tables, collections or keys of a database, or every row of a table",
    instead,
    targets: fileOf,
    targetsIfRecorded: true,
    matches: (view) =>
      !isOnTrial(view) &&
      (statementsOf(view).some(isLoss) ||
        (/^(?:n(?:et)?cat|nc|telnet)$/.test(view.name) && view.fed.some((text) => /^\s*flush_?all\b/im.test(text))) ||
        (REDIS.test(view.name) && emptiesCache(view)) ||
        (MONGO.split(" ").includes(view.name) &&
          textsOf(view).some((text) => /\.(?:drop\(\s*\)|(?:deleteMany|remove)\(\s*(?:\{\s*\})?\s*\))/.test(text)))),
  },
  {
    name: "drop-user",
    level: "all",
    programs: CLIENTS,
    words: /\bdrop\b|\brevoke\b/,
    does: "takes a user of a database or its rights away",
    instead: "Leave it to the person.",
    matches: (view) =>
      !isOnTrial(view) &&
      statementsOf(view).some((statement) => /^(?:drop\s+(?:user|role|login)|revoke)\b/i.test(statement)),
  },
];

/**
 * Whether a command empties a Redis cache, or deletes each key that another redis-cli of its pipeline lists. On this
 * machine a database with a number of its own (`-n 15 FLUSHDB`) is one of tests: programs use the number 0.
 */
function emptiesCache({ own, fed, pipeline }: CommandView): boolean {
  const [number = "0"] = valuesOf(own, "n");
  const [host = "localhost"] = [...valuesOf(own, "h"), ...valuesOf(own, "u").map((word) => hostOf(word) ?? "")];
  const isOfTests = number !== "0" && isThisMachine(host) && own.some((word) => /^flushdb$/i.test(word));
  if (isOfTests) return false;
  if ([...own, ...fed].some((text) => /(?:^\s*|["'])flush(?:all|db)\b/im.test(text))) return true;
  if (own.some((word) => /^nosave$/i.test(word))) return true;
  return own.some((word) => /^(?:del|unlink)$/i.test(word)) && pipeline.filter((name) => REDIS.test(name)).length > 1;
}

/** Whether a command works on a database of tests or of a developer, by the database's name, file or address. */
export function isOnTrial(view: CommandView): boolean {
  if (isInMemory(view)) return true;
  // The path of a file of statements (`-f x.sql`) is left out, since it says nothing about the database.
  return view.own.some(
    (word) =>
      !/\s|\.(?:sql|ddl)$/i.test(word) && (MADE_ANEW.test(word) || OF_DEVELOPER.test(word) || PASSING.test(word)),
  );
}

/**
 * The file of a database in the worktree, of which a checkpoint or a kept copy may hold the state before the call.
 * `undefined` if the database is a server's, or its file is outside of the worktree.
 */
function fileOf(view: CommandView): Targets | undefined {
  const files = OF_FILE.test(view.name) && !opensOther(view) ? operandsOf(view.own, OPTIONS_OF_SQLITE).slice(0, 1) : [];
  const places = view.elsewhere ? [] : view.places(files);
  const inside = places.flatMap(({ kind, path }) =>
    kind === "inside" && path !== undefined ? [{ path, isSurelyThere: true }] : [],
  );
  return inside.length > 0 ? { outside: [], inside } : undefined;
}

const OF_FILE = /^(?:duckdb|sqlite3?)$/;
const OPTIONS_OF_SQLITE = "csf -cmd -init -separator -nullvalue";

function opensOther({ own, fed }: CommandView): boolean {
  return [...own, ...fed].some((text) => /\battach\b|\.open\b|\.restore\b/i.test(text));
}

/** Whether a client works on a database in memory, as sqlite3 and duckdb do without the name of a file. */
function isInMemory(view: CommandView): boolean {
  return OF_FILE.test(view.name) && !opensOther(view) && operandsOf(view.own, OPTIONS_OF_SQLITE).length === 0;
}

function textsOf({ own, fed }: CommandView): readonly string[] {
  // `--command=DROP …`, `-cDROP …`
  return [...own.map((word) => word.replace(/^--[\w-]+=|^-[a-zA-Z](?=[A-Za-z]+\s)/, "")), ...fed];
}

const NONE: readonly string[] = [];
/** Words without which no statement loses data or takes a user away. */
const LOSES = /drop|truncate|delete|update|revoke/i;

/**
 * The statements in a command's words and input, without comments and quoted texts. @param about without a match of
 * this pattern, a text is not parsed
 */
export function statementsOf(view: CommandView, about = LOSES): readonly string[] {
  // Nearly all commands hold none of the words in `about`: return before anything is parsed.
  if (!view.own.some((word) => about.test(word)) && !view.fed.some((text) => about.test(text))) return NONE;
  return textsOf(view)
    .filter((text) => about.test(text))
    .flatMap((text) => {
      const plain = text.replace(/'[^'\\]*(?:\\.[^'\\]*)*(?:'|$)|--[^\n]*|\/\*[^]*?(?:\*\/|$)/gs, " ");
      const [, delimiter = ";"] = /^\s*delimiter\s+(\S{1,8})\s*$/im.exec(plain) ?? [];
      return plain.replaceAll(delimiter, ";").split(ENDS);
    })
    .map((statement) => statement.replace(OF_CLIENT, "").trim());
}

export function isLoss(statement: string): boolean {
  if (/^(?:delete\s+from|update\s+\S+\s+set)\b/i.test(statement))
    return !/\b(?:where(?!\s+(?:1\s*=\s*1|true)\s*$)|using|limit|join)\b/i.test(statement);
  if (/^alter\s+table\b/i.test(statement)) return DROPS_COLUMN.test(statement);
  // A node of a graph database is chosen by a label and properties: `MATCH (n:Cart {id: 1}) DELETE n`.
  if (/^match\b/i.test(statement)) return /\bdelete\b/i.test(statement) && !/\bwhere\b|\{/i.test(statement);
  return /^(?:drop\s+(?:table|schema|keyspace|view|materialized|collection|tablespace|owned)\b|truncate\b)/i.test(
    statement,
  );
}

/** The names of the databases that a command drops. */
function databasesOf(view: CommandView): string[] {
  const { name, own } = view;
  if (own.includes("--help")) return [];
  const words = own.filter((word) => !word.startsWith("-"));
  if (name === "dropdb") return words.slice(-1);
  if (name === "mysqladmin") return words.includes("drop") ? words.slice(words.indexOf("drop") + 1).slice(0, 1) : [];
  if (MONGO.split(" ").includes(name))
    return textsOf(view).some((text) => /\bdropDatabase\s*\(/.test(text)) ? [words[0] ?? ""] : [];
  return statementsOf(view).flatMap((statement) => {
    const found = /^drop\s+database\s+(?:if\s+exists\s+)?["`[]?([\w.-]*)/i.exec(statement);
    return found ? [found[1]!] : [];
  });
}
