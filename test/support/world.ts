// The start of most tests: a database, an engine on it, and partners with shorthand for rules, members and awards.
// Over the services: `it.layer(freshEngine(makeClient))` and `yield* newPartner` in a test. Over HTTP: `openWorld`.
import { type Effect, Layer, ManagedRuntime } from "effect"
import { layerFromUrl } from "../../lib/drivers/url.ts"
import type { Accounts } from "../../lib/entries/accounts.ts"
import type { HandlerOptions } from "../../lib/entries/http.ts"
import { timeOf, type Watch } from "./world/clock.ts"
import { type Client, type Engine, engineOn, raw, type slowCost } from "./world/engine.ts"
import { type Http, httpOn } from "./world/http.ts"

export * from "./world/clock.ts"
export * from "./world/engine.ts"
export * from "./world/http.ts"
export * from "./world/partner.ts"

export type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

/** An engine with its HTTP interface. */
export interface World extends Http {
  /** The same engine behind a handler with other options. */
  readonly http: (options?: HandlerOptions) => Http
  /** Runs an effect over the services. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Engine>) => Promise<A>
  readonly sql: (text: string) => Promise<Rows>
  readonly close: () => Promise<void>
}

export interface WorldOptions {
  readonly http?: HandlerOptions
  /** The time that the engine sees; the real time by default. */
  readonly watch?: Watch
  /** What a password costs; next to nothing by default. */
  readonly passwordCost?: typeof slowCost
  readonly accounts?: Accounts.AccountsOptions
}

/** Opens an engine on the database at an address or on that of a client. The caller closes it. */
export const openWorld = async (
  database: string | Client = "sqlite::memory:",
  { accounts, http: options, watch, passwordCost }: WorldOptions = {}
): Promise<World> => {
  const client: Client = typeof database === "string" ? layerFromUrl(database) : database
  const engine = engineOn(client, { outbound: { allowLoopback: true }, ...accounts }, passwordCost)
  const runtime = ManagedRuntime.make(
    watch === undefined ? engine : Layer.provideMerge(engine, timeOf(watch))
  )
  const services = await runtime.runtime()
  const run: World["run"] = (effect) => runtime.runPromise(effect)
  const http = (options?: HandlerOptions) => httpOn(services, options)
  return { ...http(options), http, run, sql: (text) => run(raw(text)), close: () => runtime.dispose() }
}
