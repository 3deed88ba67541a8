import { Effect } from "effect"
import { createBody, unknownId, updateBody } from "../bodies.ts"
import type { Action, AwardBody, Metadata, Partner } from "../Command.ts"
import type { LimitStanding, SuppressedBy } from "../Model.ts"
import type { Ids, Observed } from "../Subject.ts"
import * as Text from "../Text.ts"
import { type Answer, type Requests, recordsIn } from "./requests.ts"
import * as Words from "./words.ts"

type Data = Answer["data"]

const texts = (metadata: Metadata | undefined) => (metadata === undefined ? {} : { metadata })

const awardBody = ({ user, rule, note, metadata }: AwardBody) => ({
  userId: user,
  ruleName: rule,
  narration: note,
  ...texts(metadata)
})

const awardLine = ({ userId, ruleName, awarded }: Data): string =>
  Words.awarded(String(userId), String(ruleName), awarded === true)

const ruleLine = ({ name, coinValue, maxNumberOfParticipant, status }: Data): string =>
  Words.created({
    name: String(name),
    coins: String(coinValue),
    max: Number(maxNumberOfParticipant),
    status: status === "inactive" ? "inactive" : "active"
  })

/** The service could not write for now, and says that it wrote nothing. */
const isBusy = ({ status, text }: Answer): boolean => status === 503 && /nothing was written/.test(text)

const observe = (answer: Answer, line: (data: Data) => string): Observed => {
  const { data, replayed, status, text } = answer
  if (isBusy(answer)) return { line: Words.refusal(status, data), conflict: true }
  if (status >= 300) return { line: Words.refusal(status, data) }
  const said = line(data)
  const id = typeof data.id === "string" ? { id: data.id } : {}
  return { line: replayed ? Text.replayed(said) : said, record: text, replayed, ...id }
}

const suppressed = (value: unknown): SuppressedBy | null =>
  value === null
    ? null
    : Words.oneOf(["limit_reached", "user_limit_reached", "participant_limit_reached"], value)

const standing = ({ per, period, measure, used, max, resetsAt }: Data): LimitStanding => ({
  per: Words.oneOf(["member", "rule"], per),
  period: Words.oneOf(Words.periods, period),
  measure: Words.oneOf(["awards", "coins", "participants"], measure),
  used: String(used),
  max: String(max),
  resetsAt: resetsAt === null ? null : Date.parse(String(resetsAt))
})

const explanationLine = (data: Data): string => {
  const [progress = {}] = recordsIn([data.progress])
  const [refusal = {}] = recordsIn([data.refusal])
  return Words.explained(
    {
      decision: Words.oneOf(["refused", "pays", "counts", "suppressed"], data.outcome),
      units: Math.round(Number(data.coins) * 10_000),
      refusal: null,
      suppressedBy: suppressed(data.suppressedBy),
      progress: { done: Number(progress.done), of: Number(progress.of) },
      limits: recordsIn(data.limits).map(standing)
    },
    String(refusal.appErrorCode)
  )
}

const undone =
  (what: "award" | "transfer") =>
  ({ coins }: Data): string =>
    Text.say({ _tag: "Undone", what, units: Math.round(Number(coins) * 10_000) })

const rule = (answer: Answer): Observed => ({
  ...observe(answer, ruleLine),
  ...(answer.status < 300 ? { ruleId: String(answer.data.id) } : {})
})

/** An outcome of a bulk: an award, or a refusal in the form of an answer's. */
const outcome = ({ status, data }: Data): Observed => {
  const fields = recordsIn([data])[0] ?? {}
  if (status !== "success") return { line: Words.refusal(400, fields) }
  return { line: awardLine(fields), id: String(fields.id) }
}

const many = (answer: Answer): ReadonlyArray<Observed> =>
  answer.status < 300 ? recordsIn(answer.data.outcomes).map(outcome) : [observe(answer, () => "")]

/** Sends the request for an action, and returns the answer in the wording of `Words.say`. */
export const perform = (
  as: (partner: Partner) => Requests,
  action: Action,
  { events, rules }: Ids
): Effect.Effect<ReadonlyArray<Observed>> => {
  const one = (answer: Effect.Effect<Answer>, read: (answer: Answer) => Observed) =>
    Effect.map(answer, (each) => [read(each)])
  switch (action._tag) {
    case "CreateRule":
      return one(as(action.partner).post("/laas/rules/create-rule", createBody(action.rule)), rule)
    case "UpdateRule": {
      const body = { id: rules[action.rule] ?? unknownId, ...updateBody(action.change) }
      return one(as(action.partner).post("/laas/rules/update-rule", body), rule)
    }
    case "Onboard":
      return one(as(action.partner).post("/laas/users", { userId: action.user }), (answer) =>
        observe(answer, ({ userId }) => Text.say({ _tag: "Member", user: String(userId) }))
      )
    case "Award":
      return one(as(action.partner).post("/laas/rules/award", awardBody(action), action.key), (answer) =>
        observe(answer, awardLine)
      )
    case "AwardMany": {
      const partner = action.awards[0]?.partner ?? "home"
      const awards = action.awards.map(awardBody)
      return Effect.map(as(partner).post("/laas/rules/awards", { awards }), many)
    }
    case "Transfer": {
      const { partner, user, coins, metadata, key } = action
      const path = "/laas/coins/transfer-from-user-wallet"
      return one(as(partner).post(path, { userId: user, coins, ...texts(metadata) }, key), (answer) =>
        observe(answer, ({ userId, coins }) => Words.transferred(String(userId), Number(coins)))
      )
    }
    case "Reverse": {
      const body = { awardId: events[action.event] ?? unknownId, narration: action.note }
      return one(as(action.partner).post("/laas/rules/award/reverse", body, action.key), (answer) =>
        observe(answer, undone("award"))
      )
    }
    case "Refund": {
      const body = { transactionId: events[action.event] ?? unknownId, narration: action.note }
      return one(as(action.partner).post("/laas/coins/refund", body, action.key), (answer) =>
        observe(answer, undone("transfer"))
      )
    }
    case "Explain": {
      const body = { userId: action.user, ruleName: action.rule }
      return one(as(action.partner).post("/laas/rules/award/explain", body), (answer) =>
        observe(answer, explanationLine)
      )
    }
    case "Look":
      return one(as(action.partner).get(`/laas/get-user-coin-data?userId=${action.user}`), (answer) =>
        observe(answer, ({ userId, totalPartnerCoins }) =>
          Words.holds(String(userId), String(totalPartnerCoins))
        )
      )
  }
}
