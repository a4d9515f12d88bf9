import { describe, expect, test } from "vitest";

import { judgeScript } from "../../../builtins/block-destructive/judge-script.ts";
import type { ScriptVerdict } from "../../../builtins/block-destructive/script-verdict.ts";
import type { KnownFolders } from "../../../builtins/block-destructive/places.ts";
import { rulesOf } from "../../../builtins/block-destructive/rules.ts";
import { startedBy } from "../../../builtins/block-destructive/started-files.ts";
import { failedOutcome } from "../../../hook/unanswered.ts";
import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import { Budget, isReadWhole, STEPS, TooMuchScript } from "../../../shell/budget.ts";
import { looksOnly } from "../../../shell/looks-only.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const ROOT = "/home/dev/shop";
const AROUND: KnownFolders = { cwd: ROOT, home: "/home/dev", temporary: ["/tmp"], repository: undefined };
const AGAINST = { around: AROUND, io: { env: {} }, rulesOf };
/** What nobody means, behind or inside of whatever is to hide it. */
const HARM = "git push --force origin main";

/** A tenth of the patience, for scripts of a tenth of the length: the count of steps is the same, and the test is quick. */
const FEW_STEPS = STEPS / 10;

/** The rules that a script matches; "asked" if it is not read to its end. */
function verdictOf(script: string, steps = STEPS): string[] {
  const judged: ScriptVerdict = { findings: [], commands: [], remarks: new Set() };
  const isWhole = isReadWhole(() =>
    judgeScript(script, ROOT, { ...AGAINST, budget: new Budget(undefined, steps) }, judged),
  );
  return isWhole ? judged.findings.map(({ rule }) => rule.name) : ["asked"];
}

const many = (count: number, piece: (at: number) => string, between = "\n") =>
  Array.from({ length: count }, (_, at) => piece(at)).join(between);
/** A script in so many others, each as a word in quotes of the next. */
function inQuotes(script: string, depth: number): string {
  return depth === 0 ? script : inQuotes(`bash -c '${script.replaceAll("'", "'\\''")}'`, depth - 1);
}

describe("no script hides a command", () => {
  test.each([
    [
      "behind a variable that was doubled",
      `a=xx; ${many(12, () => "a=$a$a", "; ")}; ${many(90, () => "echo $a", "; ")}; ${HARM}`,
    ],
    ["at the end of a long value", `a='${"true;".repeat(300)} ${HARM}'; eval "$a"`],
    ["behind a long list of pipes", `${many(500, () => "cat", " | ")}; ${HARM}`],
    ["behind a million characters", `: ${"x".repeat(1_100_000)}\n${HARM}`],
    ["behind a long here-document", `cat > x <<'EOF'\n${"text\n".repeat(250_000)}EOF\n${HARM}`],
    ["in many substitutions", `${"echo $(".repeat(20)}${HARM}${")".repeat(20)}`],
    ["in many scripts", inQuotes(HARM, 6)],
    ["behind many evals", `${"eval ".repeat(30)}${HARM}`],
    ["behind many wrappers", `${"nohup ".repeat(20)}${HARM}`],
    ["in many groups", `${"{ ".repeat(500)}${HARM}${"; }".repeat(500)}`],
    [
      "in many git aliases",
      `${many(9, (at) => `git config alias.a${at} '!git a${at + 1}'`, "; ")}; git config alias.a9 'push -f origin main'; git a0`,
    ],
    [
      "in many files",
      `${many(9, (at) => `echo 'sh f${at + 1}.sh' > f${at}.sh`, "; ")}; echo '${HARM}' > f9.sh; sh f0.sh`,
    ],
  ])("%s", (_where, script) => expect(verdictOf(script)).toContain("push-main"));

  test.each([
    ["among many functions", `${many(60, (at) => `g${at}() { echo ${at}; }`)}\nzap() { rm -rf "$1"; }\nzap /`],
    [
      "through many functions",
      `${many(20, (at) => `f${at}() { ${at === 19 ? 'rm -rf "$1"' : `f${at + 1} "$1"`}; }`)}\nf0 /`,
    ],
    ["in a function with a long name", `${"zap".repeat(40)}() { rm -rf "$1"; }\n${"zap".repeat(40)} /`],
    ["among many names in braces", `rm -rf {${many(900, (at) => `build${at}`, ",")},/}`],
    ["as one name in many ways", `rm -rf /${"{,}".repeat(8)}`],
    ["at the end of long code", `python3 - <<'EOF'\n${"x = 1\n".repeat(20_000)}import shutil\nshutil.rmtree('/')\nEOF`],
  ])("that deletes everything, %s", (_where, script) => expect(verdictOf(script)).toContain("rm-everything"));

  test("behind many others that are only remarked", () => {
    const others = many(80, (at) => `git push --force-with-lease --force origin feature${at}`);
    expect(verdictOf(`${others}\n${HARM}`)).toContain("push-main");
  });

  test("in SQL of many rows", () => {
    const rows = "INSERT INTO a VALUES (1, 'it''s x');\n".repeat(8000);
    expect(verdictOf(`psql shop <<'EOF'\n${rows}DROP DATABASE shop;\nEOF`)).toContain("drop-database");
  });
});

describe("where patience ends, the script is left to the person", () => {
  test.each([
    ["a value that is doubled again and again", `a=xx; ${many(30, () => "a=$a$a", "; ")}`],
    ["too many substitutions in one another", `${"echo $(".repeat(20_000)}x${")".repeat(20_000)}`],
    ["a hundred substitutions in one another", `${"echo $(".repeat(100)}x${")".repeat(100)}`],
    ["too many wrappers", `${"env ".repeat(5000)}ls`],
    [
      "functions that call one another more and more",
      many(9, (at) => `f${at}() { ${many(4, () => `f${at + 1} "$1"`, "; ")}; }`) + "\nf0 a",
    ],
    ["a pattern for too many names", `rm -rf a${"{a,b}".repeat(30)}`],
    ["a product of words", `echo ${many(3000, (at) => `a${at}`, " ")} | xargs -I{} sh -c '${"echo {};".repeat(3000)}'`],
    ["more findings than git can be asked about", many(1100, (at) => `git push --force origin b${at}`)],
    ["more commands than anybody writes", many(2000, (at) => `echo line ${at} >> out${at % 7}.txt`)],
    ["more words than a command is given", `rm -rf ${many(20_000, (at) => `build/w${at}`, " ")}`],
  ])("%s", (_what, script) => expect(verdictOf(script, FEW_STEPS)).toEqual(["asked"]));

  test("a file that the call starts is such a script: what it may start is not known", async () => {
    world.write("grow.sh", `a=xx; ${many(30, () => "a=$a$a", "; ")}`);
    const call = { toolInput: { command: "sh ./grow.sh" }, cwd: world.cwd };
    expect(await startedBy(call, { env: world.env, platform: "linux" })).toBeUndefined();
  });

  test("what only looks on takes it for anything", () =>
    expect(looksOnly([`a=xx; ${many(30, () => "a=$a$a", "; ")}; ls`])).toBe(false));
});

describe("an ordinary script is read, however long", () => {
  test.each([
    [
      "a large file that is written",
      `cat > src/big.ts <<'EOF'\n${many(400, (at) => `export const value${at} = f(${at}, "text");`)}\nEOF`,
    ],
    ["many lines", many(500, (at) => `echo line ${at} >> out${at % 7}.txt`)],
    ["many pipes", many(1000, () => "cat", " | ")],
    [
      "a function that calls itself",
      'walk() { for f in "$1"/*; do if [ -d "$f" ]; then walk "$f"; else echo "$f"; fi; done; }\nwalk .',
    ],
    ["a function that is called often", `log() { echo "[$1] $2"; }\n${many(200, (at) => `log info "step ${at}"`)}`],
    ["a file that starts itself anew", `echo '[ -n "$X" ] || exec sudo sh a.sh "$@"' > a.sh; sh a.sh`],
    [
      "a long JSON",
      `curl -s http://localhost:3000 -d '${JSON.stringify(Array.from({ length: 300 }, (_, id) => ({ id, tags: ["a", "b"] })))}'`,
    ],
    ["many assignments", many(2000, (at) => `v${at}=${at}`)],
  ])("%s", (_what, script) => expect(verdictOf(script, FEW_STEPS)).not.toContain("asked"));
});

describe("each guard says so in the same words", () => {
  const event = (name: string) => ({ name, raw: {} }) as unknown as HookEvent;
  const outcome = (name: string, more = {}) =>
    failedOutcome({ name: "scan_commit", failure: "closed", ...more }, event(name), new TooMuchScript());

  test("it asks the person before a call", () =>
    expect(outcome("pre_tool_use").verdict).toMatchObject({
      kind: "ask",
      reason: expect.stringContaining("could not read this command to its end"),
    }));

  test("it refuses where nobody can be asked, or the settings want that", () => {
    expect(outcome("tool_input_transform").verdict?.kind).toBe("deny");
    expect(outcome("pre_tool_use", { refuses: true }).verdict?.kind).toBe("deny");
  });
});
