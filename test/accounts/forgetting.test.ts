// Every audit entry deletes a few old entries, and every mail a few old mails. The queries must find them without
// scanning the rows that stay.
import assert from "node:assert/strict"
import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { post } from "../support/calls.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { makeRecorder, recordedWhole } from "../support/recorder.ts"
import { sqlAt } from "../support/sql.ts"
import { openWorld } from "../support/world.ts"

/** Statements that delete old rows, identified by a part of their text, and their expected query plans in SQLite. */
const plans: ReadonlyArray<readonly [words: string, ...steps: ReadonlyArray<RegExp>]> = [
  ["DELETE FROM rewards_audit", /SEARCH a USING INDEX rewards_audit_expiry \(expires_at<\?\)/],
  ["UPDATE rewards_mail SET due_at = NULL", /SEARCH m USING INDEX rewards_mail_expiry \(expires_at<\?\)/],
  ["DELETE FROM rewards_mail", /SEARCH m USING INDEX sqlite_autoindex_rewards_mail_1 \(id<\?\)/]
]

describe("old rows", () => {
  it("are found through an index, in its order", async () => {
    const filename = await freshFile()
    const recorder = makeRecorder()
    const world = await openWorld(recordedWhole(recorder, layer({ filename })))
    const forgot = post("/shop/partners/forgot-password", { email: "unknown@shop.example" })
    assert.equal((await world.send(forgot)).status, 200)
    await world.close()
    for (const [words, ...steps] of plans) {
      const statement = recorder.statements.find((text) => text.includes(words)) ?? assert.fail(words)
      const rows = await sqlAt(`sqlite:${filename}`)(`EXPLAIN QUERY PLAN ${statement}`)
      const plan = rows.map(({ detail }) => String(detail)).join("\n")
      for (const step of steps) assert.match(plan, step)
      assert.doesNotMatch(plan, /TEMP B-TREE/)
    }
  })
})
