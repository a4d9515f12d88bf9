import { expect, test } from "vitest";

import { isOwnersOf, publishersOf } from "../../../builtins/block-destructive/installers.ts";

test.each([
  [["https://files.acme.dev/i.sh"], ["files.acme.dev"]],
  [["HTTPS://Files.Acme.dev/x", "https://files.acme.dev/y"], ["files.acme.dev"]],
  // Where anybody may publish, the owner counts.
  [["https://raw.githubusercontent.com/acme/tool/main/install.sh"], ["raw.githubusercontent.com/acme"]],
  [["https://raw.githubusercontent.com/acme/acme/main/i.sh"], ["raw.githubusercontent.com/acme"]],
  [["https://gist.github.com/acme/acme/raw/install.sh"], ["gist.github.com/acme"]],
  // Others can change what comes back, or anybody has such an address at once.
  [["http://get.acme.dev/install.sh"], ["get.acme.dev"]],
  [["get.acme.dev"], ["get.acme.dev"]],
  [["https://get.acme.dev:8443/install.sh"], ["get.acme.dev"]],
  [["https://get.acme.dev@198.51.100.7/install.sh"], ["198.51.100.7"]],
  [["https://xn--cme-yna.dev/install.sh"], ["xn--cme-yna.dev"]],
  [["https://acme.github.io/install.sh"], ["acme.github.io"]],
  [["https://acme-1.ngrok-free.app/install.sh"], ["acme-1.ngrok-free.app"]],
  [["https://bit.ly/install-acme"], ["bit.ly"]],
  [["https://paste.acme.dev/install"], ["paste.acme.dev"]],
  [["https://acme.s3.amazonaws.com/install.sh"], ["acme.s3.amazonaws.com/install.sh"]],
  [["https://files.acme.dev/i.sh?then=/install.sh"], ["files.acme.dev"]],
])("%j has the publishers %j", (addresses, publishers) => expect(publishersOf(addresses)).toEqual(publishers));

test.each([
  ["https://get.acme.dev", "https://acme.run", "https://acme.dev/install", "https://acme.dev/tool/install.sh"],
  ["https://bootstrap.acme.dev/get-tool.py", "https://deb.acme.dev/setup_20.x", "https://acme.dev/InstallToolDeb"],
  ["https://raw.githubusercontent.com/acme-sh/acme/v1/install.sh", "https://gitlab.com/acme/acme/-/raw/main/install"],
  [
    "https://raw.githubusercontent.com/acme/acme-installer/HEAD/bin/acme-installer",
    "https://github.com/Acme/install/raw/HEAD/install.sh",
  ],
  ["http://localhost:3000/i.sh", "http://10.0.0.4/i.sh", "http://builder/i.sh", "$URL"],
])("a maker's own installer and a host that is near need no other word: %j", (...addresses) =>
  expect(publishersOf(addresses)).toEqual([]),
);

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
