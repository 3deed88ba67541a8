import { href } from "../../app/router.ts"
import type { DayStatistics } from "../../contract.ts"
import { dayWords } from "../../parts/days.ts"
import { exact } from "../../parts/numbers.ts"
import { Table } from "../../parts/Table.tsx"
import { overview as words } from "../../words/common.ts"
import { barScale, dayTable, heightOn, meansOf, moreOwed, type Scale, sumOf } from "./figures.ts"
import { Figure, Line, Plot, useChosen } from "./Plot.tsx"
import { rangeWords } from "./range.ts"
import type { Compared } from "./readOverview.ts"

const earnedOf = ({ earned }: DayStatistics): number => Number(earned)
const goneOf = ({ expired, spent }: DayStatistics): number => Number(spent) + Number(expired)

/** Earned above zero; spent and, hatched, expired below. */
const Bar = ({
  day,
  isChosen,
  scale
}: {
  readonly day: DayStatistics
  readonly isChosen: boolean
  readonly scale: Scale
}) => {
  const at = (value: number): number => heightOn(scale, value)
  const between = (from: number, to: number) => ({ top: `${at(from)}%`, height: `${at(to) - at(from)}%` })
  const spent = Number(day.spent)
  return (
    <div class={isChosen ? "on" : undefined}>
      <i class="up" style={between(earnedOf(day), 0)} />
      <i class="spent" style={between(0, -spent)} />
      <i class="expired" style={between(-spent, -goneOf(day))} />
    </div>
  )
}

const wordsOf = (day: DayStatistics): string =>
  words.ofDay(dayWords(day.day), exact(day.earned), exact(day.spent), exact(day.expired))

/** Coins earned, spent and expired by day. */
export const CoinsByDay = ({ of: { before, now } }: { readonly of: Compared }) => {
  const { days } = now
  const [chosen, choose] = useChosen(days)
  const day = days[chosen]
  const means = meansOf(before.days.map(earnedOf))
  const gone = meansOf(before.days.map(goneOf))
  const scale = barScale(Math.max(...days.map(earnedOf), ...means), Math.max(...days.map(goneOf), ...gone))
  const isEmpty = scale.least === 0 && scale.most === 1 && scale.ticks.length === 2
  return (
    <Figure
      title={words.coinsByDay}
      when={words.daysInUtc(rangeWords(now))}
      csv={{ name: `coins-by-day-${now.from}-${now.to}`, rows: () => dayTable(days) }}
      table={() => (
        <Table
          caption={words.coinsByDay}
          columns={[
            { title: words.day, tight: true, cell: (each) => dayWords(each.day) },
            { title: words.earned, numeric: true, cell: ({ earned }) => exact(earned) },
            { title: words.spent, numeric: true, cell: ({ spent }) => exact(spent) },
            { title: words.expired, numeric: true, cell: ({ expired }) => exact(expired) },
            {
              title: words.reversed,
              numeric: true,
              secondary: true,
              cell: ({ reversed }) => exact(reversed)
            },
            { title: words.awardsPaid, numeric: true, secondary: true, cell: ({ awards }) => exact(awards) }
          ]}
          rows={days.toReversed()}
          keyOf={(each) => each.day}
        />
      )}
    >
      <div class="panel pad">
        <p class="key">
          <span>
            <i aria-hidden="true" />
            {words.earned} <b>{exact(sumOf(days, "earned"))}</b>
          </span>
          <span>
            <i class="spent" aria-hidden="true" />
            {words.spent} <b>{exact(sumOf(days, "spent"))}</b>
          </span>
          <span>
            <i class="expired" aria-hidden="true" />
            {words.expired} <b>{exact(sumOf(days, "expired"))}</b>
          </span>
          <span>
            <i class="dash" aria-hidden="true" />
            {words.meanBefore(days.length)}
          </span>
        </p>
        <Plot
          label={words.chooseDay}
          days={days.map((each) => each.day)}
          scale={scale}
          height={236}
          chosen={chosen}
          choose={choose}
          words={day === undefined ? "" : wordsOf(day)}
        >
          <div class="bars">
            {days.map((each, index) => (
              <Bar key={each.day} day={each} isChosen={index === chosen} scale={scale} />
            ))}
          </div>
          {isEmpty ? (
            <p class="nothing">{words.noCoins}</p>
          ) : (
            <>
              <Line kind="before" scale={scale} values={means} />
              <Line kind="before" scale={scale} values={gone.map((value) => -value)} />
            </>
          )}
        </Plot>
        {day && (
          <p class="readout">
            <b>{dayWords(day.day)}</b>
            <span>
              {words.earned} <b>{exact(day.earned)}</b>
            </span>
            <span>
              {words.spent} <b>{exact(day.spent)}</b>
            </span>
            <span>
              {words.expired} <b>{exact(day.expired)}</b>
            </span>
            <span>
              {words.moreOwed} <b>{moreOwed(day)}</b>
            </span>
            <a href={href(`/awards?from=${day.day}&to=${day.day}`)}>{words.seeDay}</a>
          </p>
        )}
      </div>
    </Figure>
  )
}
