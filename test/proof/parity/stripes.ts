// A process moves the coins of a partner's side on one of 16 accounts, chosen at random. Here they are one.
import { Schema } from "effect"

const Account = Schema.Struct({
  account: Schema.Struct({ id: Schema.String, kind: Schema.String, balance: Schema.Number })
})
const readAccount = Schema.decodeUnknownOption(Schema.parseJson(Account))

/** The lines of an archive with the sum of each kind of account on the partner's side in place of the accounts. */
export const withoutStripes = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kinds = new Map<string, string>()
  const sums = new Map<string, number>()
  const rest = lines.filter((line) => {
    const found = readAccount(line)
    if (found._tag === "None" || found.value.account.kind === "wallet") return true
    const { balance, id, kind } = found.value.account
    kinds.set(id, kind)
    sums.set(kind, (sums.get(kind) ?? 0) + balance)
    return false
  })
  const named = rest.map((line) => [...kinds].reduce((text, [id, kind]) => text.replaceAll(id, kind), line))
  return [...Array.from(sums, ([kind, sum]) => `${kind}: ${sum}`).sort(), ...named]
}
