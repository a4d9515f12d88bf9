import { expect, test } from "vitest";

import { judgeKey } from "../../../redactors/judge-key.ts";
import { PLAIN_NAMES } from "../../../redactors/plain-names.ts";

test.each(PLAIN_NAMES)("%s promises nothing, also where it is judged and not looked up", (name) => {
  expect(judgeKey(name)).toBeUndefined();
  expect(judgeKey(`_${name}`)).toBeUndefined();
});

test("a name beside them is judged", () => {
  expect(judgeKey("_client_secret")).toEqual(judgeKey("client_secret"));
  expect(judgeKey("client_secret")).toMatchObject({ strength: "secret" });
});

/**
 * One for each way in which a name can say that a password follows: what is looked for first must be in all of them.
 */
const PASSWORDS =
  "password passwd passphrase passcode passwort pswd pword passwords password2 pwd pw psw psk contrasena senha passe requirepass masterauth kennwort mypwd dbpass dbpw rootpass vncpw authtok wpapsk psksecret presharedkey";

test.each(PASSWORDS.split(" "))("%s is a password's name", (name) => {
  expect(judgeKey(name)).toMatchObject({ strength: "password", kind: "password" });
});
