import { namesWith } from "../../shell/doors/programs.ts";
import { isOtherMachine } from "../hosts.ts";
import { databaseHosts } from "./database-hosts.ts";
import { isOnTrial } from "./databases.ts";
import type { HarmRule, CommandView } from "./rule.ts";

/** A value that names a production environment, or the variable that allows destructive tasks there. */
const PRODUCTION = /^DISABLE_DATABASE_ENVIRONMENT_CHECK=|(?:^|[=:._/-])prod(?:uction)?(?:$|[._/-])/i;

/** Variables that name the environment in which a framework runs. */
const ENVIRONMENTS = ["RAILS_ENV", "RACK_ENV", "NODE_ENV", "APP_ENV", "MIX_ENV", "DJANGO_SETTINGS_MODULE"];
const ENVIRONMENT = new RegExp(`^(?:${ENVIRONMENTS.join("|")})=`);

/** Names of environments for tests, which create their database at each run. */
const OF_TESTS = /^(?:test|testing|ci)$/i;

const instead = "Make a dump first and let the person do it, or work on a copy of the database.";

/** Commands of frameworks and projects that empty the database. */
const RESETS: readonly RegExp[] = [
  /\bdb:(?:drop|reset|purge|truncate_all|schema:load|migrate:reset|fresh|wipe)\b/,
  /\bmigrate(?::| )(?:reset|fresh|refresh)\b/,
  /\b(?:schema|database):(?:drop|fresh)\b/,
  /\bdb push\b.*--(?:force-reset|accept-data-loss)/,
  /\bdrizzle-kit push\b.*--force\b/,
  /\b(?:manage\.py|django-admin|django|flask) (?:flush|reset_db)\b/,
  /\bdb (?:reset|drop|clean)\b/,
  /\bsql-drop\b/,
  /\becto\.(?:drop|reset)\b/,
  /\b(?:flyway|liquibase) (?:clean|drop-?all)\b/,
  /\bdatabase (?:drop|reset)\b/,
  /\b(?:dbmate|migrate) (?:.* )?drop\b/,
  /\bgoose (?:.* )?reset\b/,
  /^(?:make|just|task)\b.* (?:\w+-)?destroy\b/,
  // Code that a framework runs with the project's models: `rails runner 'Order.delete_all'`.
  /\b(?:runner|shell|tinker|eval)\b.*(?:\.(?:delete|destroy)_all\b|\.all\(\)\.delete\(|::truncate\(|\bRepo\.delete_all\b)/s,
];

/** Commands that revert migrations. */
const REVERTS: readonly RegExp[] = [
  /\bdb:(?:rollback|migrate:(?:down|undo\b))/,
  /\bmigrat(?:e|ion|ions):(?:rollback|down|undo|revert)\b/,
  /\becto\.rollback\b/,
  /\b(?:alembic|aerich|flask db) (?:.* )?downgrade\b/,
  /\b(?:dbmate|goose|migrate) (?:.* )?(?:down|down-to|rollback)(?: |$)/,
  /\bmanage\.py migrate \S+ zero\b/,
  /\b(?:migration|migrate) revert\b/,
  /\b(?:liquibase|phinx) (?:.* )?rollback\b/,
  /\bflyway (?:.* )?undo\b/,
  /\bmigrations:migrate (?:first|prev)\b/,
  /\bef database update 0\b/,
];

/** Rules for commands of frameworks and projects that empty a database, or revert its migrations. */
export const MIGRATIONS: readonly HarmRule[] = [
  {
    name: "drop-production",
    level: "unrecorded",
    programs: namesWith("tasks"),
    words: [...RESETS, ...REVERTS],
    does: "deletes the data of a database in production or on another machine",
    instead,
    matches: (view) => {
      const { own, assigned, elsewhere, variable } = view;
      if (!isReset(view) && !isReverted(view)) return false;
      const isSaid = [...own, ...assigned].some((word) => ENVIRONMENT.test(word));
      const said = [...own, ...assigned, ...(isSaid ? [] : ENVIRONMENTS.map((name) => variable(name) ?? ""))];
      return elsewhere?.isMachine || said.some((word) => PRODUCTION.test(word)) || isOfOtherMachine(view);
    },
  },
  {
    name: "reset-database",
    level: "all",
    programs: namesWith("tasks"),
    words: RESETS,
    does: "empties or drops the database that this project uses, and makes it anew",
    instead,
    matches: (view) => !isOnTrial(view) && !isTestRun(view) && isReset(view),
  },
  {
    name: "revert-migration",
    level: "all",
    programs: namesWith("tasks"),
    words: REVERTS,
    does: "takes a migration back, with what the tables and columns hold that it made",
    instead: "Write a further migration, or make a dump first.",
    matches: (view) => !isOnTrial(view) && isReverted(view),
  },
];

function isReset(view: CommandView): boolean {
  return isToldOne(RESETS, view);
}

function isReverted(view: CommandView): boolean {
  return isToldOne(REVERTS, view);
}

function isToldOne(tasks: readonly RegExp[], { name, own }: CommandView): boolean {
  const command = [name, ...own].join(" ");
  return !own.includes("--help") && tasks.some((task) => task.test(command));
}

/**
 * Whether a command runs in an environment of tests: `RAILS_ENV=test rails db:reset`. A variable that is set before the
 * command wins over an exported one.
 */
function isTestRun({ own, assigned, variable }: CommandView): boolean {
  const said = [...own, ...assigned]
    .filter((word) => ENVIRONMENT.test(word))
    .map((word) => word.replace(/^[^=]*=/, ""));
  const known = said.length > 0 ? said : ENVIRONMENTS.flatMap((name) => variable(name) ?? []);
  return known.length > 0 && known.every((value) => OF_TESTS.test(value));
}

/** Whether a command works on a database of another machine, by the address that it or the project's settings give. */
function isOfOtherMachine(view: CommandView): boolean {
  return !isTestRun(view) && !isOnTrial(view) && databaseHosts(view).some(isOtherMachine);
}
