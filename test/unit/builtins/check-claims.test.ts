import { describe, expect, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import { faultIn } from "../../../builtins/check-claims.ts";
import { addressesIn, normalAddress, placesShown } from "../../../builtins/check-claims/addresses.ts";
import { standsFor } from "../../../builtins/check-claims/calls-of.ts";
import { claimsIn, claimsWith } from "../../../builtins/check-claims/claims.ts";

const claims = (text: string, args: string[] = []) => claimsIn(text, claimsWith(args)).map(({ claim }) => claim.name);

test.each([
  ["I've committed and pushed the changes.", ["committed", "pushed"]],
  ["Done. Committed and pushed to `main`.", ["committed", "pushed"]],
  ["- ✅ Pushed to origin/main\n- [x] published 1.2.0 to npm", ["pushed", "published"]],
  ["The package has been published to npm, and the site is now deployed.", ["published", "deployed"]],
  ["Successfully deployed your app.", ["deployed"]],
  ["The site is deployed at https://shop.acme.dev", ["deployed"]],
  ["We force-pushed the branch.", ["pushed"]],
  ["Version 2 was released.", ["published"]],
  ["I ran the unit tests.", ["tested"]],
  ["All 42 tests pass with no failures.", ["tested"]],
  ["The test suite is green, and every spec passed.", ["tested"]],
  ["I’ve run the full test suite twice.", ["tested"]],
  ["Everything works. All tests are passing now; I deployed it by running the script.", ["deployed", "tested"]],
])("%s", (text, wanted) => expect(claims(text)).toEqual(wanted));

test.each([
  "I have not pushed anything.",
  "I haven't committed this yet.",
  "Once you have pushed, the pipeline runs.",
  "If it is deployed to production, look at the logs.",
  "Shall I push? Should it be deployed?",
  "Was it pushed?",
  "The tests should pass now.",
  "None of the tests passed.",
  "I could not run the tests.",
  "Next: run the tests, then it can be published.",
  "- [ ] pushed\n- [ ] deployed",
  "The bug was committed by Bob.",
  "That was already pushed last week.",
  "> I pushed it.",
  "```\nI pushed it. All tests pass.\n```",
  "The message says `All tests pass` and `pushed`.",
  "The site is deployed with every merge.",
  "I added a test for the parser and pushed-down predicates are documented.",
  "I changed the tests. They cover the parser.",
  "You pushed it yourself.",
])("no claim: %s", (text) => expect(claims(text)).toEqual([]));

const stands = (command: string, args: string[] = []) =>
  standsFor(
    { name: "post_tool_use", toolName: "Bash", toolInput: { command } } as unknown as HookEvent,
    claimsWith(args),
  );

test.each([
  ["git commit -am x && git push", ["committed", "pushed", "published", "deployed"]],
  ["cd a && git -C b commit -m 'x'", ["committed"]],
  ["npm publish --access public", ["published", "deployed"]],
  ["npx vercel --prod", ["deployed"]],
  ["kubectl apply -f k.yaml", ["deployed"]],
  ["npm test 2>&1 | tail -5", ["tested"]],
  ["npm run test:unit", ["tested"]],
  ["npx vitest run", ["tested"]],
  ["bash -c 'cargo test'", ["tested"]],
  ["./scripts/run-tests.sh", ["tested"]],
  ["python -m pytest -q", ["tested"]],
  ["go test ./...", ["tested"]],
  ["make check", ["tested"]],
  ["gh pr create --fill", ["pushed"]],
  ["echo git push; cat test/a.ts; grep -r deploy .; ls tests", []],
  ["git add test/a.ts", []],
  ["rm -r tests", []],
  ["git status", []],
])("%s stands for %j", (command, wanted) => expect(stands(command)).toEqual(wanted));

test("a tool is known by the words of its name", () => {
  const of = (toolName: string) =>
    standsFor({ name: "post_tool_use", toolName, toolInput: { a: 1 } } as unknown as HookEvent, claimsWith([]));
  expect(of("mcp__github__push_files")).toEqual(expect.arrayContaining(["committed", "pushed"]));
  expect(of("mcp__site__deploy")).toContain("deployed");
  expect(of("mcp__github__list_issues")).toEqual([]);
});

describe("the table can be added to", () => {
  const OWN = ["deployed => ./go-live.sh, make live", "migrated, ran the migration => prisma migrate"];

  test("commands for a claim that is known, and claims of one's own", () => {
    expect([stands("./go-live.sh now", OWN), stands("./go-live.sh now")]).toEqual([["deployed"], []]);
    expect(stands("npx prisma migrate deploy", OWN)).toContain("own-2");
    expect(claims("I migrated the database.", OWN)).toEqual(["own-2"]);
    expect(claims("Then I ran the  migration.", OWN)).toEqual(["own-2"]);
    expect(claims("It immigrated.", OWN)).toEqual([]);
  });

  test.each([["deployed"], ["=> a"], ["a =>"], ["a => b => c"], [","]])("%s is none", (text) => {
    expect(faultIn([text])).toMatch(/takes texts such as/);
    expect(faultIn(OWN)).toBeUndefined();
  });
});

describe("addresses", () => {
  test("as a sentence or a link has them, but for this machine, examples and templates", () => {
    const text =
      "See [it](https://a.dev/x_(y)), https://a.dev/z?q=1. **https://b.dev** and http://localhost:3000/a, " +
      "https://example.com/a, https://api.acme.dev/${id} https://api.acme.dev/<id> `https://c.dev/v1`";
    expect(addressesIn(text)).toEqual([
      "https://a.dev/x_(y)",
      "https://a.dev/z?q=1",
      "https://b.dev",
      "https://c.dev/v1",
    ]);
  });

  test.each([
    [
      "remote: Create a pull request:\n  https://github.com/acme/app/pull/new/topic",
      "https://github.com/acme/app",
      true,
    ],
    ["To github.com:acme/app.git\n   a..b  main -> main", "https://github.com/acme/app", true],
    ["origin git@github.com:acme/app.git (push)", "https://github.com/acme/app/", true],
    ['{"url":"https://shop.vercel.app\\n"}', "https://SHOP.vercel.app/?x#y", true],
    ["https://github.com/acme/app", "https://github.com/acme/other", false],
    ["https://github.com/acme/app", "https://github.com/acme/app/pull/7", false],
    ["nothing", "https://shop.vercel.app", false],
  ])("%s shows %s: %s", (text, address, isShown) => {
    expect(placesShown(text).includes(normalAddress(address))).toBe(isShown);
  });
});
