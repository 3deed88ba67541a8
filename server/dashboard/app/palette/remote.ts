import { call } from "../../api.ts"
import { memberPath, nameOf } from "../../parts/member.ts"
import { momentWords } from "../../parts/moments.ts"
import { paymentOf } from "../../parts/payment.ts"
import { app, counts } from "../../words/common.ts"
import { findRoute } from "../routes.tsx"
import type { Found, FoundGroup } from "./found.ts"
import { idAfter, idIn } from "./found.ts"

const limit = "5"

/** The page of an award, or the list of its moment with the award marked. */
const pathOfAward = (id: string, createdAt: string): string => {
  const page = `/awards/${id}`
  if (findRoute(page) !== undefined) return page
  const to = new Date(Date.parse(createdAt) + 1).toISOString()
  return `/awards?${new URLSearchParams({ from: createdAt, to, award: id })}`
}

/** The award and the transaction with an id. Both lists are read from the next id on, so that one row is enough. */
const findById = async (id: string, signal: AbortSignal): Promise<ReadonlyArray<FoundGroup>> => {
  const query = { after: idAfter(id), limit: "1" }
  const [awards, transactions] = await Promise.all([
    call("rules.awards", { query, signal }),
    call("coins.search", { query, signal })
  ])
  const award = awards.data.find((each) => each.id === id)
  const transaction = transactions.data.find((each) => each.id === id)
  const when = (createdAt: string) => momentWords(Date.parse(createdAt), Date.now())
  return [
    {
      title: app.anAward,
      found:
        award === undefined
          ? []
          : [
              {
                key: `award ${id}`,
                label: app.awardFor(award.ruleName, award.userId),
                note: when(award.createdAt),
                to: pathOfAward(id, award.createdAt)
              }
            ]
    },
    {
      title: app.transaction,
      found:
        transaction === undefined
          ? []
          : [
              {
                key: `transaction ${id}`,
                label: app.coinsOf(counts.coins(transaction.coins), transaction.userId),
                note: when(transaction.createdAt),
                to: `${memberPath(transaction.userId)}&${new URLSearchParams({ after: idAfter(id) })}`
              }
            ]
    }
  ]
}

const rulesFound = async (search: string, signal: AbortSignal): Promise<ReadonlyArray<Found>> => {
  const { data } = await call("rules.list", { query: { search, limit }, signal })
  return data.map((rule) => ({
    key: rule.id,
    label: rule.name,
    note: rule.status === "active" ? paymentOf(rule) : app.inactive,
    to: `/rules/${rule.id}`
  }))
}

const membersFound = async (search: string, signal: AbortSignal): Promise<ReadonlyArray<Found>> => {
  const { data } = await call("members.list", { query: { search, limit }, signal })
  return data.map((member) => ({
    key: member.id,
    label: nameOf(member) || member.userId,
    note: nameOf(member) === "" ? counts.coins(Number(member.coins)) : member.userId,
    to: memberPath(member.userId)
  }))
}

/** What the service finds: rules and members by name, and what has the id that was typed. */
export const remoteFound = async (typed: string, signal: AbortSignal): Promise<ReadonlyArray<FoundGroup>> => {
  if (typed === "") return []
  const id = idIn(typed)
  const [rules, members, byId] = await Promise.all([
    rulesFound(typed, signal),
    membersFound(typed, signal),
    id === undefined ? [] : findById(id, signal)
  ])
  return [{ title: app.rules, found: rules }, { title: app.members, found: members }, ...byId].filter(
    ({ found }) => found.length > 0
  )
}
