import assert from "node:assert/strict"
import { clusterFinding, sweepFinding } from "../../server/cli/doctor/checks.ts"
import { describe, it } from "../support/effect.ts"

describe("what the doctor says about a cluster", () => {
  const cluster = { citus: "13.2-1", distributed: true, unreachable: [] }

  it("nothing without Citus, and a warning for tables that are not distributed", () => {
    assert.deepEqual(clusterFinding(undefined), [])
    assert.equal(clusterFinding(cluster)[0]?.state, "ok")
    const [finding] = clusterFinding({ ...cluster, distributed: false })
    assert.equal(finding?.state, "warning")
    assert.match(String(finding?.detail), /run "laurel distribute"/)
  })

  it("a fault for nodes that the role of the service cannot reach, with their names and the fix", () => {
    const [finding] = clusterFinding({ ...cluster, unreachable: ["10.0.0.2:5432"] }, "laurel")
    assert.equal(finding?.state, "fault")
    assert.match(String(finding?.detail), /cannot connect to 10\.0\.0\.2:5432 as laurel: .*pg_hba.*\.pgpass/)
  })
})

describe("what the doctor says about the sweep", () => {
  it("a warning with the minutes once something due has waited for ten", () => {
    const wallet = { partnerId: "partner-1", memberId: "member-1" }
    assert.equal(sweepFinding({ milliseconds: 0, wallet: null }).state, "ok")
    assert.equal(sweepFinding({ milliseconds: 599_999, wallet }).state, "ok")
    const { detail, state } = sweepFinding({ milliseconds: 3_600_000, wallet })
    assert.equal(state, "warning")
    assert.match(
      detail,
      /waited for 60 minutes, first in that of the member member-1 of partner-1: balances are right/
    )
  })
})
