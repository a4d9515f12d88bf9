// Installs the packages if they are missing or older than package-lock.json, so that `npm run check` works in a fresh
// clone, and later without the network.
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";

const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (timeOf("node_modules/.package-lock.json") < timeOf("package-lock.json")) {
  const { status } = spawnSync("npm ci --no-audit --no-fund --fetch-retries=5", { shell: true, stdio: "inherit" });
  process.exitCode = status ?? 1;
}
