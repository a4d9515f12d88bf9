import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LiveStreams } from "../../../../web/ui/live-streams.ts";

/** Milliseconds in which each open page hears of a change. */
const SOON = 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page that is open, and the topics that it heard since it was last asked. */
function page(live: LiveStreams): { heard(): string[]; leave(): void } {
  const written: string[] = [];
  const response = Object.assign(new EventEmitter(), {
    writeHead: () => response,
    write: (text: string) => written.push(text) > 0,
    destroy: () => response.emit("close"),
  });
  live.add(response as unknown as ServerResponse);
  return {
    heard: () => written.splice(0).flatMap((text) => /^event: (\w+)\n/.exec(text)?.[1] ?? []),
    leave: () => void response.emit("close"),
  };
}

test("a change is told once to each open page, by its topic", () => {
  const stamps = { history: "1", redactions: "1", log: "1" };
  const live = new LiveStreams(() => ({ ...stamps }));
  const [first, second] = [page(live), page(live)];
  const heardLater = () => {
    vi.advanceTimersByTime(SOON);
    return [first.heard(), second.heard()];
  };
  expect(heardLater()).toEqual([[], []]);
  stamps.history = "2";
  expect(heardLater()).toEqual([["history"], ["history"]]);
  expect(heardLater()).toEqual([[], []]);
  Object.assign(stamps, { history: "1", log: "2", redactions: "2" });
  expect(heardLater()[1]).toEqual(["history", "redactions", "log"]);
  live.close();
});

test("nothing is looked at while no page is open, and a change of that time is not told", () => {
  let stamp = 0;
  const ask = vi.fn(() => ({ history: String(stamp), redactions: "", log: "" }));
  const live = new LiveStreams(ask);
  page(live).leave();
  expect(live.count).toBe(0);
  ask.mockClear();
  stamp += 1;
  vi.advanceTimersByTime(SOON);
  expect(ask).not.toHaveBeenCalled();
  const again = page(live);
  vi.advanceTimersByTime(SOON);
  expect(again.heard()).toEqual([]);
  live.close();
});

test("a connection in which nothing happens is kept open by a comment", () => {
  const live = new LiveStreams(() => ({ history: "", redactions: "", log: "" }));
  const response = Object.assign(new EventEmitter(), { writeHead: () => response, write: vi.fn(), destroy: () => {} });
  live.add(response as unknown as ServerResponse);
  response.write.mockClear();
  vi.advanceTimersByTime(30_000);
  expect(response.write.mock.calls).toEqual([[expect.stringMatching(/^: .*\n\n$/)]]);
  live.close();
});
