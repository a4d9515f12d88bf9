import { expect, test } from "vitest";

import { mayConcern } from "../../../builtins/protect-snapveil/may-concern.ts";
import { ioWith } from "../../support/io-with.ts";

const io = ioWith("", { HOME: "/home/u", SNAPVEIL_DATA_DIR: "/srv/state/kept" });

test.each<[cwd: string, command: string, isConcerned: boolean]>([
  ["/srv/shop", "ls -la src", false],
  ["/srv/shop", "rm old.txt", false],
  ["/srv/shop", "rm /srv/shop/old.txt", true],
  ["/srv/shop", "rm ../old.txt", true],
  ["/srv", "rm old.txt", true],
  ["/srv/state/kept/snapshot", "rm old.txt", true],
  ["/home/u/shop", "rm -r state", true],
])("in %s `%s` may concern the data folder: %s", (cwd, command, isConcerned) => {
  expect(mayConcern({ cwd, toolName: "Bash", toolInput: { command } }, [command], io)).toBe(isConcerned);
});
