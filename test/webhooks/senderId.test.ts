import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { Effect } from "effect"
import { hasEnded, makeSenderId } from "../../lib/webhooks/WebhookSender/senderId.ts"
import { describe, it } from "../support/effect.ts"

describe("a sender", () => {
  const ofOtherMachine = "00000000-0000-8000-8000-000000000001"
  const withPid = (id: string, pid: number) => `${id.slice(0, 24)}${pid.toString(16).padStart(12, "0")}`

  it("has ended when its process has, and not before", () => {
    const id = Effect.runSync(makeSenderId)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    const { pid } = spawnSync(process.execPath, ["--version"])
    for (const isAlone of [false, true]) {
      assert.equal(hasEnded(id, isAlone), false)
      assert.equal(hasEnded(withPid(id, process.ppid), isAlone), false, "another process that runs")
      assert.equal(hasEnded(withPid(id, pid), isAlone), true, "a process that has ended")
      // The first three digits of the random part differ.
      const other = `${id.slice(0, 14)}${id.startsWith("8000", 14) ? "8001" : "8000"}${id.slice(18)}`
      assert.equal(hasEnded(other, isAlone), false, "a sender in another thread of this process")
    }
  })

  it("of another machine has ended only if this machine is alone", () => {
    assert.equal(hasEnded(ofOtherMachine, false), false)
    assert.equal(hasEnded(ofOtherMachine, true), true)
    assert.equal(hasEnded("00000000-0000-4000-8000-000000000001", false), false)
  })
})
