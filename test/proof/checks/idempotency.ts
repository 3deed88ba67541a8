import assert from "node:assert/strict"
import { makeRandom, type Random } from "../../../server/cli/demo/random.ts"
import type { Reply } from "../../server/caller.ts"
import { tidyUp } from "../../server/service.ts"
import type { Check, Run } from "../check.ts"
import { openPair, type Pair } from "../keys/Pair.ts"
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
const sameAnswer = (key: string, replies: ReadonlyArray<Reply>, cutOff: boolean): Reply => {
  const [first] = replies
  assert.ok(first, key)
  for (const { body, status } of replies) assert.deepEqual([status, body], [201, first.body], key)
  const firsts = replies.filter(({ headers }) => headers.get("idempotency-replayed") !== "true").length
  // The one that wrote may have died with its process.
  assert.ok(firsts === 1 || (cutOff && firsts === 0), `${key}: ${firsts} answers are not replays`)
  return first
}

interface Settled {
  readonly order: Order
  readonly body: Reply["body"]
}

/** Sends a key many times at once, in half of the cases for two different requests, and once more for another one. */
const settleKey = async (pair: Pair, random: Random, key: string, cutOff: boolean) => {
  const [one, other] = rivals(key, random)
  const isRace = random.chance(0.5)
  const sent = repeat(times, (index) => (isRace && index % 2 === 1 ? other : one))
  const replies = await Promise.all(sent.map((order, index) => pair.ask(order, index)))
  const accepted = replies.findIndex(({ status }) => status === 201)
  const winner = sent[accepted]
  assert.ok(winner, `${key}: ${JSON.stringify(replies[0]?.body)}`)
  const repliesTo = (order: Order) => replies.filter((_, index) => sent[index] === order)
  const { body } = sameAnswer(key, repliesTo(winner), cutOff)
  const loser = winner === one ? other : one
  const late = await Promise.all(repeat(2, (index) => pair.ask(loser, index)))
  for (const reply of late) assert.ok(isMismatch(reply), `${key}: ${JSON.stringify(reply.body)}`)
  for (const reply of repliesTo(loser)) {
    // A refund of nothing is refused for that reason while the key is still free.
    const isUnknown = loser.kind === "refund" && reply.body.data.errorType === "not found"
    assert.ok(isMismatch(reply) || isUnknown, `${key}: ${JSON.stringify(reply.body)}`)
  }
  return { settled: { order: winner, body }, mismatches: repliesTo(loser).length + late.length }
}

const run = async ({ database, progress, rounds, seed }: Run) => {
  const random = makeRandom(seed)
  const figures = { requests: 0, mismatches: 0, kills: 0, "sent again": 0 }
  const settled: Array<Settled> = []
  try {
    const pair = await openPair(await emptyDatabase(database))
    for (let batch = 0; settled.length < rounds; batch++) {
      const keys = repeat(Math.min(keysAtOnce, rounds - settled.length), (index) => `key ${batch} ${index}`)
      const restarts = batch % perRestart === 1
      const killed = restarts ? pair.killAfter(random.below(keys.length * times)) : undefined
      const found = await Promise.all(keys.map((key) => settleKey(pair, random, key, restarts)))
      await killed
      settled.push(...found.map((each) => each.settled))
      for (const { mismatches } of found) figures.mismatches += mismatches
      if (restarts) {
        figures.kills += 1
        const some = repeat(40, () => random.pick(settled as [Settled, ...Array<Settled>]))
        await Promise.all(
          some.map(async ({ body, order }, index) => {
            const again = await pair.ask(order, index)
            assert.deepEqual(again.body, body, order.key)
            assert.equal(again.headers.get("idempotency-replayed"), "true", order.key)
          })
        )
      }
      progress(settled.length)
    }
    await pair.audit(settled.map(({ order }) => order))
    figures.requests = pair.counts.sent
    figures["sent again"] = pair.counts.again
    await pair.stop()
  } finally {
    tidyUp()
  }
  return { ...figures, "second effects": 0, "different answers": 0, "mismatches accepted": 0 }
}

export const idempotency: Check = {
  name: "idempotency",
  claim:
    "A key has one effect and one answer, however often and wherever it is sent, and is refused for any other request",
  unit: "keys",
  rounds: { short: 100, full: 5000 },
  databases: ["sqlite", "postgres"],
  run
}
