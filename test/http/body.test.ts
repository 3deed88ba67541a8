import assert from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import { Either } from "effect"
import { type BodyResult, type Encodings, makeBodyReader, readBody } from "../../lib/http/body.ts"
import { describe, it } from "../support/effect.ts"
import { soon } from "../support/wait.ts"

const json: Encodings = { json: true, form: false }

const requestWith = (body: RequestInit["body"], headers: Readonly<Record<string, string>> = {}): Request =>
  new Request("http://rewards.example", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body
  })

/** The fields of the body, or the status and the text of the refusal. */
const shown = (read: BodyResult): unknown =>
  Either.match(read, {
    onLeft: (failure) => (failure._tag === "BadBody" ? `${failure.status} ${failure.error}` : failure._tag),
    onRight: ({ fields }) => fields
  })

const readWith = (request: Request, encodings = json, limit = 1000): Promise<unknown> =>
  soon(
    "the body",
    new Promise((resolve) => readBody(request, encodings, limit, (read) => resolve(shown(read))))
  )

/** A body of unknown length. */
const inParts = (...parts: ReadonlyArray<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    }
  })

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

describe("a body", () => {
  it("may have brackets and escaped quotes in its strings, and any number of values side by side", async () => {
    const fields = {
      text: `one " and a \\ ${"[".repeat(20)}`,
      list: Array.from({ length: 20 }, () => [{}])
    }
    assert.deepEqual(await readWith(requestWith(JSON.stringify(fields))), fields)
  })

  it("is read to its end, however its characters are split into parts", async () => {
    const bytes = bytesOf('{"name":"Größe 🎈"}')
    const single = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1))
    assert.deepEqual(await readWith(requestWith(inParts(...single))), { name: "Größe 🎈" })
  })

  it("is refused above its limit, whether its length is declared, declared wrong or unknown", async () => {
    const text = JSON.stringify({ name: "x".repeat(100) })
    const refused = `413 the body must be no larger than ${text.length - 1} bytes`
    const halves = [bytesOf(text.slice(0, 50)), bytesOf(text.slice(50))]
    const ways = [
      () => requestWith(text),
      () => requestWith(text, { "content-length": "2" }),
      () => requestWith(inParts(...halves))
    ]
    for (const request of ways) {
      assert.deepEqual(await readWith(request(), json, text.length), JSON.parse(text))
      assert.equal(await readWith(request(), json, text.length - 1), refused)
    }
  })

  it("must be an object, in an encoding that the endpoint takes", async () => {
    assert.equal(await readWith(requestWith("[]")), "400 the body must be a JSON object")
    const type = { "content-type": "application/x-www-form-urlencoded" }
    assert.equal(await readWith(requestWith("a=1", type)), "415 content-type must be application/json")
    const both = { json: true, form: true }
    assert.deepEqual(await readWith(requestWith("a=1&b=", type), both), { a: "1", b: "" })
    assert.equal(await readWith(requestWith("a=1&b=2&a=3", type), both), "400 a must be given once")
  })
})

describe("JSON that must not repeat a key", () => {
  const unique = { ...json, uniqueKeys: true }
  const readUnique = (text: string) => readWith(requestWith(text), unique)

  const repeating: ReadonlyArray<readonly [text: string, path: string]> = [
    ['{"a":1,"a":1}', "a"],
    ['{"data":{"total":1 , "total"\n:2}}', "data.total"],
    ['{"data":{"total":1,"t\\u006ftal":2}}', "data.total"],
    ['{"list":[{"a":1},{"a":[{},{"x":"}","y":[],"x":1}]}]}', "list.1.a.1.x"],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
    ['{"":1,"":2}', '""'],
    ['{"a.b":{"c":1},"a.b":2}', '"a.b"'],
    [`{"${"x".repeat(99)}":1,"${"x".repeat(99)}":2}`, "x".repeat(60)]
  ]
  for (const [text, path] of repeating) {
    it(`is refused with the path of the key: ${text}`, async () => {
      assert.equal(await readUnique(text), `400 ${path} must be given once`)
    })
  }

  it("may have a key again in another object, or as a text", async () => {
    const quotes = { ':"a":': 1, '","a":1': '"a":' }
    const text = JSON.stringify({ a: { a: "a", b: ["a", "a", { a: 1 }, { a: "\\" }], ...quotes }, ...quotes })
    assert.deepEqual(await readUnique(text), JSON.parse(text))
  })

  it("is read once, also if it is large", async () => {
    const large = `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":[]`).join()},"k7":1}`
    assert.equal(await readWith(requestWith(large), unique, 2 ** 20), "400 k7 must be given once")
  })

  it("is accepted where keys may repeat", async () => {
    assert.deepEqual(await readWith(requestWith('{"a":1,"a":2}')), { a: 2 })
  })
})

describe("the bodies that are read at once", () => {
  it("leave their place when they have arrived, and only the oldest that still arrives gives way", async () => {
    const read = makeBodyReader({ whole: 2, partner: 2, address: 2 }, 60_000)
    const answers = new Map<string, unknown>()
    const finish = new Map<string, () => void>()
    const start = async (name: string) => {
      read(
        { partnerId: name, address: name },
        (done) => {
          finish.set(name, () => done(Either.right({ fields: { name }, isForm: false })))
          return undefined
        },
        (answer) => answers.set(name, shown(answer))
      )
      // A body is counted if it is incomplete after a millisecond.
      await setTimeout(5)
    }
    await start("first")
    await start("second")
    finish.get("second")?.()
    await start("third")
    assert.deepEqual(Array.from(answers.keys()), ["second"])
    await start("fourth")
    assert.match(String(answers.get("first")), /^408 the body arrived too slowly/)
    finish.get("first")?.()
    for (const name of ["third", "fourth"]) finish.get(name)?.()
    assert.match(String(answers.get("first")), /^408/)
    assert.deepEqual(answers.get("fourth"), { name: "fourth" })
  })
})
