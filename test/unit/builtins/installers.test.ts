import { expect, test } from "vitest";

import { isOwnersOf, publishersOf } from "../../../builtins/block-destructive/installers.ts";

test.each([
  [["https://get.acme.dev/install.sh"], ["get.acme.dev"]],
  [["HTTPS://Get.Acme.dev:8443/x", "https://get.acme.dev/y"], ["get.acme.dev"]],
  // Where anybody may publish, the owner counts.
  [["https://raw.githubusercontent.com/acme/tool/main/i.sh"], ["raw.githubusercontent.com/acme"]],
  [["https://gist.github.com/dev/1/raw"], ["gist.github.com/dev"]],
  // Installers that their makers tell to run so, and hosts that are near.
  [["https://sh.rustup.rs", "https://raw.githubusercontent.com/Homebrew/install/HEAD/install.sh"], []],
  [["http://localhost:3000/i.sh", "http://10.0.0.4/i.sh", "http://builder/i.sh"], []],
  [["$URL"], []],
])("%j has the publishers %j", (addresses, publishers) => expect(publishersOf(addresses)).toEqual(publishers));

test.each([
  ["raw.githubusercontent.com/acme", "https://github.com/acme/app.git", true],
  ["raw.githubusercontent.com/acme", "git@github.com:acme/app.git", true],
  ["raw.githubusercontent.com/ACME", "ssh://git@github.com/Acme/app", true],
  ["gitlab.com/acme", "git@gitlab.com:acme/group/app.git", true],
  ["git.acme.dev", "https://git.acme.dev/tools/app.git", true],
  ["raw.githubusercontent.com/acm", "https://github.com/acme/app.git", false],
  ["raw.githubusercontent.com/other", "https://github.com/acme/other.git", false],
  ["gitlab.com/acme", "https://github.com/acme/app.git", false],
  ["acme.dev", "https://acme.dev.example/app.git", false],
  ["raw.githubusercontent.com/acme", "", false],
])("%s is the owner's of %s: %s", (publisher, remote, isOwn) => expect(isOwnersOf(publisher, remote)).toBe(isOwn));
