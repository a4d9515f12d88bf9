import { expect, test } from "vitest";

import { NOTHING_RESTORED } from "../../../shadow-repo/restore/operation/restore-result.ts";
import { PLAIN } from "../../../terminal/display.ts";
import { filesScreen } from "../../../terminal/picker/pick.ts";

const key = (name: string) => ({ name, text: "", ctrl: false, shift: false });

/** The screen of a preview with a renamed file, a kept one that comes back, and one that was changed in place. */
function screen(divides = true) {
  return filesScreen({
    style: PLAIN,
    reveal: { isOn: false, refusal: undefined },
    divides,
    preview: {
      ...NOTHING_RESTORED,
      changes: [
        {
          path: "a.ts",
          status: "added",
          additions: 30,
          deletions: 0,
          renamed: { from: "b.ts", additions: 1, deletions: 0 },
        },
        { path: "b.ts", status: "deleted", additions: 0, deletions: 30, renamed: { to: "a.ts" } },
        { path: "data/gone", status: "added", kept: true },
      ],
      keptInPlace: ["data/app.db"],
    },
    patchOf: async () => "",
    partOf: () => undefined,
  });
}

test("a file that was changed in place is offered unticked, a renamed one as one row", () => {
  const shown = screen();
  const view = shown.view(80, 20).join("\n");
  expect(view).toContain("Put back 2 files");
  expect(view).toMatch(/rename +b\.ts → a\.ts +\+1/);
  expect(view).toContain("data/gone (kept)");
  expect(view).toContain("data/app.db (kept)");
  expect(shown.press(key("return") as never)).toMatchObject({ ticked: [{ path: "a.ts" }, { path: "data/gone" }] });
});

test.each([true, false])("tab is told where hunks can be chosen: %s", (divides) => {
  expect(screen(divides).view(80, 20).at(-1)!.includes("tab: hunks")).toBe(divides);
});
