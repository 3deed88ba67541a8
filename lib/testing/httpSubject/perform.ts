import { Effect } from "effect"
import { createBody, unknownId, updateBody } from "../bodies.ts"
import type { Action, AwardBody, Partner } from "../Command.ts"
import type { Observed } from "../Subject.ts"
import * as Text from "../Text.ts"
import { type Answer, type Requests, recordsIn } from "./requests.ts"
import * as Words from "./words.ts"

type Data = Answer["data"]

const awardBody = ({ user, rule, note }: AwardBody) => ({ userId: user, ruleName: rule, narration: note })

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
  return { line: replayed ? Text.replayed(said) : said, record: text, replayed }
}

const rule = (answer: Answer): Observed => ({
  ...observe(answer, ruleLine),
  ...(answer.status < 300 ? { ruleId: String(answer.data.id) } : {})
})

/** An outcome of a bulk: an award, or a refusal in the form of an answer's. */
const outcome = ({ status, data }: Data): Observed => {
  const fields = recordsIn([data])[0] ?? {}
  return { line: status === "success" ? awardLine(fields) : Words.refusal(400, fields) }
}

const many = (answer: Answer): ReadonlyArray<Observed> =>
  answer.status < 300 ? recordsIn(answer.data.outcomes).map(outcome) : [observe(answer, () => "")]

/** Sends the request for an action, and returns the answer in the wording of `Words.say`. */
export const perform = (
  as: (partner: Partner) => Requests,
  action: Action,
  rules: ReadonlyArray<string>
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
      const { partner, user, coins, key } = action
      const path = "/laas/coins/transfer-from-user-wallet"
      return one(as(partner).post(path, { userId: user, coins }, key), (answer) =>
        observe(answer, ({ userId, coins }) => Words.transferred(String(userId), Number(coins)))
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
