import { Effect, Layer } from "effect"
import { describe, it } from "../../support/effect.ts"
import type { MakeClient } from "../../support/world.ts"
import { outboxOn } from "./outbox.ts"
import { outbox } from "./suite/outbox.ts"
import { sender } from "./suite/sender.ts"
import { senders } from "./suite/senders.ts"

/** The guarantees of the outbox and its sender, on every database. */
export const mail = (name: string, makeClient: MakeClient): void =>
  describe(`mail on ${name}`, () => {
    it.layer(Layer.unwrapEffect(Effect.map(Effect.promise(makeClient), outboxOn)))("the outbox", outbox)
    describe("the sender", () => sender(makeClient))
    describe("several senders", () => senders(makeClient))
  })
