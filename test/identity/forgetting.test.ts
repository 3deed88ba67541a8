// Every entry of the audit trail forgets a few old ones, so it must find them without looking at all the others.
import assert from "node:assert/strict"
import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { openRewards } from "../../lib/index.ts"
import { post, requestOf } from "../http/service.ts"
import { it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { makeRecorder, recordedWhole } from "../support/recorder.ts"
import { sqlAt } from "../support/sql.ts"

it("old attempts at nobody are found by an index of their own, in its order", async () => {
  const filename = await freshFile()
  const recorder = makeRecorder()
  const rewards = await openRewards({ database: recordedWhole(recorder, layer({ filename })) })
  const login = post("/shop/partners/login", { email: "nobody@shop.example", password: "a guess" })
  assert.equal((await rewards.handler().fetch(requestOf(login))).status, 401)
  await rewards.close()
  const forget = recorder.statements.find((text) => text.includes("DELETE FROM rewards_audit"))
  const steps = await sqlAt(`sqlite:${filename}`)(`EXPLAIN QUERY PLAN ${forget}`)
  const plan = steps.map(({ detail }) => String(detail)).join("\n")
  assert.match(
    plan,
    /SEARCH a USING COVERING INDEX rewards_audit_nobody \(partner_id=\? AND user_id=\? AND id<\?\)/
  )
  assert.doesNotMatch(plan, /TEMP B-TREE/)
})
