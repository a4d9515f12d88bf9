import { expect, test } from "vitest";

import { sourceOf } from "../../../builtins/weighing/source-of-output.ts";

const FAR = "another machine";
const HERE = "this machine's server";

test.each([
  ["ssh prod cat wp-config.php", FAR],
  ["ssh prod 'curl -s http://localhost:8080/login'", FAR],
  ["sudo /usr/bin/ssh -p 22 prod cat .env | head", FAR],
  ["kubectl exec shop-0 -- env", FAR],
  ["docker exec db env", undefined],
  ["curl -s localhost:3000/login | jq .token", HERE],
  ["npm start & sleep 2; curl -s http://127.0.0.1:3000/login", HERE],
  ["curl -s localhost:3000/login; cat .env", undefined],
  ["curl -s localhost:3000/login https://api.shop.com/login", undefined],
  ["grep ssh notes.md", undefined],
  ["cat .env", undefined],
])("%s: %s", (command, source) => {
  expect(sourceOf({ toolName: "Bash", toolInput: { command }, cwd: "/w" }, {})).toBe(source);
});
