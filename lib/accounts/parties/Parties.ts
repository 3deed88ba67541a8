import { Context, Effect, Layer, Schema } from "effect"
import type { PartnerId } from "../../rewards/Id.ts"
import { nameColumns, namedMember, nameRow } from "../../rewards/members/statements.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"

/** Names and addresses of the two sides of a transfer, as far as the service knows them. */
export interface Party {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly tag: string | null
}

export class Parties extends Context.Tag("rewards/Parties")<
  Parties,
  {
    readonly partner: (partnerId: PartnerId) => Effect.Effect<Party, DatabaseFailure>
    /** The member behind either of its names; names and addresses are known of users of the service only. */
    readonly member: (partnerId: PartnerId, userId: string) => Effect.Effect<Party, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Parties, never, Database> = Layer.suspend(() => Layer.effect(this, make))
}

const PartyRow = Schema.Struct({
  id: Schema.String,
  name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  tag: Schema.NullOr(Schema.String)
})

const findPartner = statement({
  input: { id: "uuid" },
  output: PartyRow,
  sql: `SELECT p.id, p.name, l.email, NULL AS tag
    FROM input CROSS JOIN rewards_partner p LEFT JOIN rewards_login l ON l.partner_id = p.id
    WHERE p.id = input.id`
})

/** The user behind a member is the one who is linked to it, or the one whose id it goes by. */
const findMember = statement({
  input: nameColumns,
  output: PartyRow,
  sql: `SELECT m.id, u.fullname AS name, u.email, u.tag
    FROM input CROSS JOIN rewards_member m
    LEFT JOIN rewards_link o ON o.partner_id = m.partner_id AND o.member_id = m.id
    LEFT JOIN rewards_user u ON u.id = COALESCE(o.user_id, input.account_id)
    WHERE m.partner_id = input.partner_id AND m.id = ${namedMember}`
})

const party = (id: string, row: typeof PartyRow.Type | undefined): Party => ({
  id: row?.id ?? id,
  name: row?.name ?? "",
  email: row?.email ?? "",
  tag: row?.tag ?? null
})

const make = Effect.gen(function* () {
  const database = yield* Database

  return Parties.of({
    partner: Effect.fn("Parties.partner")((partnerId) =>
      Effect.map(database.run(findPartner, [{ id: partnerId }]), ([row]) => party(partnerId, row))
    ),
    member: Effect.fn("Parties.member")((partnerId, userId) =>
      Effect.map(database.run(findMember, [nameRow({ partnerId, userId })]), ([row]) => party(userId, row))
    )
  })
})
