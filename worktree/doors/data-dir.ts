/** @file The folder of snapveil's own state, 0700. */

export { endResidents, residentFolder, residentNote, residentOffBy, residentsIn } from "../resident-folder.ts";
export { dataDir, forgetFilesOf, forgetOldFiles } from "../data-dir.ts";
