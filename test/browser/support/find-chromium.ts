import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * Where Chromium is installed; `undefined` where it is not, which is then said, as nothing here can be tested without.
 */
export function findChromium(): string | undefined {
  const found = [process.env["CHROMIUM"] ?? "", ...PLACES].find((path) => path !== "" && existsSync(path));
  if (found === undefined)
    process.stderr.write(
      "left out: the page in a browser, since there is no Chromium (Debian: apt-get install chromium, or name " +
        "one in CHROMIUM)\n",
    );
  return found;
}
