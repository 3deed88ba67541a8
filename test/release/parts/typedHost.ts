// A host in strict TypeScript, for test/release/package.ts: it is compiled against the packed types, and never run.
import { type AwardOutcome, openRewards, RewardsError } from "laurel-rewards"
import { type Session, Sessions } from "laurel-rewards/accounts"
import { ClientError, createClient } from "laurel-rewards/client"
import { checkPromise, type Report, urlSubject } from "laurel-rewards/testing"

export const journey = async () => {
  const rewards = await openRewards({ database: "sqlite::memory:", accounts: true })
  const award = await rewards.awards.award({ partnerId: "p", userId: "u", ruleName: "r" })
  const coins: string = award.coins
  const results: ReadonlyArray<AwardOutcome> = await rewards.awards.awardMany([])
  const tags = results.map((result) => (result.ok ? result.award.id : result.error.data._tag))
  const scopes: ReadonlyArray<string> = (await rewards.sessions.check("t")).scopes
  const told = await rewards.awards.explain({ partnerId: "p", userId: "u", ruleName: "r" })
  const left: ReadonlyArray<string> = told.limits.map(({ max, used }) => `${used} of ${max}`)
  const back: string = (await rewards.awards.reverse({ partnerId: "p", awardId: award.id })).coins
  // @ts-expect-error an award needs the name of a rule
  await rewards.awards.award({ partnerId: "p", userId: "u" })
  await rewards.close()
  const core = await openRewards({ database: "sqlite::memory:" })
  // @ts-expect-error there are no sessions without accounts
  core.sessions
  return { coins, tags, scopes, left, back }
}

export const remote = async (): Promise<string> => {
  const client = createClient({ baseUrl: "https://rewards.example", apiKey: { apiKey: "k", apiSecret: "s" } })
  // @ts-expect-error an award needs a payload
  await client.rules.award({})
  const { data } = await client.rules.award({
    payload: { userId: "u", ruleName: "r" },
    idempotencyKey: "order-1"
  })
  return data.ruleId
}

export const explain = (error: unknown): string | undefined => {
  if (error instanceof ClientError) return error.requestId
  if (error instanceof RewardsError && error.data._tag === "InsufficientCoins") return error.data.need
  return undefined
}

export const check = (): Promise<Report> => checkPromise({ subject: urlSubject("sqlite::memory:") })
export const services: ReadonlyArray<string> = [Sessions.key]
export type Known = Session["partnerId"]
