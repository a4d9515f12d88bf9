import type { ServerResponse } from "node:http";

import { securityHeaders } from "../loopback/reply.ts";
import type { LiveTopic } from "./api.ts";

/** Milliseconds between two checks for changes. `ALIVE` has those between two messages that keep a connection open. */
const LOOK = 400;
const ALIVE = 20_000;

/**
 * Returns for each topic a text that changes when the topic's data change. The call is cheap, and is made only while a
 * page is connected.
 */
type Stamps = () => Readonly<Record<Exclude<LiveTopic, "audit">, string>>;

/**
 * The event streams of open pages (server-sent events). An event holds only a topic, whose data the page then loads.
 */
export class LiveStreams {
  readonly #stamps: Stamps;
  readonly #open = new Set<ServerResponse>();
  #timers: NodeJS.Timeout[] = [];

  constructor(stamps: Stamps) {
    this.#stamps = stamps;
  }

  get count(): number {
    return this.#open.size;
  }

  add(response: ServerResponse): void {
    response.writeHead(200, { ...securityHeaders(false), "content-type": "text/event-stream; charset=utf-8" });
    response.write(": connected\n\n");
    if (this.#open.size === 0) this.#watch();
    this.#open.add(response);
    response.on("close", () => {
      this.#open.delete(response);
      if (this.#open.size === 0) this.#rest();
    });
  }

  tell(topic: LiveTopic): void {
    for (const response of this.#open) response.write(`event: ${topic}\ndata: {}\n\n`);
  }

  /** Closes all streams. */
  close(): void {
    this.#rest();
    for (const response of this.#open) response.destroy();
  }

  #rest(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /**
   * Checks for changes at intervals. It does not watch the file system, since that differs between platforms, fails on
   * network disks, and costs a handle.
   */
  #watch(): void {
    let last: Readonly<Record<string, string>> = this.#stamps();
    const look = () => {
      const now = this.#stamps();
      for (const topic of ["history", "redactions", "log"] as const) if (now[topic] !== last[topic]) this.tell(topic);
      last = now;
    };
    const live = () => {
      for (const response of this.#open) response.write(": alive\n\n");
    };
    this.#timers = [setInterval(look, LOOK), setInterval(live, ALIVE)];
  }
}
