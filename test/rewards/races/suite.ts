import { afterAll, beforeAll, describe, it } from "../../support/effect.ts"
import { type Arena, makeArena } from "./arena.ts"
import { activities } from "./suite/activities.ts"
import { approvals } from "./suite/approvals.ts"
import { boards } from "./suite/boards.ts"
import { coins } from "./suite/coins.ts"
import { keys } from "./suite/keys.ts"
import { limits } from "./suite/limits.ts"
import { merging } from "./suite/merging.ts"
import { programme } from "./suite/programme.ts"
import { updates } from "./suite/updates.ts"
import type { Racer } from "./team.ts"

/** Registers a property that runs in its own arena and must leave a ledger without divergence. */
export type Property = (name: string, body: (arena: Arena) => Promise<void>) => void

/** Properties that hold for any number of engines on one database. Each test file provides its engines. */
export const races = (name: string, assemble: () => Promise<ReadonlyArray<Racer>>): void =>
  describe(name, () => {
    let racers: ReadonlyArray<Racer> = []
    beforeAll(async () => {
      racers = await assemble()
    })
    afterAll(() => Promise.all(racers.map((racer) => racer.stop())))

    const property: Property = (name, body) =>
      it(name, async () => {
        const arena = await makeArena(racers)
        await body(arena)
        await arena.verified()
      })
    describe("limits", () => limits(property))
    describe("rule updates", () => updates(property))
    describe("idempotency keys", () => keys(property))
    describe("coins", () => coins(property))
    describe("boards", () => boards(property))
    describe("merges", () => merging(property))
    describe("approvals", () => approvals(property))
    describe("programme rules", () => programme(property))
    describe("activities", () => activities(property))
  })
