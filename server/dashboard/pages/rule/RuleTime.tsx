import { useId, useState } from "preact/hooks"
import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import type { Data, Rule } from "../../contract.ts"
import { dateWords, dayWords } from "../../parts/days.ts"
import { type Load, Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { momentWords } from "../../parts/moments.ts"
import { withNames } from "../../parts/names.tsx"
import { exact, rounded } from "../../parts/numbers.ts"
import { Table } from "../../parts/Table.tsx"
import { counts, parts } from "../../words/common.ts"
import { words } from "../../words/rule.ts"
import { EarnedMost } from "./EarnedMost.tsx"
import { axisOf, budgetEnd, placeOf, rangeOf, type TimeAxis } from "./timeAxis.ts"

type Days = Data<"statistics.ofRule">["days"]
type Details = Data<"rules.get">

const percent = (share: number): string => `${Math.min(100, Math.max(0, share * 100))}%`

/** The rule's start and end in its own zone. An end at midnight is the end of the day before. */
const boundWords = (at: string, timeZone: string, isEnd: boolean): string => {
  const said = momentWords(Date.parse(at), Date.now(), timeZone)
  return isEnd && said.endsWith("00:00")
    ? momentWords(Date.parse(at) - 1, Date.now(), timeZone).replace(/\d\d:\d\d$/, "24:00")
    : said
}

const Strip = ({ axis, last, rule }: { axis: TimeAxis; last: string | undefined; rule: Rule }) => {
  const { endsAt, startsAt, timeZone } = rule
  const isOver = endsAt !== null && Date.parse(endsAt) <= Date.now()
  const begun = startsAt === null || Date.parse(startsAt) <= Date.now()
  const mark = last === undefined || isOver ? undefined : placeOf(axis, last)
  const fading = useId()
  return (
    <>
      <div class="ends">
        <span>
          <b>{begun ? words.started : words.starts}</b>{" "}
          {startsAt === null ? dateWords(axis.from) : boundWords(startsAt, timeZone, false)}
          {axis.isCut && words.shownFrom(dateWords(axis.from))}
        </span>
        <span>
          {endsAt === null ? (
            <b>{words.noEnd}</b>
          ) : (
            <>
              <b>{isOver ? words.ended : words.ends}</b> {boundWords(endsAt, timeZone, true)}
            </>
          )}
        </span>
      </div>
      <svg class={isOver ? "strip over" : "strip"} aria-hidden="true">
        <defs>
          <linearGradient id={fading}>
            <stop offset="0.8" class="solid" />
            <stop offset="1" class="clear" />
          </linearGradient>
        </defs>
        <rect
          class="track"
          y="4"
          width="100%"
          height="8"
          rx="4"
          fill={axis.hasEnd ? undefined : `url(#${fading})`}
        />
        <rect class="gone" y="4" width={percent(begun ? axis.now : 0)} height="8" rx="4" />
        {mark !== undefined && mark <= 1 && (
          <line class="mark" x1={percent(mark)} x2={percent(mark)} y1="1" y2="15" />
        )}
        {!isOver && begun && <rect class="pin" x={percent(axis.now)} width="4" height="16" rx="2" />}
      </svg>
      <p class="tags">
        {!isOver && begun && (
          <span>
            {axis.hasEnd && !axis.isCut
              ? words.todayIsDay(
                  <b>{words.today}</b>,
                  dayWords(axis.today),
                  Math.ceil(axis.now * axis.days),
                  axis.days
                )
              : words.todayIs(<b>{words.today}</b>, dayWords(axis.today))}
          </span>
        )}
        {last !== undefined && !isOver && <span class="warns">{words.budgetLasts(dayWords(last))}</span>}
      </p>
    </>
  )
}

const height = 150

const topOf = (most: number): number => {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 1.6, 2, 3, 4, 5, 6, 8].find((step) => step * power >= most) ?? 10) * power
}

const DayBars = ({
  axis,
  chosen,
  days,
  onChoose
}: {
  axis: TimeAxis
  chosen: number
  days: Days
  onChoose: (index: number) => void
}) => {
  const top = topOf(Math.max(0, ...days.map(({ coins }) => Number(coins))))
  const width = 100 / axis.days
  return (
    <div class="plot">
      <div class="scale" aria-hidden="true">
        <span>{rounded(top)}</span>
        <span>{rounded(top / 2)}</span>
        <span>0</span>
      </div>
      <svg role="img" aria-label={parts.seeTable(words.paidByDay)} height={height}>
        <line class="grid" x1="0" x2="100%" y1="0.5" y2="0.5" />
        <line class="grid" x1="0" x2="100%" y1="50%" y2="50%" />
        {days.map(({ coins, day }, index) => {
          const tall = Number(coins) === 0 ? 0 : Math.max(2, (Number(coins) / top) * height)
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the choice of a day below does the same by keyboard.
            <g key={day} onPointerEnter={() => onChoose(index)} onClick={() => onChoose(index)}>
              <rect class="reach" x={`${index * width}%`} width={`${width}%`} height={height} />
              <rect
                class={index === chosen ? "bar current" : "bar"}
                x={`${index * width + width * 0.1}%`}
                width={`${width * 0.8}%`}
                y={height - tall}
                height={tall}
              />
            </g>
          )
        })}
        <line class="axis" x1="0" x2="100%" y1={height - 0.5} y2={height - 0.5} />
      </svg>
    </div>
  )
}

const Readout = ({ of, rule }: { of: Days[number]; rule: Rule }) => {
  const from = new Date(`${of.day}T00:00:00Z`).toISOString()
  const to = new Date(Date.parse(from) + 86_400_000).toISOString()
  const query = new URLSearchParams({ ruleName: rule.name, ...(rule.timeZone === "UTC" ? { from, to } : {}) })
  return (
    <p class="readout" role="status">
      <b>{dayWords(of.day)}</b>
      <span>{words.paidCoins(<b>{exact(of.coins)}</b>, Number(of.coins))}</span>
      <span>{words.inPayments(<b>{exact(of.awards)}</b>, of.awards)}</span>
      {Number(of.reversed) > 0 && <span>{words.coinsTakenBack(Number(of.reversed))}</span>}
      <a href={href(`/awards?${query}`)}>
        {rule.timeZone === "UTC" ? words.seeTheseAwards : words.seeAwards}
      </a>
    </p>
  )
}

const PaidByDay = ({ axis, days, rule }: { axis: TimeAxis; days: Days; rule: Rule }) => {
  const [picked, setPicked] = useState<number>()
  const last = days.length - 1
  const chosen = Math.min(picked ?? last, last)
  const day = days[chosen]
  const isEmpty = days.every(({ coins }) => coins === "0")
  return (
    <>
      <DayBars axis={axis} days={days} chosen={chosen} onChoose={setPicked} />
      {isEmpty ? (
        <p class="readout">{words.noCoins}</p>
      ) : (
        <>
          <div class="axis">
            <input
              type="range"
              class="pick"
              style={{ width: percent(days.length / axis.days) }}
              aria-label={words.day}
              min={0}
              max={last}
              value={chosen}
              aria-valuetext={day && `${dayWords(day.day)}: ${counts.coins(Number(day.coins))}`}
              onInput={(event) => setPicked(Number(event.currentTarget.value))}
            />
          </div>
          {day && <Readout of={day} rule={rule} />}
        </>
      )}
    </>
  )
}

type Paid = Pick<Data<"statistics.ofRule">, "days" | "members">

const nothingYet: Paid = { days: [], members: { after: null, data: [] } }

const usePaid = (rule: Details, axis: TimeAxis): Load<Paid> => {
  const range = rangeOf(axis)
  return useLoad(
    async (signal) => {
      if (range === undefined) return nothingYet
      const read = call("statistics.ofRule", { params: { id: rule.id }, query: range, signal })
      return withNames<Paid>(read, ({ members }) => members.data.map(({ userId }) => userId))
    },
    [rule.id, range?.from, range?.to]
  )
}

/** The rule's time from start to end, with today on it, on the same axis what it paid each day, and to whom most. */
export const RuleTime = ({ rule }: { readonly rule: Details }) => {
  const axis = axisOf(rule, Date.now())
  const load = usePaid(rule, axis)
  const [asTable, setAsTable] = useState(false)
  const last = load.data && budgetEnd(rule.usage, load.data.days, axis.today)
  return (
    <>
      <section class="ruleTime">
        <div class="head">
          <h2>
            {words.startToEnd} <small>{words.paidADay(rule.timeZone)}</small>
          </h2>
          <button type="button" class="link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {parts.asTable}
          </button>
        </div>
        <div class="panel">
          <div class="axis">
            <div>
              <Strip axis={axis} last={last} rule={rule} />
            </div>
          </div>
          <Loaded what={words.whatItPaid} of={load} skeleton={<Skeleton rows={1} size="plot" />}>
            {({ days }) =>
              days.length === 0 ? (
                <p class="readout">{words.notBegun}</p>
              ) : asTable ? (
                <Table
                  caption={words.paidByDay}
                  rows={days.toReversed()}
                  keyOf={({ day }) => day}
                  columns={[
                    { title: words.day, cell: ({ day }) => dayWords(day) },
                    { title: words.payments, numeric: true, cell: ({ awards }) => exact(awards) },
                    { title: words.coins, numeric: true, cell: ({ coins }) => exact(coins) },
                    { title: words.takenBack, numeric: true, cell: ({ reversed }) => exact(reversed) }
                  ]}
                />
              ) : (
                <PaidByDay axis={axis} days={days} rule={rule} />
              )
            }
          </Loaded>
        </div>
      </section>
      {load.data && <EarnedMost of={load.data.members} when={words.since(dateWords(axis.from))} />}
    </>
  )
}
