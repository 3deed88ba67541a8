// The service as a host mounts it: the whole engine on a database, with its handler in Bun.serve.
import { Effect, Either, Exit, Layer, ManagedRuntime } from "effect"
import { layerFromUrl } from "../../lib/drivers/url.ts"
import { makeHandler } from "../../lib/entries/http.ts"
import * as Accounts from "../../lib/layers/Accounts.ts"
import { AwardCommand } from "../../lib/rewards/awards/Award.ts"
import { Awards } from "../../lib/rewards/awards/Awards.ts"
import * as Coins from "../../lib/rewards/Coins.ts"
import { AwardId, RuleId } from "../../lib/rewards/Id.ts"
import { parser } from "../../lib/schema/Input.ts"
import { makeMetrics } from "../../server/metrics.ts"
import { connections } from "../stores.ts"
import { readOptions, serveUntilInputEnds } from "./spawn.ts"

const { kind, place } = readOptions()
const client = layerFromUrl(place, { maxConnections: connections })

const parse = parser(AwardCommand)

const ruleId = RuleId.make("01a1dd04-59e9-7000-9022-9805fb1f6534")

/** An award that is not written, on a fiber like one that is. */
const awardOne = ({ partnerId, userId, ruleName, amount, narration = null }: AwardCommand) =>
  Effect.sync(() => ({
    id: AwardId.make(Bun.randomUUIDv7(), { disableValidation: true }),
    partnerId,
    ruleId,
    ruleName,
    userId,
    awarded: true,
    coins: Coins.make(50_000),
    amount: amount ?? null,
    suppressedBy: null,
    activityId: null,
    note: narration,
    createdAt: new Date(),
    replayed: false
  }))

/** Validates an award like the service and answers without writing it, which leaves the cost of HTTP. */
const unwritten = Layer.succeed(
  Awards,
  Awards.of({
    award: (input) => Either.match(parse(input), { onLeft: Exit.fail, onRight: awardOne }),
    awardMany: () => Effect.dieMessage("not measured"),
    awardManyOnce: () => Effect.dieMessage("not measured"),
    explain: () => Effect.dieMessage("not measured"),
    reverse: () => Effect.dieMessage("not measured"),
    reverseMany: () => Effect.dieMessage("not measured"),
    confirm: () => Effect.dieMessage("not measured"),
    confirmMany: () => Effect.dieMessage("not measured"),
    list: () => Effect.dieMessage("not measured"),
    details: () => Effect.dieMessage("not measured")
  })
)

const engine = Accounts.layer().pipe(Layer.provide(client))
const runtime = ManagedRuntime.make(kind === "unwritten" ? Layer.merge(engine, unwritten) : engine)
const services = await runtime.runtime()

const metrics = makeMetrics()

// As the server mounts it, without its log. Rate limits are active, but too high for any run to reach.
const handler = makeHandler(services, {
  rateLimits: { partner: 1_000_000_000, failures: 1_000_000_000 },
  address: (request) => server.requestIP(request)?.address,
  onAnswer: metrics.observe
})
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", development: false, fetch: handler.fetch })

serveUntilInputEnds(server.port!, async () => {
  await server.stop(true)
  await handler.dispose()
  await runtime.dispose()
})
