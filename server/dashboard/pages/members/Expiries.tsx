import { useState } from "preact/hooks"
import { dayWords } from "../../parts/days.ts"
import { decimalOf, partsOf } from "../../parts/decimals.ts"
import { exact } from "../../parts/numbers.ts"
import { Table } from "../../parts/Table.tsx"
import { words } from "../../words/members.ts"
import { ExpiryLine } from "./ExpiryLine.tsx"
import type { MemberView } from "./readMember.ts"

/** The wallet names at most so many days. */
const mostDays = 12
const few = 4

/** The coins that expire after the days that are shown, or never. */
const restOf = ({ expiring, wallet }: MemberView): string =>
  decimalOf(expiring.reduce((rest, { coins }) => rest - partsOf(coins), partsOf(wallet)))

/** The next days after which coins of the wallet expire. Nothing if none do. */
export const Expiries = ({ of }: { readonly of: MemberView }) => {
  const [showsAll, setShowsAll] = useState(false)
  const { expiring } = of
  if (expiring.length === 0) return null
  const rest = restOf(of)
  return (
    <section class="expiries">
      <div class="head">
        <h2>
          {words.expires} <small>{words.expiresFirst}</small>
        </h2>
        {expiring.length > few && (
          <button type="button" class="link" aria-pressed={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {words.allDays(expiring.length)}
          </button>
        )}
      </div>
      <ExpiryLine expiring={expiring} />
      <Table
        caption={words.expiringOf(of.userId)}
        rows={showsAll ? expiring : expiring.slice(0, few)}
        keyOf={({ on }) => on}
        columns={[
          { title: words.lastDay, cell: ({ on }) => <time dateTime={on}>{dayWords(on)}</time> },
          { title: words.coins, numeric: true, cell: ({ coins }) => exact(coins) }
        ]}
      />
      {rest !== "0" && (
        <p class="quiet below">
          {expiring.length < mostDays ? words.doNotExpire(Number(rest)) : words.expireLater(Number(rest))}
        </p>
      )}
    </section>
  )
}
