import type { Award } from "../../contract.ts"
import { exact } from "../../parts/numbers.ts"
import { Pill } from "../../parts/Pill.tsx"
import type { Column } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { memberHref } from "../members/member.ts"

const tones = { paid: "good", counted: "plain", suppressed: "near", reversed: "plain" } as const

const State = ({ award: { reversedAt, state } }: { readonly award: Award }) => (
  <Pill tone={tones[state]}>
    {state}
    {reversedAt !== null && (
      <>
        {" "}
        <Time at={reversedAt} />
      </>
    )}
  </Pill>
)

const Note = ({ award: { metadata, note } }: { readonly award: Award }) => (
  <>
    {note}
    {Object.entries(metadata).map(([key, value]) => (
      <small key={key}>
        {key}: {value}
      </small>
    ))}
  </>
)

/** Awards that paid, or that counted in a cycle that may still be running, can be reversed. */
const isReversible = ({ state }: Award): boolean => state === "paid" || state === "counted"

export const awardColumns = (reverse: (award: Award) => void): ReadonlyArray<Column<Award>> => [
  {
    title: "Award",
    cell: (award) => (
      <>
        <a href={memberHref(award.userId)}>{award.userId}</a>
        <small>
          {award.ruleName} · <Time at={award.createdAt} />
        </small>
      </>
    )
  },
  { title: "Note", secondary: true, cell: (award) => <Note award={award} /> },
  { title: "Coins", numeric: true, cell: ({ coins }) => (Number(coins) === 0 ? "–" : exact(coins)) },
  {
    title: "State",
    cell: (award) => (
      <div class="state">
        <State award={award} />
        {isReversible(award) && (
          <button type="button" class="link" onClick={() => reverse(award)}>
            Reverse
            <span class="unseen">
              {" "}
              {award.ruleName} for {award.userId}
            </span>
          </button>
        )}
      </div>
    )
  }
]
