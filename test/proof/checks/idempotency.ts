import assert from "node:assert/strict"
import { isDeepStrictEqual } from "node:util"
import { makeRandom, type Random } from "../../../server/cli/demo/random.ts"
import type { Reply } from "../../server/caller.ts"
import { tidyUp } from "../../server/service.ts"
import { Violations } from "../../support/Violations.ts"
import type { Check, Run } from "../check.ts"
import { type KeyViolations, openPair, type Pair } from "../keys/Pair.ts"
import { emptyDatabase } from "../shop/databases.ts"
import { award, type Order, refund, transfer } from "../shop/Order.ts"

/** How often each key is sent at once, and how many keys at a time. */
const [times, keysAtOnce] = [20, 10]
/** Every so many batches a process is killed while it works on them, and all answers are asked for again. */
const perRestart = 4

const repeat = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

/** An order, and another one that must not have its key. */
const rivals = (key: string, random: Random): readonly [Order, Order] => {
  const users = random.pick([
    ["ann", "bob"],
    ["bob", "ann"]
  ] as const)
  const order = random.chance(0.5) ? award(key, users[0], "visit") : transfer(key, users[0], 1)
  return [
    order,
    random.pick([
      award(key, users[1], "visit"),
      award(key, users[0], "stamp"),
      transfer(key, users[0], 2),
      transfer(key, users[1], 1),
      // A record that does not exist: the key must be judged first.
      refund(key, { id: crypto.randomUUID(), userId: users[0] })
    ])
  ]
}

const isMismatch = ({ body, status }: Reply): boolean =>
  status === 422 && body.data.appErrorCode === "idempotency_mismatch"

/** All answers to one key are the same, and at most one of them is not a replay. */
const sameAnswer = (
  key: string,
  replies: ReadonlyArray<Reply>,
  cutOff: boolean,
  violations: KeyViolations
): Reply => {
  const [first] = replies
  assert.ok(first, key)
  for (const { body, status } of replies) {
    const isSame = isDeepStrictEqual([status, body], [201, first.body])
    violations.examine("different answers", !isSame, () => `${key}: ${status} ${JSON.stringify(body)}`)
  }
  const firsts = replies.filter(({ headers }) => headers.get("idempotency-replayed") !== "true").length
  const describe = () => `${key}: ${firsts} answers are not replays`
  violations.examine("second effects", firsts > 1, describe)
  // The one that wrote may have died with its process.
  assert.ok(firsts > 0 || cutOff, describe())
  return first
}

interface Settled {
  readonly order: Order
  readonly body: Reply["body"]
}

/** Sends a key many times at once, in half of the cases for two different requests, and once more for another one. */
const settleKey = async (
  pair: Pair,
  random: Random,
  key: string,
  cutOff: boolean,
  violations: KeyViolations
) => {
  const [one, other] = rivals(key, random)
  const isRace = random.chance(0.5)
  const sent = repeat(times, (index) => (isRace && index % 2 === 1 ? other : one))
  const replies = await Promise.all(sent.map((order, index) => pair.ask(order, index)))
  const accepted = replies.findIndex(({ status }) => status === 201)
  const winner = sent[accepted]
  assert.ok(winner, `${key}: ${JSON.stringify(replies[0]?.body)}`)
  const repliesTo = (order: Order) => replies.filter((_, index) => sent[index] === order)
  const { body } = sameAnswer(key, repliesTo(winner), cutOff, violations)
  const loser = winner === one ? other : one
  const late = await Promise.all(repeat(2, (index) => pair.ask(loser, index)))
  const examine = (reply: Reply, isRefused: boolean) =>
    violations.examine("mismatches accepted", !isRefused, () => `${key}: ${JSON.stringify(reply.body)}`)
  for (const reply of late) examine(reply, isMismatch(reply))
  for (const reply of repliesTo(loser)) {
    // A refund of nothing is refused for that reason while the key is still free.
    const isUnknown = loser.kind === "refund" && reply.body.data.errorType === "not found"
    examine(reply, isMismatch(reply) || isUnknown)
  }
  return { settled: { order: winner, body }, mismatches: repliesTo(loser).length + late.length }
}

const run = async ({ database, progress, rounds, seed }: Run) => {
  const random = makeRandom(seed)
  const figures = { requests: 0, mismatches: 0, kills: 0, "sent again": 0 }
  const violations: KeyViolations = new Violations(
    "second effects",
    "different answers",
    "mismatches accepted"
  )
  const settled: Array<Settled> = []
  try {
    const pair = await openPair(await emptyDatabase(database))
    for (let batch = 0; settled.length < rounds; batch++) {
      const keys = repeat(Math.min(keysAtOnce, rounds - settled.length), (index) => `key ${batch} ${index}`)
      const restarts = batch % perRestart === 1
      const killed = restarts ? pair.killAfter(random.below(keys.length * times)) : undefined
      const found = await Promise.all(keys.map((key) => settleKey(pair, random, key, restarts, violations)))
      await killed
      settled.push(...found.map((each) => each.settled))
      for (const { mismatches } of found) figures.mismatches += mismatches
      if (restarts) {
        figures.kills += 1
        const some = repeat(40, () => random.pick(settled as [Settled, ...Array<Settled>]))
        await Promise.all(
          some.map(async ({ body, order }, index) => {
            const again = await pair.ask(order, index)
            const isSame = isDeepStrictEqual(again.body, body)
            violations.examine(
              "different answers",
              !isSame,
              () => `${order.key}: ${JSON.stringify(again.body)}`
            )
            const isReplay = again.headers.get("idempotency-replayed") === "true"
            violations.examine("second effects", !isReplay, () => `${order.key} was not replayed`)
          })
        )
      }
      violations.throwIfAny()
      progress(settled.length)
    }
    await pair.audit(
      settled.map(({ order }) => order),
      violations
    )
    figures.requests = pair.counts.sent
    figures["sent again"] = pair.counts.again
    await pair.stop()
  } finally {
    tidyUp()
  }
  return { ...figures, ...violations.figures() }
}

export const idempotency: Check = {
  name: "idempotency",
  claim:
    "A key has one effect and one answer, however often and wherever it is sent, and is refused for any other request",
  unit: "keys",
  rounds: { short: 100, full: 5000 },
  databases: ["sqlite", "postgres", "citus"],
  run
}
