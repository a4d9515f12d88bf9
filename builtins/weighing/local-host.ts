import { alternatives, anyOf, pattern } from "../../kit/word-pattern.ts";
import { columnOf, hasFlag } from "../../shell/doors/programs.ts";
import { isThisMachine } from "../hosts.ts";

/** Usual names of containers on one machine. They have no dot, so no server on the internet has such a name. */
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

/**
 * Texts that surely are hosts: in an address, behind an option, as the value of a setting, or a name of this machine.
 */
const HOSTS: readonly RegExp[] = [
  /\b[a-z][\w+.-]{1,30}:\/\/(?:[^\s/@'"`<>]{0,200}@)?(\[[\da-f:]{2,40}\]|[\w.-]{1,253})/gi,
  /(?:^|\s)(?:-h|--host(?:name)?|--server|--endpoint|-S)[ =]?["']?([A-Za-z\d][\w.-]{0,252})/gm,
  pattern("gi")`
    \b\w{0,30}(?:host(?:name)?|server|data source|addr(?:ess)?|endpoint)["']?\s{0,3}(?::|=>|=)\s{0,3}["']?(?:tcp:)?
    ([a-z\d][\w.-]{0,252})(?![\w(])
  `,
  pattern("gi")`
    (?<![\w.@/-])(localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|host\.docker\.internal|[\w-]{1,60}\.localhost)
    (?![\w-])
  `,
  /(?:^|[\s"'])(:)\d{2,5}(?:\/|\s|["']|$)/gm,
  pattern("gim")`
    (?<![\w@./-])((?:[a-z\d-]{1,63}\.){1,6}(?:com|org|net|io|app|co|cloud|eu|de|uk|ai|us|gov|edu|internal|corp))
    (?=[/:?\s"']|$)
  `,
];
/**
 * Texts that stand where a host is expected, but are no hosts: variables, truth values, or the port behind
 * `localhost:`.
 */
const NO_HOST = anyOf(
  String.raw`^\d+$ ^(?:true|false|null|none|undefined|str|string|self|this|process|os|env|config|settings)(?![\w-])`,
  "i",
);

export function isLoopback(host: string): boolean {
  return host === ":" || host === "." || isThisMachine(host);
}

/** Whether a host is a container's name that does not look like production. */
export function isService(host: string): boolean {
  return SERVICE.test(host) && !/prod|live/i.test(host);
}

/** Whether a host is in a domain that is reserved for manuals, so that nobody can own it. */
export function isOfManual(host: string): boolean {
  return /^(?:[\w-]+\.)*(?:example(?:\.\w{2,6})?|test|invalid)$/i.test(host);
}

/** The hosts that a text surely names. */
export function hostsIn(text: string): string[] {
  return HOSTS.flatMap((one) => Array.from(text.matchAll(one), ([, host]) => host!)).filter(
    (host) => !NO_HOST.test(host),
  );
}

/** Whether a command works on this machine although it names no host. @param command from its program on */
export function isAtHome(command: string): boolean {
  const words = command.trim().split(/\s+/);
  const [name = "", ...own] = words.slice(words.findIndex((word) => !/^\w+=|^(?:sudo|time|export)$/.test(word)));
  return hasFlag(own, columnOf(name, "atHome"));
}
