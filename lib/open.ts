import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Cause, Effect, Either, Exit, Layer, ManagedRuntime, Schema } from "effect"
import { type ListMailsInput, OutboxMail } from "./accounts/mail/Mail.ts"
import { Mails } from "./accounts/mail/Mails.ts"
import { CoinsPage, CoinsYear, PointsPage, UserPosition } from "./boards/Board.ts"
import {
  Boards,
  type CoinsBoardInput,
  type CoinsYearInput,
  type PointsBoardInput,
  type PositionInput,
  type RebuildInput
} from "./boards/Boards.ts"
import { layerFromUrl } from "./drivers/url.ts"
import { type Handler, type HandlerOptions, makeHandler } from "./http/handler.ts"
import { connectionOf, type QueryClient } from "./open/connection.ts"
import { listenerOf, type MailOptions, transportOf } from "./open/mail.ts"
import { type Failure, RewardsError } from "./open/RewardsError.ts"
import { tellWarnings } from "./open/warnings.ts"
import * as Rewards from "./Rewards.ts"
import { Award, type AwardInput } from "./rewards/awards/Award.ts"
import { AwardHistory, type ListAwardsInput } from "./rewards/awards/AwardHistory.ts"
import { Awards } from "./rewards/awards/Awards.ts"
import { Entry } from "./rewards/ledger/Account.ts"
import { Ledger } from "./rewards/ledger/Ledger.ts"
import { Member, type MemberKeyInput, Wallet } from "./rewards/members/Member.ts"
import { Members } from "./rewards/members/Members.ts"
import { Partner, type RegisterPartnerInput } from "./rewards/partners/Partner.ts"
import { Partners } from "./rewards/partners/Partners.ts"
import { Rule } from "./rewards/rules/Rule.ts"
import {
  type CreateRuleInput,
  type FindRuleInput,
  type ListRulesInput,
  Rules,
  type UpdateRuleInput
} from "./rewards/rules/Rules.ts"
import { type TransferInput, WalletTransfer } from "./rewards/transfers/Transfer.ts"
import { type StatementInput, Transfers } from "./rewards/transfers/Transfers.ts"
import type { Divergence } from "./rewards/verify.ts"
import type { InvalidInput } from "./schema/Input.ts"
import { DatabaseUnavailable } from "./sql/Errors.ts"

/** What comes back is plain JSON: coins are decimal strings, instants ISO 8601 strings. */
type Json<S extends Schema.Schema.AnyNoContext> = Schema.Schema.Encoded<S>
type Recorded<S extends Schema.Schema.AnyNoContext> = Json<S> & { readonly replayed: boolean }

export type AwardResult =
  | { readonly ok: true; readonly award: Recorded<typeof Award> }
  | { readonly ok: false; readonly error: RewardsError }

/** The engine for hosts without Effect. Every method rejects with a `RewardsError` that has a tag and its data. */
export interface RewardsMethods {
  readonly partners: {
    readonly register: (input: RegisterPartnerInput) => Promise<Json<typeof Partner>>
    readonly get: (id: string) => Promise<Json<typeof Partner>>
  }
  readonly rules: {
    readonly create: (input: CreateRuleInput) => Promise<Json<typeof Rule>>
    readonly update: (input: UpdateRuleInput) => Promise<Json<typeof Rule>>
    readonly find: (input: FindRuleInput) => Promise<Json<typeof Rule>>
    readonly list: (input: ListRulesInput) => Promise<ReadonlyArray<Json<typeof Rule>>>
  }
  readonly members: {
    readonly onboard: (input: MemberKeyInput) => Promise<Json<typeof Member>>
    readonly onboardMany: (
      inputs: ReadonlyArray<MemberKeyInput>
    ) => Promise<ReadonlyArray<Json<typeof Member>>>
    readonly find: (input: MemberKeyInput) => Promise<Json<typeof Member>>
    readonly wallet: (input: MemberKeyInput) => Promise<Json<typeof Wallet>>
  }
  readonly awards: {
    readonly award: (input: AwardInput) => Promise<Recorded<typeof Award>>
    readonly awardMany: (inputs: ReadonlyArray<AwardInput>) => Promise<ReadonlyArray<AwardResult>>
    readonly list: (input: ListAwardsInput) => Promise<ReadonlyArray<Json<typeof Award>>>
  }
  readonly transfers: {
    readonly transfer: (input: TransferInput) => Promise<Recorded<typeof WalletTransfer>>
    readonly statement: (input: StatementInput) => Promise<ReadonlyArray<Json<typeof Entry>>>
  }
  readonly boards: {
    readonly points: (input: PointsBoardInput) => Promise<Json<typeof PointsPage>>
    readonly coins: (input: CoinsBoardInput) => Promise<Json<typeof CoinsPage>>
    readonly year: (input: CoinsYearInput) => Promise<Json<typeof CoinsYear>>
    readonly position: (input: PositionInput) => Promise<Json<typeof UserPosition>>
    readonly rebuild: (input: RebuildInput) => Promise<void>
  }
  readonly ledger: { readonly verify: () => Promise<ReadonlyArray<Divergence>> }
  /** The outbox, newest first. */
  readonly mails: {
    readonly list: (input?: ListMailsInput) => Promise<ReadonlyArray<Json<typeof OutboxMail>>>
  }
}

export interface RewardsClient extends RewardsMethods {
  /** The HTTP interface under /api/v1 as one web-standard function, on the same engine. */
  readonly handler: (options?: HandlerOptions) => Handler

  /**
   * The same methods inside a transaction that the host has opened on its own connection to the same PostgreSQL
   * database: the host's writes and the coins commit or vanish together.
   */
  readonly within: (client: QueryClient) => RewardsMethods
  /** Whether the database answers. */
  readonly ready: () => Promise<boolean>
  /** Finishes what is being written, then closes the connections that were opened here. */
  readonly close: () => Promise<void>
}

export interface OpenOptions {
  /** `sqlite:./data/rewards.db`, `sqlite::memory:`, `postgres://…`, or any layer that gives a `SqlClient`. */
  readonly database: string | Layer.Layer<SqlClient.SqlClient, SqlError | InvalidInput>
  /** PostgreSQL by address only: how many connections the pool may open. */
  readonly maxConnections?: number
  /** PostgreSQL by address only: keeps statements prepared on the server, unless told not to; see `./postgres`. */
  readonly prepare?: boolean
  /** For development: a partner's userDetailsUrl may lead to this machine, and use plain HTTP there. */
  readonly allowLoopbackUserDetails?: boolean | undefined
  /** Who sends mails: `{ url, from }`, `{ send }` or `{ onMail }`. Without it they stay in the outbox, for `mails.list`. */
  readonly mail?: MailOptions | undefined
  /** Hears what an operator should know, such as a mail that cannot be sent. Without it that is printed. */
  readonly onWarning?: ((message: string) => void) | undefined
}

/** Runs an effect of the services; a failure is thrown as a `RewardsError`, a defect as it is. */
type Run = <A>(effect: Effect.Effect<A, Failure, Rewards.Rewards>) => Promise<A>

/** Opens the database, brings the tables up to date, and returns the engine as plain promises. */
export const openRewards = async (options: OpenOptions): Promise<RewardsClient> => {
  const {
    allowLoopbackUserDetails: allowLoopback,
    database,
    mail,
    maxConnections,
    onWarning,
    prepare
  } = options
  const client = typeof database === "string" ? layerFromUrl(database, { maxConnections, prepare }) : database
  const runtime = ManagedRuntime.make(
    listenerOf(mail).pipe(
      Layer.provideMerge(Rewards.layer({ userDetails: { allowLoopback } })),
      Layer.provide([client, transportOf(mail)]),
      Layer.provide(onWarning === undefined ? Layer.empty : tellWarnings(onWarning)),
      Layer.mapError(openingFailure)
    )
  )
  let closed = false

  const run: Run = async (effect) => {
    if (closed) throw new RewardsError(new DatabaseUnavailable({ reason: "closed", committed: "no" }))
    const exit = await runtime.runPromiseExit(effect)
    if (Exit.isSuccess(exit)) return exit.value
    throw Either.match(Cause.failureOrCause(exit.cause), {
      onLeft: (failure) => new RewardsError(failure),
      onRight: Cause.squash
    })
  }

  await run(Effect.void)
  const services = await runtime.runtime()
  return {
    ...methods(run),
    handler: (handlerOptions) => makeHandler(services, handlerOptions),
    within: (host) => {
      const connection = connectionOf(host)
      return methods((effect) =>
        run(Effect.provideService(effect, SqlClient.TransactionConnection, [connection, 0]))
      )
    },
    ready: () =>
      run(Effect.flatMap(Ledger, (ledger) => ledger.ping())).then(
        () => true,
        () => false
      ),
    close: () => {
      closed = true
      return runtime.dispose()
    }
  }
}

const openingFailure = <E extends { readonly _tag: string }>(error: E | SqlError) =>
  error instanceof SqlError ? new DatabaseUnavailable({ reason: error.message, committed: "no" }) : error

const replayed =
  <A extends object, I extends object>(encode: (value: A) => I) =>
  (value: A & { readonly replayed: boolean }): I & { readonly replayed: boolean } => ({
    ...encode(value),
    replayed: value.replayed
  })

const many =
  <A, I>(encode: (value: A) => I) =>
  (values: ReadonlyArray<A>): ReadonlyArray<I> =>
    values.map(encode)

const partner = Schema.encodeSync(Partner)
const outboxMail = Schema.encodeSync(OutboxMail)
const rule = Schema.encodeSync(Rule)
const member = Schema.encodeSync(Member)
const wallet = Schema.encodeSync(Wallet)
const award = replayed(Schema.encodeSync(Award))
const pastAward = Schema.encodeSync(Award)
const pointsPage = Schema.encodeSync(PointsPage)
const coinsPage = Schema.encodeSync(CoinsPage)
const coinsYear = Schema.encodeSync(CoinsYear)
const userPosition = Schema.encodeSync(UserPosition)
const transfer = replayed(Schema.encodeSync(WalletTransfer))
const entry = Schema.encodeSync(Entry)

const methods = (run: Run): RewardsMethods => ({
  partners: {
    register: (input) => run(Effect.flatMap(Partners, (partners) => partners.register(input))).then(partner),
    get: (id) => run(Effect.flatMap(Partners, (partners) => partners.get(id))).then(partner)
  },
  rules: {
    create: (input) => run(Effect.flatMap(Rules, (rules) => rules.create(input))).then(rule),
    update: (input) => run(Effect.flatMap(Rules, (rules) => rules.update(input))).then(rule),
    find: (input) => run(Effect.flatMap(Rules, (rules) => rules.find(input))).then(rule),
    list: (input) => run(Effect.flatMap(Rules, (rules) => rules.list(input))).then(many(rule))
  },
  members: {
    onboard: (input) => run(Effect.flatMap(Members, (members) => members.onboard(input))).then(member),
    onboardMany: (inputs) =>
      run(Effect.flatMap(Members, (members) => members.onboardMany(inputs))).then(many(member)),
    find: (input) => run(Effect.flatMap(Members, (members) => members.find(input))).then(member),
    wallet: (input) => run(Effect.flatMap(Members, (members) => members.wallet(input))).then(wallet)
  },
  awards: {
    award: (input) => run(Effect.flatMap(Awards, (awards) => awards.award(input))).then(award),
    awardMany: (inputs) =>
      run(Effect.flatMap(Awards, (awards) => awards.awardMany(inputs))).then(
        many(
          Either.match({
            onLeft: (failure): AwardResult => ({ ok: false, error: new RewardsError(failure) }),
            onRight: (receipt): AwardResult => ({ ok: true, award: award(receipt) })
          })
        )
      ),
    list: (input) => run(Effect.flatMap(AwardHistory, (history) => history.list(input))).then(many(pastAward))
  },
  boards: {
    points: (input) => run(Effect.flatMap(Boards, (boards) => boards.points(input))).then(pointsPage),
    coins: (input) => run(Effect.flatMap(Boards, (boards) => boards.coins(input))).then(coinsPage),
    year: (input) => run(Effect.flatMap(Boards, (boards) => boards.year(input))).then(coinsYear),
    position: (input) => run(Effect.flatMap(Boards, (boards) => boards.position(input))).then(userPosition),
    rebuild: (input) => run(Effect.flatMap(Boards, (boards) => boards.rebuild(input)))
  },
  transfers: {
    transfer: (input) =>
      run(Effect.flatMap(Transfers, (transfers) => transfers.transfer(input))).then(transfer),
    statement: (input) =>
      run(Effect.flatMap(Transfers, (transfers) => transfers.statement(input))).then(many(entry))
  },
  ledger: { verify: () => run(Effect.flatMap(Ledger, (ledger) => ledger.verify())) },
  mails: {
    list: (input = {}) => run(Effect.flatMap(Mails, (mails) => mails.list(input))).then(many(outboxMail))
  }
})
