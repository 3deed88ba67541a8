// Fastify with its own validator (ajv) and serializer, on Node.
import fastify, { type FastifyRequest } from "fastify"
import { portOf, readOptions, serveUntilInputEnds } from "../spawn.ts"
import {
  awarded,
  badRequest,
  faultsOf,
  maxBody,
  notFound,
  path,
  scope,
  unauthorized,
  unwritten
} from "./contract.ts"
import { amountPattern, nameOf, ruleNamePattern, storablePattern } from "./patterns.ts"
import { makeTokens, openTokens, type Session } from "./tokens.ts"

const tokens = openTokens(readOptions().place)
const authorize = makeTokens(tokens.findToken)

interface Award {
  readonly userId: string
  readonly ruleName: string
  readonly narration?: string | null
}

const text = (minLength: number, maxLength: number) => ({
  type: "string",
  minLength,
  maxLength,
  pattern: storablePattern.source
})

const body = {
  type: "object",
  required: ["userId", "ruleName"],
  additionalProperties: false,
  properties: {
    userId: text(1, 128),
    ruleName: { type: "string", pattern: ruleNamePattern.source },
    amount: {
      anyOf: [
        { type: "string", pattern: amountPattern.source },
        { type: "number", exclusiveMinimum: 0, maximum: 500_000_000_000, multipleOf: 0.0001 }
      ]
    },
    narration: { ...text(0, 500), nullable: true },
    metadata: {
      type: "object",
      maxProperties: 50,
      propertyNames: text(1, 40),
      additionalProperties: text(0, 500)
    }
  }
}

const texts = (...names: ReadonlyArray<string>) =>
  Object.fromEntries(names.map((name) => [name, { type: "string" }]))

const created = {
  type: "object",
  properties: {
    ...texts("status", "message"),
    data: {
      type: "object",
      properties: {
        ...texts("id", "ruleId", "ruleName", "userId"),
        awarded: { type: "boolean" },
        note: { type: "string", nullable: true },
        ...texts("partnerId")
      }
    }
  }
}

/** Returns the field that each error of ajv is about. */
const refusedField = ({
  instancePath,
  params: { additionalProperty, missingProperty }
}: {
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
}): string => instancePath.split("/")[1] ?? String(missingProperty ?? additionalProperty)

const sessions = new WeakMap<FastifyRequest, Session>()

const app = fastify({
  bodyLimit: maxBody,
  ajv: { customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false } }
})

app.setNotFoundHandler((_, reply) => reply.status(404).send(notFound))
app.setErrorHandler<Error & { readonly validation?: ReadonlyArray<Parameters<typeof refusedField>[0]> }>(
  ({ validation }, request, reply) => {
    const fields = request.body
    const faults =
      validation === undefined || typeof fields !== "object" || fields === null
        ? "the body must be a JSON object"
        : faultsOf({ ...fields }, validation.map(refusedField))
    return reply.status(400).send(badRequest(faults))
  }
)
app.addHook("onRequest", async (request, reply) => {
  const session = await authorize(request.headers.authorization ?? null, scope)
  if (session === undefined) return reply.status(401).send(unauthorized)
  sessions.set(request, session)
})
app.post<{ Body: Award }>(path, { schema: { body, response: { 201: created } } }, async (request, reply) => {
  const { narration, ruleName, userId } = request.body
  const wanted = { userId, ruleName: nameOf(ruleName), note: narration || null }
  reply.status(201)
  return awarded(unwritten(), wanted, sessions.get(request)!.partnerId)
})

await app.listen({ port: 0, host: "127.0.0.1" })

serveUntilInputEnds(portOf(app.server), async () => {
  app.server.closeAllConnections()
  await tokens.close()
})
