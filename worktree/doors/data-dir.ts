/** @file The folder of snapveil's own state, 0700. */

export { dataDir, forgetFilesOf, forgetOldFiles } from "../data-dir.ts";
