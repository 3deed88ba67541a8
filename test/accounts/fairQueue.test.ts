import assert from "node:assert/strict"
import { makeFairQueue } from "../../lib/accounts/passwords/Passwords/fairQueue.ts"
import { describe, it } from "../support/effect.ts"

/** A queue of letters. Each line adds one word to one share; the letters of the word wait in their order. */
const queueOf = (...lines: ReadonlyArray<readonly [share: string, word: string]>) => {
  const queue = makeFairQueue<string>()
  for (const [share, word] of lines) for (const letter of word) queue.add(share.split(" "), letter)
  return queue
}

const drained = (next: () => string | undefined): string => {
  const found: Array<string> = []
  for (let item = next(); item !== undefined; item = next()) found.push(item)
  return found.join("")
}

describe("a fair queue", () => {
  it("serves the shares in turns, and each share in its order", () => {
    assert.equal(drained(queueOf(["a", "1234"], ["b", "xy"], ["c", "!"]).take), "1x!2y34")
  })

  it("gives a network with many addresses one turn, and its addresses turns among themselves", () => {
    const queue = queueOf(["net one", "123"], ["net two", "abc"], ["net three", "ABC"], ["other", "xyz"])
    assert.equal(drained(queue.take), "1xayAz2bB3cC")
  })

  it("lets a newcomer wait for one turn of each other share", () => {
    const queue = queueOf(["crowd", "1".repeat(90)], ["few", "ab"])
    assert.deepEqual([queue.take(), queue.take(), queue.take()], ["1", "a", "1"])
    queue.add(["new"], "!")
    assert.deepEqual([queue.take(), queue.take(), queue.take()], ["b", "1", "!"])
  })

  it("drops the newest item of the largest share, and of its largest part", () => {
    const queue = queueOf(["net one", "12"], ["net two", "abc"], ["single", "wxyz"])
    assert.deepEqual([queue.drop(), queue.drop(), queue.drop()], ["c", "z", "b"])
    assert.equal(queue.size(), 6)
  })

  it("removes an item that no longer waits for its turn, once", () => {
    const queue = queueOf(["net one", "12"], ["net two", "a"])
    assert.equal(queue.remove(["net", "two"], "a"), true)
    assert.equal(queue.remove(["net", "two"], "a"), false)
    assert.equal(queue.remove(["net", "one"], "x"), false)
    assert.equal(queue.remove(["unknown"], "1"), false)
    assert.deepEqual([queue.size(), queue.sizeOf(["net"]), queue.sizeOf(["net", "two"])], [2, 2, 0])
    assert.equal(drained(queue.take), "12")
    assert.deepEqual([queue.size(), queue.take(), queue.drop()], [0, undefined, undefined])
  })
})
