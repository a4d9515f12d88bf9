import { expect, test } from "vitest";

import { promiseOf } from "../../../../redactors/judge/promise-of.ts";

/** Names of what agents send at every event. */
const PLAIN =
  "role content type text name tool_calls function arguments input output result command description prompt path " +
  "file_path filePath old_string new_string stdout stderr interrupted isImage noOutputExpected success error status " +
  "data exit_code exitCode message messages metadata index title lines content_type file numLines startLine " +
  "totalLines filenames numFiles durationMs returnCodeInterpretation structuredPatch oldStart oldLines " +
  "newStart newLines";

test.each(PLAIN.split(" "))("%s promises nothing", (name) => {
  expect(promiseOf(name)).toBeUndefined();
  expect(promiseOf(`_${name}`)).toBeUndefined();
});

test("a name beside them is judged", () => {
  expect(promiseOf("_client_secret")).toEqual(promiseOf("client_secret"));
  expect(promiseOf("client_secret")).toMatchObject({ strength: "secret" });
});

/**
 * One for each way in which a name can say that a password follows: what is looked for first must be in all of them.
 */
const PASSWORDS =
  "password passwd passphrase passcode passwort pswd pword passwords password2 pwd pw psw psk contrasena senha " +
  "passe requirepass masterauth kennwort mypwd dbpass dbpw rootpass vncpw authtok wpapsk psksecret presharedkey";

test.each(PASSWORDS.split(" "))("%s is a password's name", (name) => {
  expect(promiseOf(name)).toMatchObject({ strength: "password", kind: "password" });
});
