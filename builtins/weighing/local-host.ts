import { alternatives, anyOf, oneOf, pattern } from "../../kit/word-pattern.ts";

/** This machine, in each way in which it is named. */
const LOOPBACK = oneOf(
  String.raw`
  localhost(?:\.localdomain)? [\w-]+\.localhost 127(?:\.\d{1,3}){3} 0\.0\.0\.0 \[?::1?\]? host\.docker\.internal
  host\.containers\.internal gateway\.docker\.internal 10\.0\.2\.2 \.
`,
  "i",
);

/** What people call the containers of one machine: names without a dot, which no server on the internet has. */
const SERVICE = new RegExp(
  `^(?:[a-z0-9]{1,16}[-_])*(?:${alternatives(`
    db database postgres postgresql pg pgsql mysql mariadb mongo mongodb redis valkey memcached rabbit rabbitmq mq
    amqp broker kafka nats zookeeper elastic elasticsearch opensearch solr minio s3 localstack mail mailhog mailpit
    mailcatcher smtp keycloak vault consul etcd clickhouse cassandra scylla neo4j influx influxdb grafana prometheus
    api app web backend frontend server service worker cache queue mssql sqlserver oracle cockroach cockroachdb
    timescale timescaledb couchdb auth gateway nginx traefik registry azurite dynamodb firebase supabase hasura
  `)})(?:[-_]?(?:\\d{1,3}|tests?|dev|local|ci|main|primary|replica|server|service|db|emulator))*$`,
  "i",
);

/** Names of hosts where they are sure to be some: in an address, behind an option or a setting, bare ones of this machine. */
const HOSTS: readonly RegExp[] = [
  /\b[a-z][\w+.-]{1,30}:\/\/(?:[^\s/@'"`<>]{0,200}@)?(\[[\da-f:]{2,40}\]|[\w.-]{1,253})/gi,
  /(?:^|\s)(?:-h|--host(?:name)?|--server|--endpoint|-S)[ =]?["']?([A-Za-z\d][\w.-]{0,252})/gm,
  pattern("gi")`
    \b\w{0,30}(?:host(?:name)?|server|data source|addr(?:ess)?|endpoint)["']?\s{0,3}(?::|=>|=)\s{0,3}["']?(?:tcp:)?
    ([a-z\d][\w.-]{0,252})(?![\w(])
  `,
  /(?<![\w.@/-])(localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|host\.docker\.internal|[\w-]{1,60}\.localhost)(?![\w-])/gi,
  /(?:^|[\s"'])(:)\d{2,5}(?:\/|\s|["']|$)/gm,
  /(?<![\w@./-])((?:[a-z\d-]{1,63}\.){1,6}(?:com|org|net|io|app|co|cloud|eu|de|uk|ai|us|gov|edu|internal|corp))(?=[/:?\s"']|$)/gim,
];
/** Stands for a name, says whether there is one, or is the port behind `localhost:`. */
const NO_HOST = anyOf(
  String.raw`^\d+$ ^(?:true|false|null|none|undefined|str|string|self|this|process|os|env|config|settings)(?![\w-])`,
  "i",
);

/** Programs that speak to this machine if no other one is named. */
const AT_HOME = pattern()`
  ^(?:\w+=\S*\s+|sudo\s+|time\s+|export\s+)*(?:mysql|mysqladmin|mysqldump|mariadb|mariadb-admin|mariadb-dump|psql|pg_dump
  |pg_restore|pg_isready|createdb|dropdb|createuser|redis-cli|valkey-cli|mongosh?|mongodump|mongorestore|rabbitmqctl
  |rabbitmqadmin|cqlsh|clickhouse-client|sqlcmd|(?:docker|podman|nerdctl)(?:\s+compose)?\s+(?:run|exec|create|up)
  |docker-compose\s+(?:run|exec|up))\b
`;

export function isLoopback(host: string): boolean {
  return host === ":" || LOOPBACK.test(host);
}

/** A container's name, unless it says that people depend on it. */
export function isService(host: string): boolean {
  return SERVICE.test(host) && !/prod|live/i.test(host);
}

/** A host that only manuals have: the domains that nobody can own. */
export function isOfManual(host: string): boolean {
  return /^(?:[\w-]+\.)*(?:example(?:\.\w{2,6})?|test|invalid)$/i.test(host);
}

/** The hosts that a text names, as far as it is sure that they are some. */
export function hostsIn(text: string): string[] {
  return HOSTS.flatMap((one) => Array.from(text.matchAll(one), ([, host]) => host!)).filter(
    (host) => !NO_HOST.test(host),
  );
}

/** Whether a command of a shell, from its program on, speaks to this machine although it names no host. */
export function isAtHome(command: string): boolean {
  return AT_HOME.test(command.trimStart());
}
