import { afterAll, vi } from "vitest";

// Files share a process, and the next one is to find the environment as it was.
afterAll(() => void vi.unstubAllEnvs());
