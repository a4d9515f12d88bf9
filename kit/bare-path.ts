import { dirname, isAbsolute, resolve, sep } from "node:path";

/** What hooks ask of node:path. To load that takes longer than all that they ask of it, so it is asked only where there is something to tidy up. */
interface BarePath {
  readonly sep: string;
  isAbsolute(path: string): boolean;
  dirname(path: string): string;
  resolve(path: string): string;
}

/** Node's own answers, by Node's own names. */
export const barePath: BarePath =
  process.platform === "win32"
    ? { sep, isAbsolute, dirname, resolve }
    : {
        sep: "/",
        isAbsolute: (path) => path.startsWith("/"),
        dirname(path) {
          const end = path.lastIndexOf("/");
          return end === 0 && path.length > 1 ? "/" : end > 1 && end < path.length - 1 ? path.slice(0, end) : dirname(path);
        },
        resolve: (path) => (isTidy(path) ? path : resolve(path)),
      };

function isTidy(path: string): boolean {
  return path.startsWith("/") && !["//", "/./", "/../"].some((part) => path.includes(part)) && !["/", "/.", "/.."].some((end) => path.endsWith(end));
}
