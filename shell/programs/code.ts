import type { Program, Reading } from "../program.ts";
import { operandsOf } from "../parse-options.ts";
import { quotesIn } from "../scripts-in-code.ts";

/** Interpreters of code, clients of databases, and programs that run tasks or recipes. */
export const CODE: readonly Program[] = [
  {
    names:
      "node deno bun tsx ts-node python python2 python3 ruby perl php rails tinker irb elixir iex lua luajit tclsh " +
      "rscript julia groovy osascript",
    kind: "code",
  },
  { names: "mongosh mongo", kind: "code" },
  { names: "rails rake artisan php mix sequelize sequelize-cli knex typeorm prisma supabase", tasks: true },
  { names: "flyway liquibase dotnet manage.py django-admin flask python python3 node npm pnpm", tasks: true },
  {
    names:
      "yarn bun make just task alembic aerich dbmate goose migrate diesel sqlx phinx symfony wp drush airflow " +
      "drizzle-kit mikro-orm",
    tasks: true,
  },
  { names: "make gmake", recipes: "make" },
  { names: "just", recipes: "just" },
  { names: "npm pnpm yarn bun", recipes: "package" },
  { names: "run-s run-p npm-run-all npm-run-all2", recipes: "package", runsEach: true },
  { names: "psql mysql mariadb mysqladmin mysqldump mariadb-admin mariadb-dump pg_dump", atHome: () => true },
  { names: "pg_restore pg_isready createdb dropdb createuser redis-cli valkey-cli mongosh", atHome: () => true },
  { names: "mongo mongodump mongorestore rabbitmqctl rabbitmqadmin cqlsh", atHome: () => true },
  { names: "clickhouse-client sqlcmd", atHome: () => true },
  { names: "docker podman nerdctl docker-compose", atHome: /^(?:run|exec|create|up)$/ },
  {
    names:
      "psql mysql mariadb sqlite3 duckdb sqlcmd usql clickhouse-client clickhouse cockroach mycli pgcli litecli " +
      "cqlsh sqlplus snowsql cypher-shell",
    kind: "query",
    reads: readInStatements,
  },
];

/** The files in a client's arguments and in its statements: `\\i file`, `COPY x FROM 'file'`. */
function readInStatements(own: readonly string[]): Reading {
  return { files: [...operandsOf(own), ...own.flatMap((word) => [...quotesIn(word)].map(({ text }) => text))] };
}
