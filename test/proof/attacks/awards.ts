import assert from "node:assert/strict"
import type { Caller } from "../../server/caller.ts"

/** As much metadata as an award can have: 50 texts of 500 characters that are three bytes each, 75 kB. */
const metadata = Object.fromEntries(
  Array.from({ length: 50 }, (_, index) => [`key-${index}`, "語".repeat(500)])
)

const heavy = { userId: "ada", ruleName: "heavy", metadata }
export const heavyBulk = { awards: Array.from({ length: 10 }, () => heavy) }

const inBulks = async (
  url: string,
  partner: Caller,
  count: number,
  size: number,
  item: unknown
): Promise<void> => {
  for (let written = 0; written < count; written += size) {
    const awards = Array.from({ length: Math.min(size, count - written) }, () => item)
    const { body, status } = await partner.post(url, "/laas/rules/awards", { awards })
    assert.equal(status, 201, JSON.stringify(body))
  }
}

export const writeAwards = (url: string, partner: Caller, count: number): Promise<void> =>
  inBulks(url, partner, count, 1000, { userId: "ada", ruleName: "visit" })

/** Writes awards with much metadata, by the rule "heavy". The feed was read before, so that each is an event, too. */
export const writeHeavyAwards = async (url: string, partner: Caller, count: number): Promise<void> => {
  const rule = { name: "heavy", coinValue: "1", maxNumberOfParticipant: "10", condition: "a visit" }
  assert.equal((await partner.get(url, "/laas/events")).status, 200)
  assert.equal((await partner.post(url, "/laas/rules/create-rule", rule)).status, 201)
  await inBulks(url, partner, count, 10, heavy)
}
