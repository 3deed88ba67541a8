import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import type { Award, Query } from "../../contract.ts"
import { awardHref } from "../../parts/award.ts"
import { By } from "../../parts/By.tsx"
import { emptyIfUnknown } from "../../parts/fullPage.ts"
import { Given } from "../../parts/Given.tsx"
import { Loaded, Skeleton } from "../../parts/load.tsx"
import { May } from "../../parts/May.tsx"
import { ShowMore, useMore } from "../../parts/more.tsx"
import { PersonId, PersonLink, withNames } from "../../parts/names.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/awards.ts"
import { ActivityLink } from "../activities/ActivityLink.tsx"
import { AwardCoins, AwardState } from "./AwardState.tsx"
import { ConfirmDialog } from "./ConfirmDialog.tsx"
import { ReverseDialog } from "./ReverseDialog.tsx"
import { isReversible } from "./reversalChoice.ts"

const Note = ({ award: { metadata, note } }: { readonly award: Award }) => (
  <>
    <Given>{note}</Given>
    {Object.entries(metadata).map(([key, value]) => (
      <small key={key}>
        <Given>{key}</Given>: <Given>{value}</Given>
      </small>
    ))}
  </>
)

type Step = "confirm" | "reverse"

interface StepProps {
  readonly step: Step
  readonly award: Award
  readonly ask: (step: Step, award: Award) => void
}

const StepButton = ({ ask, award, step }: StepProps) => (
  <May call={step === "confirm" ? "rules.confirm" : "rules.reverse"}>
    <button type="button" class="link" onClick={() => ask(step, award)}>
      {words[step]}
      <span class="unseen">
        {words.ofAward(<Given>{award.ruleName}</Given>, <Given>{award.userId}</Given>)}
      </span>
    </button>
  </May>
)

/** `member` is the member whose page shows the list. Its awards may have been made with another of its ids. */
const awardColumns = (ask: StepProps["ask"], member: string | undefined): ReadonlyArray<Column<Award>> => [
  {
    title: words.awardColumn,
    cell: (award) => (
      <>
        {member === undefined ? <PersonLink userId={award.userId} /> : <Given>{award.ruleName}</Given>}
        <small>
          {member === undefined && (
            <>
              <PersonId userId={award.userId} />
              <Given>{award.ruleName}</Given> ·{" "}
            </>
          )}
          {member !== undefined && member !== award.userId && words.as(<Given>{award.userId}</Given>)}
          <a href={awardHref(award.id)}>
            <Time at={award.createdAt} />
            <span class="unseen">{words.thisAward}</span>
          </a>
          <By of={award.orderedBy} />
          {award.activityId !== null && (
            <>
              {" · "}
              <ActivityLink of={award} />
            </>
          )}
        </small>
      </>
    )
  },
  { title: words.note, secondary: true, cell: (award) => <Note award={award} /> },
  { title: words.coins, numeric: true, cell: (award) => <AwardCoins award={award} /> },
  {
    title: words.state,
    cell: (award) => (
      <div class="state">
        <AwardState award={award} />
        {award.state === "pending" && <StepButton step="confirm" award={award} ask={ask} />}
        {isReversible(award) && <StepButton step="reverse" award={award} ask={ask} />}
      </div>
    )
  }
]

interface Props {
  readonly query: Query<"rules.awards">
  /** Whether all awards are of one member, whose page this is. */
  readonly isOfMember?: boolean
  /** The id of the award to mark. */
  readonly marked?: string | undefined
  /** Shown if there are none. */
  readonly empty: ComponentChildren
  /** Called after an award was reversed or confirmed. */
  readonly onChanged?: () => void
}

/** Awards, newest first, with buttons that confirm and reverse. A reversed award stays in the list. */
export const AwardList = ({ empty, isOfMember = false, marked, onChanged, query }: Props) => {
  const [asked, setAsked] = useState<Pick<StepProps, "step" | "award">>()
  const [changed, setChanged] = useState<Readonly<Record<string, Award>>>({})
  const size = Number(query.limit ?? 20)
  const { first, list } = useMore(
    size,
    (after, signal) =>
      withNames(
        emptyIfUnknown(
          call("rules.awards", { query: { ...query, ...(after === undefined ? {} : { after }) }, signal })
        ),
        ({ data }) => (isOfMember ? [] : data.map(({ userId }) => userId))
      ),
    [JSON.stringify(query)]
  )
  const done = (after: Award) => {
    setChanged((last) => ({ ...last, [after.id]: after }))
    setAsked(undefined)
    onChanged?.()
  }
  const close = () => setAsked(undefined)
  const now = (award: Award): Award => changed[award.id] ?? award
  return (
    <div class="listed">
      <Loaded what={words.what} of={first} skeleton={<Skeleton rows={size} />}>
        {() =>
          list.rows.length === 0 && !list.hasMore ? (
            empty
          ) : list.rows.length === 0 ? (
            <>
              <p class="quiet">{words.noneOfNewest}</p>
              <ShowMore of={list} />
            </>
          ) : (
            <>
              <p class="count" role="status">
                {list.hasMore ? words.listedAndMore(list.rows.length) : words.listed(list.rows.length)}
              </p>
              <Table
                caption={isOfMember ? words.awardsOf(String(query.userId)) : words.title}
                columns={awardColumns(
                  (step, award) => setAsked({ step, award }),
                  isOfMember ? query.userId : undefined
                )}
                rows={list.rows.map(now)}
                keyOf={({ id }) => id}
                isMarked={({ id }) => id === marked}
              />
              <ShowMore of={list} />
            </>
          )
        }
      </Loaded>
      {asked?.step === "confirm" && <ConfirmDialog award={asked.award} onClose={close} onConfirmed={done} />}
      {asked?.step === "reverse" && <ReverseDialog award={asked.award} onClose={close} onReversed={done} />}
    </div>
  )
}
