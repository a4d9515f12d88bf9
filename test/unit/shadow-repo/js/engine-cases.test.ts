import { vi } from "vitest";

// Every case of captures and restores once more, through the engine without git.
vi.stubEnv("SNAPVEIL_TEST_ENGINE", "isomorphic-git");
await import("../git/capture.test.ts");
await import("../restore/undo.test.ts");
await import("../restore/surroundings.test.ts");
await import("../restore/unrecorded.test.ts");
await import("../look/patch.test.ts");
await import("../git/named-git.test.ts");
await import("../power-cut.test.ts");
