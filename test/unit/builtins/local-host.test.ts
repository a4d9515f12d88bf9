import { expect, test } from "vitest";

import { hostsIn, isAtHome, isLoopback, isOfManual, isService } from "../../../builtins/weighing/local-host.ts";

test.each([
  ["localhost", "this machine"],
  ["127.0.0.1", "this machine"],
  ["127.8.8.8", "this machine"],
  ["[::1]", "this machine"],
  [":", "this machine"],
  ["db", "a container"],
  ["redis-1", "a container"],
  ["shop-postgres-test", "a container"],
  ["db-prod", "elsewhere"],
  ["prod-db", "elsewhere"],
  ["live-redis", "elsewhere"],
  ["productiondb", "elsewhere"],
  ["db.acme.com", "elsewhere"],
  ["10.0.0.7", "elsewhere"],
  ["1.127.0.0", "elsewhere"],
  ["localhost.evil.com", "elsewhere"],
  ["example.com", "a manual"],
  ["api.example.org", "a manual"],
  ["shop.test", "a manual"],
  ["example.com.evil.net", "elsewhere"],
  ["myexample.com", "elsewhere"],
])("%s is a host of %s", (host, whose) => {
  const found = isLoopback(host)
    ? "this machine"
    : isService(host)
      ? "a container"
      : isOfManual(host)
        ? "a manual"
        : "elsewhere";
  expect(found).toBe(whose);
});

test.each([
  ["psql postgres://me@db.acme.com:5432/shop", ["db.acme.com"]],
  ["mysql -h db.acme.com -u root", ["db.acme.com"]],
  ["DB_HOST=db.acme.com", ["db.acme.com"]],
  ["host: true", []],
  ["no host at all", []],
])("of %j the hosts are %j", (text, hosts) => {
  expect([...new Set(hostsIn(text))]).toEqual(hosts);
});

test.each([
  ["psql shop", true],
  ["sudo redis-cli ping", true],
  ["curl", false],
])("`%s` speaks to this machine without a name: %s", (command, isHome) => {
  expect(isAtHome(command)).toBe(isHome);
});
