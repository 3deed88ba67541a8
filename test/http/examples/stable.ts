// Replaces what differs from run to run (the random part of ids, secrets, ports, durations), the same value always by
// the same one, so that examples of two operations still fit together.
import { createHash } from "node:crypto"
import { toBase32 } from "../../../lib/accounts/secondFactor/base32.ts"
import { isTestSide, testSideId } from "../../../lib/rewards/partners/testSide.ts"

const digest = (text: string) => createHash("sha256").update(text)

const digitsOf = (seed: string): string => BigInt(`0x${digest(seed).digest("hex")}`).toString()

/** As long as the text, with dashes at the same places. */
const base32Like = (text: string, seed: string): string => {
  const letters = toBase32(digest(seed).digest())
  return text.replace(/[^-]/g, (_, place: number) => letters.charAt(place))
}

const randomIdOf = (digits: string): string =>
  `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`

/** The length of the part of an id that the engine's clock decides. */
const timed = "01a1dd04-59e9-7000".length

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const requestId = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
const hex = /(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])/g
const token = /(?<=(?<![\w-])(?:test_)?)(?:[\w-]{65}|[\w-]{43})(?![\w-])/g
const webhookSecret = /whsec_[A-Za-z0-9+/=]+/g
const base32 = /(?<![A-Z2-7-])(?:[A-Z2-7]{32}|[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3})(?![A-Z2-7-])/g
const pseudonym = /erased-[0-9a-f]{16}/g
const style = /<style>[\s\S]*?<\/style>/g
const receiver = /http:\/\/127\.0\.0\.1:\d+\/hooks\?key=1/g

export const stably = () => {
  const known = new Map<string, string>()
  const used = new Map<string, number>()
  const replaced = (text: string, group: string, make: (seed: string) => string): string => {
    const before = known.get(text)
    if (before !== undefined) return before
    const count = used.get(group) ?? 0
    used.set(group, count + 1)
    const value = make(`${group} ${count}`)
    known.set(text, value)
    return value
  }

  const idFor = (text: string): string => {
    const prefix = text.slice(0, timed)
    return replaced(text, prefix, (seed) => {
      const tail = digest(seed).digest("hex")
      return `${prefix}-a${tail.slice(0, 3)}-${tail.slice(3, 15)}`
    })
  }

  const text = (value: string): string =>
    value
      .replace(uuid, idFor)
      .replace(requestId, (each) =>
        replaced(each, "request", (seed) => {
          const id = randomIdOf(digest(seed).digest("hex"))
          return isTestSide(each) ? testSideId(id) : id
        })
      )
      .replace(hex, (each) =>
        replaced(each, "hex", (seed) => digest(seed).digest("hex").slice(0, each.length))
      )
      .replace(pseudonym, (each) =>
        replaced(each, "pseudonym", (seed) => `erased-${digest(seed).digest("hex").slice(0, 16)}`)
      )
      .replace(webhookSecret, (each) =>
        replaced(each, "secret", (seed) => `whsec_${digest(seed).digest("base64")}`)
      )
      .replace(token, (each) =>
        replaced(each, "token", (seed) => digest(seed).digest("base64url").repeat(2).slice(-each.length))
      )
      .replace(base32, (each) => replaced(each, "base32", (seed) => base32Like(each, seed)))
      .replace(style, "<style>/* left out here */</style>")
      .replace(receiver, "https://shop.example/hooks/rewards")

  const field = (name: string, value: unknown, createdAt: unknown): unknown => {
    // When an attempt ended depends on how long it took.
    if ((name === "attemptedAt" || name === "deliveredAt") && value !== null && typeof createdAt === "string")
      return createdAt.replace(/\d{3}Z$/, "018Z")
    if (name === "duration" && typeof value === "number") return 18
    if (name === "otp" && typeof value === "string")
      return replaced(value, "otp", (seed) => digitsOf(seed).slice(0, value.length))
    return walk(value)
  }

  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return text(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, field(name, each, Reflect.get(value, "createdAt"))])
    )
  }

  return <A>(value: A): A => walk(value) as A
}
