import type { ComponentChildren } from "preact"
import { href } from "../../app/router.ts"
import { exact, rounded } from "../../parts/numbers.ts"
import { Sums } from "../../parts/Sums.tsx"
import { language, locales } from "../../words/language.ts"
import { words } from "../../words/members.ts"
import type { BoardPosition, MemberView } from "./readMember.ts"

const Rank = ({
  board,
  of,
  userId
}: {
  of: BoardPosition
  board: Readonly<Record<string, string>>
  userId: string
}) =>
  of.rank === 0 ? (
    words.notOnBoard
  ) : (
    <a href={href(`/leaderboards?${new URLSearchParams({ ...board, around: userId })}`)}>
      {words.rank(exact(of.rank), exact(of.of))}
    </a>
  )

const Pending = ({ of: { pending, userId } }: { readonly of: MemberView }) =>
  pending === 0 ? (
    words.ofCoins
  ) : (
    <a href={href(`/awards?${new URLSearchParams({ userId, state: "pending" })}`)}>
      {words.andPending(exact(pending))}
    </a>
  )

interface Fact {
  readonly label: string
  readonly value: number
  readonly note: ComponentChildren
}

/** The coins in the wallet, and below them the member's positions on the boards in one line. */
export const Positions = ({ of }: { readonly of: MemberView }) => {
  const { coins, month, points, spent, userId } = of
  const now = new Date()
  const name = now.toLocaleString(locales[language].dates, { month: "long", timeZone: "UTC" })
  const time = { year: String(now.getUTCFullYear()), month: String(now.getUTCMonth() + 1) }
  const facts: ReadonlyArray<Fact> = [
    {
      label: words.points,
      value: points.amount,
      note: <Rank of={points} board={{ board: "points" }} userId={userId} />
    },
    {
      label: words.earnedIn(name),
      value: month.amount,
      note: <Rank of={month} board={{ board: "earner", ...time }} userId={userId} />
    },
    {
      label: words.spent,
      value: spent.amount,
      note: <Rank of={spent} board={{ board: "spender" }} userId={userId} />
    }
  ]
  return (
    <>
      <Sums sums={[{ label: words.inWallet, value: coins, note: <Pending of={of} /> }]} />
      <dl class="ranks">
        {facts.map(({ label, note, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b title={exact(value)}>{rounded(value)}</b> <span>{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
