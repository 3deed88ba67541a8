import type { Table } from "../../support/table.ts"
import { openOAuth, type Test } from "./oauth/flow.ts"
import { doors } from "./oauthCases/doors.ts"
import { forms } from "./oauthCases/forms.ts"
import { enumeration, natives } from "./oauthCases/natives.ts"
import { clients, persons } from "./oauthCases/requests.ts"
import { sequels } from "./oauthCases/sequels.ts"
import { tokens } from "./oauthCases/tokens.ts"

/** Everything that the authorization server refuses. */
export const oauthCases = (table: Table): void =>
  table("the authorization server refuses", [], (test) => {
    const withOAuth: Test = (name, body) => test(name, async (world) => body(await openOAuth(world)))
    for (const part of [persons, clients, forms, tokens, sequels, doors, natives, enumeration])
      part(withOAuth)
  })
