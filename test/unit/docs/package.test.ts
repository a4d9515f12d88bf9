import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

interface Manifest {
  readonly engines: { readonly node: string };
  readonly repository: { readonly url: string };
  readonly homepage: string;
  readonly bugs: { readonly url: string };
  readonly publishConfig: { readonly access: string; readonly provenance: boolean };
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>;
}

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;

/** The releases in the matrix of CI: the newest one of each line that is supported. */
const NODES = [
  [20, 20],
  [22, 22],
  [24, 11],
  [26, 0],
] as const;

/** Whether a range, as package.json has it, takes a release; prereleases and upper bounds stand in none of ours. */
function takes(range: string, [major, minor]: readonly [number, number]): boolean {
  return range.split("||").some((part) => {
    const found = /^\s*(>=?|\^)?\s*(\d+)(?:\.(\d+|x|\*))?/.exec(part);
    if (found === null) return part.trim() === "*" || part.trim() === "";
    const [, sign = "^", least = "", from = "0"] = found;
    if (Number(least) !== major) return sign.startsWith(">") && Number(least) < major;
    return Number.isNaN(Number(from)) || Number(from) <= minor;
  });
}

test.each(NODES)("every package that npm ci installs takes Node %i", (...node) => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Lock;
  const refusing = Object.entries(packages).filter(([, { engines }]) => !takes(engines?.node ?? "*", node));
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(refusing.map(([path]) => path)).toEqual([]);
});

test("README and doctor name the oldest Nodes that package.json takes", () => {
  const oldest = [...manifest.engines.node.matchAll(/\d+\.\d+/g)].join(", ");
  for (const file of ["README.md", "doctor/check-node.ts"])
    expect(readFileSync(join(ROOT, file), "utf8"), file).toContain(`${oldest} or newer`);
});

test("the addresses are those of one repository, and a published package says where it was built", () => {
  const address = /^git\+(https:\/\/github\.com\/[\w-]+\/snapveil)\.git$/.exec(manifest.repository.url)?.[1];
  expect(manifest).toMatchObject({
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
    publishConfig: { access: "public", provenance: true },
  });
});

test("the owner of the repository is named in package.json alone", () => {
  const owner = /github\.com\/([\w-]+)\//.exec(manifest.repository.url)?.[1];
  const files = [".github", "docs"].flatMap((folder) => {
    const inside = readdirSync(ROOT).includes(folder) ? readdirSync(join(ROOT, folder), { recursive: true }) : [];
    return inside.map((file) => `${folder}/${String(file)}`).filter((file) => /\.(?:md|ya?ml)$/.test(file));
  });
  const naming = [...files, "README.md", "CONTRIBUTING.md"].filter((file) =>
    readFileSync(join(ROOT, file), "utf8").includes(`${owner}/snapveil`),
  );
  expect(naming).toEqual([]);
});

test.each([
  ["10 passed, 0 failed, 3 skipped\nwords\n7 passed, 0 failed, 0 skipped\n", "17 passed, 0 failed", 0],
  [
    "10 passed, 0 failed, 3 skipped\nfailed: a.test.ts > adds: wrong\n7 passed, 1 failed, 0 skipped\n",
    "failed: a.test.ts > adds: wrong\n17 passed, 1 failed",
    1,
  ],
  ["no test was run\n", "0 passed, 0 failed", 1],
])("the counts of several runs are summed: %j", (log, sum, status) => {
  const result = spawnSync(join(ROOT, ".ci/sum-counts"), { input: log, encoding: "utf8" });
  expect(result).toMatchObject({ stdout: `\n${sum}\n`, status });
});
