import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { loadAgent } from "../../../agents/registry.ts";
import type { Where } from "../../../agents/formats/installer.ts";
import { INSTALLERS } from "../../support/agents.ts";
import { runtimePlace } from "../../../agents/formats/runtime-place.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../../docs/install.md"), "utf8");
const where: Where = {
  home: "~",
  env: {},
  platform: "linux",
  root: "",
  program: "/p",
  runtime: runtimePlace("/d", "/n", "linux"),
};

describe("docs/install.md", () => {
  test.each(INSTALLERS.map((installer) => [installer.agent, installer] as const))(
    "has a line for %s with the files that are written",
    async (agent, installer) => {
      const { title, events } = await loadAgent(installer.agent);
      const line = PAGE.split("\n").find((one) => one.includes(`| \`${agent}\` |`));
      expect(line).toContain(`| ${title} |`);
      for (const files of Object.values(installer.files)) {
        const [first] = files(where, events);
        // A folder is named where there is a file for each event.
        if (first)
          expect(line).toContain(first.isProgram ? first.path.replace(/\/[^/]*$/, "/") : first.path.replace(/^\//, ""));
      }
    },
  );

  test("has no line for an agent that there is not", () => {
    const named = [...PAGE.matchAll(/^\| [^|]+ \| `([\w-]+)` \|/gm)].map(([, name]) => name);
    expect(named).toEqual(INSTALLERS.map(({ agent }) => agent));
  });
});
