import { expect, test } from "vitest";

import { withSlashes } from "../../../shell/windows-paths.ts";

test.each([
  ["Remove-Item -Recurse $HOME\\Documents", "Remove-Item -Recurse $HOME/Documents"],
  ["ri '.\\a b\\c', C:\\Temp\\*, ~\\.config", "ri './a b/c', C:/Temp/*, ~/.config"],
  ['Select-String "\\t" x; "a`nb"', 'Select-String "\\t" x; "a`nb"'],
])("%s", (script, expected) => expect(withSlashes(script)).toBe(expected));
