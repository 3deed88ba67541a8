// A random script of one partner: requests by the document, awards and transfers, and jumps in time.
import { Effect } from "effect"
import { Accounts } from "../../../lib/entries/accounts.ts"
import { Archives } from "../../../lib/index.ts"
import { type Call, get, post, type Reply, withHeaders } from "../../support/calls.ts"
import { eventually } from "../../support/wait.ts"
import type { Watch, World } from "../../support/world.ts"
import { operations } from "../fuzz/document.ts"
import { addressOf, contentOf, draft } from "../fuzz/draft.ts"
import { makeHarvest } from "../fuzz/harvest.ts"
import { mutations } from "../fuzz/mutate.ts"
import type { Random } from "../random.ts"
import { withoutStripes } from "./stripes.ts"

export const steps = 40

/** Those without a password, a network and secrets, whose answers differ each time. */
const asked = operations.filter(
  ({ id }) =>
    /^(rules|members|boards|coins|events|webhooks)\.|^iam\.(audit|listApiKeys)$/.test(id) &&
    id !== "webhooks.test"
)
const kinds = [
  "none",
  "none",
  "none",
  "another type",
  "a field less",
  "odd text",
  "a huge text",
  "odd parameters"
]

const hour = 3_600_000
const jumps = [1, 1000, hour, 6 * hour, 24 * hour, 31 * 24 * hour]

const rules = [
  { name: "visit", coinValue: "10", maxNumberOfParticipant: "3", condition: "a visit" },
  {
    name: "daily",
    coinValue: "0.5",
    maxNumberOfParticipant: "9",
    condition: "a day",
    limits: [
      { per: "member", period: "day", awards: 1 },
      { per: "rule", period: "month", coins: 3 }
    ],
    atLimit: "clamp"
  },
  {
    name: "weekly",
    coinValue: "2",
    maxNumberOfParticipant: "9",
    condition: "a week",
    timeZone: "America/New_York",
    limits: [{ per: "member", period: "week", awards: 2 }],
    atLimit: "suppress"
  },
  {
    name: "stamps",
    type: "batched",
    completionNumber: "3",
    coinValue: "7",
    maxNumberOfParticipant: "9",
    condition: "a stamp",
    userLimitAward: "2"
  },
  {
    name: "tour",
    type: "combined",
    coinValue: "5",
    maxNumberOfParticipant: "9",
    rules: [
      { name: "tower", condition: "up" },
      { name: "river", condition: "along" }
    ]
  }
]
const users = ["ada", "ben", "Çelik", "ädam"]
const ruleNames = ["visit", "daily", "weekly", "stamps", "tour", "tower", "river"]

/** What the partner can read in the end. */
const readings = [
  "/laas/rules?limit=100",
  "/laas/rules/usage?limit=100",
  "/laas/users?limit=100",
  "/laas/rules/awards?limit=100",
  "/laas/coins/transactions/search?limit=100",
  "/laas/leaderboard/new?take=100",
  "/laas/coins/partner/ep-leaderboard?limit=100",
  "/laas/coins/partner/ep-leaderboard?limit=100&type=spender",
  "/laas/statistics",
  "/laas/events?limit=100",
  "/laas/webhooks"
]

const callOf = (request: ReturnType<typeof draft>): Call => {
  const content = contentOf(request)
  return {
    method: request.method,
    path: addressOf(request).replace(/^\/api\/v1/, ""),
    headers: request.type === undefined ? {} : { "content-type": request.type },
    body: content === undefined || request.method === "GET" ? undefined : String(content)
  }
}

/** The record of an idempotency key; empty for a key without a record. */
const recordOf = (line: string): string => /"record_id":"([^"]*)"/.exec(line)?.[1] ?? ""

/** Sorts the idempotency keys by their records. The keys of an erased member are random digests, and archives are sorted by key. */
const keysInOrder = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const isKey = (line: string) => line.startsWith('{"idempotency":')
  const keys = lines.filter(isKey).toSorted((one, other) => (recordOf(one) < recordOf(other) ? -1 : 1))
  return lines.map((line) => (isKey(line) ? (keys.shift() ?? line) : line))
}

/** Runs a script and returns every answer and the state at its end, as texts. */
export const runScript = async (
  world: World,
  watch: Watch,
  random: Random,
  name: string
): Promise<ReadonlyArray<string>> => {
  const { again, as: first, partnerId } = await world.partner(name)
  let as = first
  const heard: Array<string> = []
  const { knownFor, learn } = makeHarvest(
    new Map([
      ["userId", [...users]],
      ["around", [...users]],
      ["ruleName", [...ruleNames]],
      ["url", ["https://nowhere.invalid/x"]]
    ])
  )
  /** The answer to an erasure says how far it was after a second. So its end is waited for, and stands in its place. */
  const ended = async (reply: Reply): Promise<Reply> => {
    const { id, state } = Object(Object(reply.body).data)
    if (reply.status !== 202 || state !== "running") return reply
    const read = () => world.send(as(get(`/laas/users/erasures/${id}`)))
    const isDone = ({ text }: Reply) => text.includes('"state":"done"')
    const done = await eventually("the end of an erasure", read, isDone)
    const finishedAt = JSON.stringify(Object(Object(done.body).data).finishedAt)
    const text = reply.text
      .replace('"running"', '"done"')
      .replace('"finishedAt":null', `"finishedAt":${finishedAt}`)
    return { ...reply, status: 200, text }
  }
  const send = async (call: Call): Promise<Reply> => {
    const identified = withHeaders(as(call), { "x-request-id": `step-${heard.length}` })
    const reply = await ended(await world.send(identified))
    heard.push(
      `${call.method} ${call.path} ${call.body === undefined ? "" : JSON.stringify(call.body)}\n${reply.status} ${reply.text}`
    )
    return reply
  }
  // From here on there is a subscriber, for whom events are written.
  await send(get("/laas/events"))
  for (const rule of rules) await send(post("/laas/rules/create-rule", rule))
  for (const userId of users) await send(post("/laas/users", { userId }))
  for (let step = 0; step < steps; step++) {
    if (random.chance(0.15)) {
      watch.now += random.pick(jumps)
      ;({ as } = await again())
    } else if (random.chance(0.5)) {
      const userId = random.pick(users)
      const reply = await send(
        random.chance(0.75)
          ? post("/laas/rules/award", { userId, ruleName: random.pick(ruleNames) })
          : post("/laas/coins/transfer-from-user-wallet", { userId, coins: 1 + random.below(20) })
      )
      learn(reply.text.includes('"ruleId"') ? "rules.award" : "coins.transfer", reply, random)
    } else {
      const operation = random.pick(asked)
      const kind = random.pick(kinds)
      const valid = draft(operation, random, knownFor(operation.id))
      const request = mutations[kind]?.(valid, random) ?? valid
      // A tag would be looked up in the network.
      if (JSON.stringify(request.body ?? "").includes('"tag"')) continue
      learn(operation.id, await send(callOf(request)), random)
    }
  }
  for (const path of readings) await send(get(path))
  const lines: Array<string> = []
  await world.run(
    Effect.flatMap(Archives, (archives) =>
      archives.export({ partnerId }, (some) => Effect.sync(() => void lines.push(...some)))
    ).pipe(Effect.provide(Accounts.archives))
  )
  return [...heard, ...withoutStripes(keysInOrder(lines.filter((line) => !line.startsWith('{"end":'))))]
}
