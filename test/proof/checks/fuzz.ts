import { startService, stopService, tidyUp } from "../../server/service.ts"
import { Violations } from "../../support/Violations.ts"
import type { Check } from "../check.ts"
import { databases, emptyDatabase } from "../databases.ts"
import { makeCallers } from "../fuzz/callers.ts"
import { operations } from "../fuzz/document.ts"
import { addressOf, contentOf, type Draft, draft } from "../fuzz/draft.ts"
import { type Answer, faultIn } from "../fuzz/judge.ts"
import { mutations } from "../fuzz/mutate.ts"
import { makeRandom, type Random } from "../random.ts"

/** Operations that hash a password, which takes as long as a hundred others. */
const slow =
  /^(partners\.(onboard|login)|users\.(create|consents|revokeConsent|resetPassword)|authorization\.(code|submit)|iam\.logout.*)$/
const quick = operations.filter(({ id }) => !slow.test(id))
const callers = 8

const kinds = Object.keys(mutations)
const unusual = ["a body over the limit", "a deep value", "a huge list"]

const draftFrom = (
  random: Random,
  known: Parameters<typeof draft>[2],
  operation = random.pick(quick)
): Draft => {
  const kind = random.chance(0.3) ? "none" : random.pick(kinds)
  const mutation = unusual.includes(kind) && random.chance(0.8) ? "another type" : kind
  const change = mutations[mutation]
  if (change === undefined) throw new Error(`there is no mutation ${mutation}`)
  return { ...change(draft(operation, random, known), random), mutation }
}

/** Header values as a caller can send them. */
const plain = (headers: Draft["headers"]) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?")])
  )

const exportMember = "members.export"

const send = async (url: string, request: Draft, credentials: string, again = false): Promise<Answer> => {
  const content = contentOf(request)
  const hasBody = content !== undefined && request.method !== "GET"
  const response = await fetch(`${url}${addressOf(request)}`, {
    method: request.method,
    redirect: "manual",
    headers: {
      ...(hasBody && request.type !== undefined && { "content-type": request.type }),
      ...plain(request.headers),
      ...(credentials !== "" && { authorization: credentials })
    },
    ...(hasBody && { body: content })
  })
  const { headers, status } = response
  try {
    return { status, headers, text: await response.text() }
  } catch (cause) {
    // An export is cut if another caller erases its member meanwhile. A second one is then refused, and must not be cut.
    if (again || request.operation.id !== exportMember) throw cause
    return send(url, request, credentials, true)
  }
}

const shown = (request: Draft, credentials: string): string => {
  const content = contentOf(request)
  const body = typeof content === "string" ? content.slice(0, 2000) : content && `bytes ${content}`
  return [
    `${request.method} ${addressOf(request).slice(0, 2000)}, ${request.operation.id}, ${request.mutation}`,
    `headers ${JSON.stringify({ ...request.headers, type: request.type, credentials })}`,
    `body ${body}`
  ].join("\n")
}

export const fuzz: Check = {
  name: "fuzz",
  claim:
    "no request breaks the service: no 5xx, every answer as documented, every negative refused, no access without credentials",
  unit: "requests",
  rounds: { short: 3000, full: 100_000 },
  databases,
  run: async ({ database, progress, rounds, seed }) => {
    const service = await startService({
      DATABASE_URL: await emptyDatabase(database),
      RATE_LIMIT_PUBLIC: "0",
      RATE_LIMIT_FAILURES: "0",
      RATE_LIMIT_PARTNER: "0",
      LOG_FORMAT: "json"
    })
    const { credentials, knownFor, learn } = await makeCallers(service.url)
    const statuses = new Map<number, number>()
    const violations = new Violations("5xx", "not as documented")
    let [next, done, withoutCredentials] = [0, 0, 0]

    const one = async (index: number): Promise<void> => {
      const random = makeRandom(seed + index)
      const operation = random.pick(random.chance(0.02) ? operations : quick)
      const request = draftFrom(random, knownFor(operation.id), operation)
      const isLetIn = operation.security === undefined || !random.chance(0.12)
      const secret =
        operation.security === undefined
          ? ""
          : isLetIn
            ? await credentials(operation.id, operation.security)
            : random.pick(["", "Bearer x", "Basic eDp5", "Bearer"])
      const answer = await send(service.url, request, secret)
      const fault = faultIn(request, answer, isLetIn)
      const describe = () =>
        [
          `request ${index} of seed ${seed}: the answer ${fault}`,
          shown(request, secret),
          `${answer.status} ${answer.text.slice(0, 1000)}`
        ].join("\n")
      violations.examine("5xx", answer.status >= 500, describe)
      violations.examine("not as documented", fault !== undefined, describe)
      if (!isLetIn) withoutCredentials += 1
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      learn(operation.id, answer, random)
      done += 1
      if (done % 100 === 0) progress(done)
    }
    const work = async (): Promise<void> => {
      while (next < rounds) await one(next++)
    }
    try {
      await Promise.all(Array.from({ length: callers }, work))
      await stopService(service)
    } finally {
      tidyUp()
    }
    const accepted = [...statuses].reduce((sum, [status, count]) => (status < 400 ? sum + count : sum), 0)
    return {
      requests: done,
      accepted,
      refused: done - accepted,
      "without credentials": withoutCredentials,
      ...violations.figures()
    }
  }
}
