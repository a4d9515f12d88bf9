import { namesOfKind, namesWith } from "../../shell/programs.ts";
import type { HarmRule, CommandView } from "./rule.ts";

const CLIENTS = `${namesOfKind("query")} bq`;
const MONGO = "mongosh mongo";
const instead = "Make a dump first and let the person do it, or work on a copy of the database.";
/** A database of tests is made anew with each run. */
const MADE_ANEW = /(?:^|[_\W])(?:test|tests|testing|tmp|temp|ci|scratch)(?:$|[_\W\d])/i;
/** One of a developer's own is filled again from seeds. */
const OF_DEVELOPER = /(?:^|[_\W])(?:dev|development|sandbox)(?:$|[_\W\d])/i;

/** An environment that serves people. */
const PRODUCTION = /^DISABLE_DATABASE_ENVIRONMENT_CHECK=|(?:^|[=:._/-])prod(?:uction)?(?:$|[._/-])/i;

/** Variables that say which environment it is. */
const ENVIRONMENTS = ["RAILS_ENV", "RACK_ENV", "NODE_ENV", "APP_ENV", "MIX_ENV", "DJANGO_SETTINGS_MODULE"];
const ENVIRONMENT = new RegExp(`^(?:${ENVIRONMENTS.join("|")})=`);

/** Deletions of data in databases. */
export const DATABASES: readonly HarmRule[] = [
  {
    name: "drop-database",
    level: "catastrophic",
    programs: `${CLIENTS} ${MONGO} dropdb mysqladmin sql`,
    does: "deletes a whole database",
    instead,
    matches: (view) => databasesOf(view).some((name) => !MADE_ANEW.test(name)),
    hits: [
      'psql -c "DROP DATABASE shop"',
      "dropdb shop",
      "mysqladmin -f drop shop",
      "mongosh shop --eval 'db.dropDatabase()'",
    ],
    misses: ["psql -c 'SELECT 1'", "createdb shop", "dropdb shop_test", "grep 'DROP DATABASE' x.sql", "dropdb --help"],
  },
  {
    name: "drop-data",
    level: "unrecorded",
    programs: `${CLIENTS} ${MONGO} dropdb mysqladmin redis-cli valkey-cli sql`,
    does: "deletes tables, or every row of one",
    instead,
    matches: (view) =>
      !isOfTests(view) &&
      (statementsOf(view).some(isLoss) ||
        (/^(?:redis|valkey)-cli$/.test(view.name) &&
          [...view.own, ...view.fed].some((text) => /(?:^\s*|["'])flush(?:all|db)\b/im.test(text))) ||
        (MONGO.split(" ").includes(view.name) &&
          textsOf(view).some((text) => /\.(?:drop\(\s*\)|(?:deleteMany|remove)\(\s*(?:\{\s*\})?\s*\))/.test(text)))),
    hits: [
      "psql -c 'TRUNCATE orders'",
      "mysql -e 'DELETE FROM orders'",
      "sqlite3 a.db 'DROP TABLE x'",
      "redis-cli FLUSHALL",
      "echo FLUSHALL | redis-cli -h prod",
      "redis-cli eval \"redis.call('FLUSHALL')\" 0",
    ],
    misses: [
      "psql -d shop_test -c 'TRUNCATE orders'",
      "sqlite3 dev.db 'DROP TABLE x'",
      "psql -c 'DELETE FROM x WHERE id = 1'",
      "psql -c \"SELECT 'DROP TABLE x'\"",
      "redis-cli GET x",
    ],
  },
  {
    name: "drop-production",
    level: "unrecorded",
    programs: namesWith("tasks"),
    does: "deletes the data of a database that serves people",
    instead,
    matches: (view) => {
      const { own, assigned, elsewhere, variable } = view;
      if (!isReset(view)) return false;
      const isSaid = [...own, ...assigned].some((word) => ENVIRONMENT.test(word));
      const said = [...own, ...assigned, ...(isSaid ? [] : ENVIRONMENTS.map((name) => variable(name) ?? ""))];
      return elsewhere?.isMachine || said.some((word) => PRODUCTION.test(word));
    },
    hits: [
      "RAILS_ENV=production bin/rails db:drop",
      "bundle exec rake db:reset RAILS_ENV=production",
      "heroku run rails db:reset",
      "ssh web 'cd /srv/app && bin/rails db:drop'",
      "php artisan migrate:fresh --force --env=production",
      "MIX_ENV=prod mix ecto.drop",
      "export RAILS_ENV=production && bin/rails db:drop",
      "bin/rails db:drop DISABLE_DATABASE_ENVIRONMENT_CHECK=1",
      "npx sequelize-cli db:drop --env production",
    ],
    misses: [
      "bin/rails db:drop",
      "RAILS_ENV=test rails db:reset",
      "export RAILS_ENV=production; RAILS_ENV=test bin/rails db:reset",
      "RAILS_ENV=production rails db:migrate",
      "docker compose exec web rails db:reset",
      "npx prisma migrate reset --force",
    ],
  },
  {
    name: "reset-database",
    level: "all",
    programs: namesWith("tasks"),
    does: "empties or drops the database that this project uses, and makes it anew",
    instead,
    matches: (view) => !isOfTests(view) && isReset(view),
    hits: [
      "rails db:drop",
      "npx prisma migrate reset --force",
      "npx prisma db push --force-reset",
      "python manage.py flush --noinput",
      "npm run db:reset -- --force",
      "make -C infra destroy",
      "php artisan migrate:fresh",
    ],
    misses: [
      "rails db:migrate",
      "npx prisma migrate dev",
      "python manage.py migrate",
      "npm run build",
      "rails db:drop RAILS_ENV=test",
    ],
  },
];

/** Tasks of frameworks and scripts of projects that empty the database. */
const RESETS =
  /\bdb:(?:drop|reset|purge|truncate_all|schema:load|migrate:reset|fresh|wipe)\b|\bmigrate(?::| )(?:reset|fresh|refresh)\b|\bschema:drop\b|\bdb push\b.*--(?:force-reset|accept-data-loss)|\b(?:manage\.py|django-admin|flask) (?:flush|reset_db)\b|\bdb reset\b|\becto\.(?:drop|reset)\b|\b(?:flyway|liquibase) (?:clean|drop-?all)\b|\bdatabase drop\b|^(?:make|just|task)\b.* (?:\w+-)?destroy\b/;

function isReset({ name, own }: CommandView): boolean {
  return !own.includes("--help") && RESETS.test([name, ...own].join(" "));
}

/** Whether the database that a command works on, by its name, file or address, is one of tests or of a developer. */
function isOfTests({ own }: CommandView): boolean {
  return own.some((word) => !/\s/.test(word) && (MADE_ANEW.test(word) || OF_DEVELOPER.test(word)));
}

function textsOf({ own, fed }: CommandView): readonly string[] {
  // `--command=DROP …`, `-cDROP …`
  return [...own.map((word) => word.replace(/^--[\w-]+=|^-[a-zA-Z](?=[A-Za-z]+\s)/, "")), ...fed];
}

/** Statements without comments and quoted texts. */
function statementsOf(view: CommandView): string[] {
  return textsOf(view)
    .filter((text) => /drop|truncate|delete/i.test(text))
    .flatMap((text) =>
      text
        .slice(0, 200_000)
        .replace(/'(?:[^'\\]|\\.)*(?:'|$)|--[^\n]*|\/\*[^]*?(?:\*\/|$)/gs, " ")
        .split(";"),
    )
    .map((statement) => statement.trim());
}

function isLoss(statement: string): boolean {
  if (/^delete\s+from\b/i.test(statement)) return !/\b(?:where|using|limit)\b/i.test(statement);
  return /^(?:drop\s+(?:table|schema|keyspace|view|materialized|collection|tablespace)\b|truncate\b)/i.test(statement);
}

/** Names of the databases that are dropped. */
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
