import type { ServerResponse } from "node:http";

import type { LiveTopic } from "./api.ts";
import { securityHeaders } from "../loopback/reply.ts";

/** Milliseconds between two looks, and between two signs of life. */
const LOOK = 400;
const ALIVE = 20_000;

/** Pages that listen, as server-sent events. An event only says what has changed; the page then asks for it. */
export class LiveStreams {
  readonly #stamps: () => Readonly<Record<Exclude<LiveTopic, "audit">, string>>;
  readonly #open = new Set<ServerResponse>();
  #last: Readonly<Record<string, string>> = {};
  #timers: NodeJS.Timeout[] = [];

  /** @param stamps what tells whether a topic has changed; cheap, and asked for only while somebody listens */
  constructor(stamps: () => Readonly<Record<Exclude<LiveTopic, "audit">, string>>) {
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
      if (this.#open.size === 0) this.end();
    });
  }

  tell(topic: LiveTopic): void {
    for (const response of this.#open) response.write(`event: ${topic}\ndata: {}\n\n`);
  }

  end(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    for (const response of this.#open) response.end();
  }

  /** By looking: a watch of the file system differs by platform, misses network disks and costs a handle. */
  #watch(): void {
    this.#last = this.#stamps();
    const look = setInterval(() => {
      const now = this.#stamps();
      const changed = Object.entries(now).filter(([topic, stamp]) => this.#last[topic] !== stamp);
      this.#last = now;
      for (const [topic] of changed) this.tell(topic as LiveTopic);
    }, LOOK);
    const alive = setInterval(() => {
      for (const response of this.#open) response.write(": alive\n\n");
    }, ALIVE);
    this.#timers = [look, alive];
  }
}
