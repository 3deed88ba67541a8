import { Context, Effect, Layer } from "effect"
import { Members } from "../../rewards/members/Members.ts"
import { membersOf } from "../../rewards/sql.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import { withdrawConsents } from "../consents/Consents.ts"
import type { Unauthorized } from "../Errors.ts"
import type { Passwords, PasswordsBusy } from "../passwords/Passwords.ts"
import type { KnownAddresses } from "../rates/KnownAddresses.ts"
import { deleteSecrets } from "../resets/resetSecrets.ts"
import {
  auditEntries,
  codes,
  grants,
  grantTokens,
  knownAddresses,
  mails,
  otps,
  users,
  visibleNames
} from "../tables.ts"
import { UserLogin, type UserLoginInput } from "./User.ts"
import { makeUserLogins } from "./userLogins.ts"

/** Lets users erase their accounts. */
export class UserErasures extends Context.Tag("rewards/UserErasures")<
  UserErasures,
  {
    /**
     * Deletes the account with its consents, tokens and links. No coins move. Each partner keeps its member under the partner's own id.
     * Without such an id, the member keeps the id of the deleted account.
     */
    readonly erase: (
      input: UserLoginInput | Unparsed
    ) => Effect.Effect<void, InvalidInput | Unauthorized | PasswordsBusy | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<
    UserErasures,
    never,
    Audit | Database | KnownAddresses | Members | Passwords
  > = Layer.suspend(() => Layer.effect(this, make))
}

const lockUser = users.lock("id", "email", "passwordHash")

const findGrants = statement({
  acrossPartners: "a user can have consented to any partner",
  input: { userId: "uuid" },
  output: grants.row("partnerId", "id"),
  sql: "SELECT g.partner_id, g.id FROM input CROSS JOIN rewards_grant g WHERE g.user_id = input.user_id"
})

const findLinks = statement({
  acrossPartners: "a user can be linked to a member of any partner",
  input: { id: "uuid" },
  output: grants.row("partnerId"),
  sql: ({ holds, idText }) =>
    `SELECT p.id AS partner_id FROM input CROSS JOIN ${membersOf(idText("input.id"))} AND ${holds("i.linked", true)}`
})

const deleteGrants = grants.delete()
const deleteCodes = codes.by("partnerId", "grantId").delete()
const deleteTokens = grantTokens.by("partnerId", "grantId").delete()
const deleteNames = visibleNames.by("partnerId", "userId").delete()
const deleteOtps = otps.delete()
const deleteAddresses = knownAddresses.by("accountId").delete()
const deleteMails = mails.by("recipient").delete()
const deleteUsers = users.delete()

/**
 * Removes personal data from a user's audit entries. Entries that belong to a partner do not change, because they name the user only by
 * ids.
 */
const scrubEntries = auditEntries.by("userId").change({
  set: ["actor", "address", "detail"],
  where: "rewards_audit.partner_id IS NULL"
})

const erasedActor = "an erased user"

const parse = parser(UserLogin)

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const members = yield* Members
  const logins = yield* makeUserLogins

  const remove = Effect.fnUntraced(function* (account: {
    readonly id: string
    readonly passwordHash: string
  }) {
    const { id: userId } = account
    const [user] = yield* database.run(lockUser, [{ id: userId }])
    // The password was changed, or the account was erased, after the password was checked.
    if (user?.passwordHash !== account.passwordHash) return yield* logins.wrong()
    yield* withdrawConsents(database, audit, { userId, clientId: null }, "the user erased the account")
    const granted = yield* database.run(findGrants, [{ userId }])
    const ofGrants = granted.map(({ id: grantId, partnerId }) => ({ partnerId, grantId }))
    for (const { partnerId } of yield* database.run(findLinks, [{ id: userId }])) {
      yield* members.unlink({ partnerId, linkedId: userId })
    }
    const names = Array.from(new Set(granted.map(({ partnerId }) => partnerId)), (partnerId) => ({
      partnerId,
      userId
    }))
    yield* database.send(
      Batch.inOrder([
        Batch.of(deleteCodes, ofGrants),
        Batch.of(deleteTokens, ofGrants),
        Batch.of(deleteGrants, granted),
        Batch.of(deleteNames, names),
        Batch.of(deleteOtps, [{ userId }]),
        Batch.of(deleteSecrets, [{ accountId: userId }]),
        Batch.of(deleteAddresses, [{ accountId: userId }]),
        Batch.of(deleteMails, [{ recipient: user.email }]),
        Batch.of(scrubEntries, [{ userId, actor: erasedActor, address: null, detail: null }]),
        Batch.of(deleteUsers, [{ id: userId }])
      ])
    )
    yield* audit.record({ action: "user.erase", outcome: "done", actor: erasedActor, userId })
  })

  return UserErasures.of({
    erase: Effect.fn("UserErasures.erase")(function* (input) {
      const { password, tag } = yield* parse(input)
      const account = yield* Effect.tapErrorTag(
        logins.check({ password, tag }),
        "Unauthorized",
        ({ reason }) =>
          audit.record({ action: "user.erase", outcome: "refused", actor: "unknown", detail: reason })
      )
      yield* database.transaction(remove(account))
    })
  })
})
