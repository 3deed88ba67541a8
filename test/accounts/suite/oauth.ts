import type { Table } from "../../support/table.ts"
import { openOAuth, type Test } from "./oauth/flow.ts"
import { codes, pages } from "./oauth/pages.ts"
import { people } from "./oauth/people.ts"
import { races } from "./oauth/races.ts"
import { tokens } from "./oauth/tokens.ts"
import { trail } from "./oauth/trail.ts"

/** The authorization server: valid requests. */
export const oauth = (table: Table): void =>
  table("the authorization server", [], (test) => {
    const withOAuth: Test = (name, body) => test(name, async (world) => body(await openOAuth(world)))
    for (const part of [pages, codes, tokens, people, trail, races]) part(withOAuth)
  })
