// Who may call what is tried by the short proof, for every endpoint on both databases: test/proof/checks/access.ts.

import { describe, it } from "../support/effect.ts"
import { assertComplete } from "./access/cells.ts"

describe("access", () => {
  it("is written down for every endpoint, and for no other", assertComplete)
})
