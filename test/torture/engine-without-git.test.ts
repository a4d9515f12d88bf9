import { vi } from "vitest";

// Every case of captures and restores once more, through the engine without git.
vi.stubEnv("SNAPVEIL_TEST_ENGINE", "isomorphic-git");
await import("../unit/shadow-repo/git/capture.test.ts");
await import("../unit/shadow-repo/restore/undo.test.ts");
await import("../unit/shadow-repo/restore/surroundings.test.ts");
await import("../unit/shadow-repo/restore/unrecorded.test.ts");
await import("../unit/shadow-repo/look/patch.test.ts");
await import("../unit/shadow-repo/git/named-git.test.ts");
await import("../unit/shadow-repo/power-cut.test.ts");
