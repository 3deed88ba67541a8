import { describe, it } from "../support/effect.ts"
import type { MakeClient } from "../support/world.ts"
import { eventsEngine } from "./partner.ts"
import { facts } from "./suite/facts.ts"
import { feed } from "./suite/feed.ts"
import { streams } from "./suite/streams.ts"

/** The guarantees of events, on every database. */
export const events = (name: string, makeClient: MakeClient): void => {
  it.layer(eventsEngine(makeClient))(name, (it) => {
    describe("what is written", () => facts(it))
    describe("the feed", () => feed(it))
    describe("streams and retention", () => streams(it))
  })
}
