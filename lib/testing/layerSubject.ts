import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { layerFromUrl } from "../drivers/url.ts"
import type { InvalidInput } from "../schema/Input.ts"
import type { CommandTag } from "./Command.ts"
import { audit } from "./layerSubject/audit.ts"
import * as Session from "./layerSubject/Session.ts"
import { start } from "./layerSubject/trial.ts"
import type { Subject } from "./Subject.ts"
import * as Text from "./Text.ts"

export type { OpenError, SessionOptions, Writer } from "./layerSubject/Session.ts"

export type LayerOptions = Partial<Omit<Session.SessionOptions<never>, "layer">>

const commands: ReadonlySet<CommandTag> = new Set<CommandTag>([
  "CreateRule",
  "UpdateRule",
  "Onboard",
  "Award",
  "AwardMany",
  "Transfer",
  "Reverse",
  "Refund",
  "Explain",
  "Retry",
  "Look",
  "Together",
  "InTransaction",
  "Restart",
  "Travel"
])

/**
 * The library on the database of a `SqlClient` layer. After every step all rows about the sequence's partners are
 * compared with the model; `Rewards.verify` is called ten times in a check. `layer` is called for every client that is
 * opened, and all clients must lead to one database. Extra commands get the services and the client of a writer.
 */
export const layerSubject = <E>(
  layer: Session.SessionOptions<E>["layer"],
  { restart = "client", writers = 1 }: LayerOptions = {}
): Subject<Session.OpenError<E>, Session.Writer> => ({
  open: (users) =>
    Effect.map(Session.open({ layer, restart, writers }, users), (session) => ({
      commands,
      tellsOrder: true,
      tellsTerms: true,
      say: ({ outcome, replay }) => (replay ? Text.replayed(Text.say(outcome)) : Text.say(outcome)),
      start: start(session),
      during: session.during,
      audit: audit(session)
    }))
})

/**
 * The library on the database at an address: `sqlite:./data/harness.db`, `sqlite::memory:` or `postgres://…`. With
 * `sqlite::memory:` a restart closes the services alone, unless `restart` says otherwise.
 */
export const urlSubject = (
  url: string,
  options: LayerOptions = {}
): Subject<Session.OpenError<SqlError | InvalidInput>, Session.Writer> =>
  layerSubject(() => layerFromUrl(url), {
    restart: /^sqlite:(\/\/)?:memory:/.test(url) ? "services" : "client",
    ...options
  })
