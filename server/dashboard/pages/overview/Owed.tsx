import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import { dayWords, monthWords } from "../../parts/days.ts"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { exact } from "../../parts/numbers.ts"
import { Table } from "../../parts/Table.tsx"
import { overview as words } from "../../words/common.ts"
import { lasting, monthsOf } from "../liability/sums.ts"
import { lineScale } from "./figures.ts"
import { HorizontalBars } from "./HorizontalBars.tsx"
import { Figure, Line, Plot, useChosen } from "./Plot.tsx"
import { rangeWords } from "./range.ts"
import type { Compared } from "./readOverview.ts"

/** Which coins expire next. It is read apart from the page, because its sums take longer. */
const Expiring = () => {
  const load = useLoad((signal) => call("coins.liability", { signal }), [])
  return (
    <div class="expires">
      <h3>{words.expires}</h3>
      <Loaded what={words.whatExpires} of={load} skeleton={<Skeleton rows={6} size="line" />}>
        {(of) => {
          const { later, months } = monthsOf(of, 6)
          return (
            <>
              <HorizontalBars
                kind="grey"
                bars={months.map(({ coins, month }) => ({
                  key: month,
                  name: monthWords(month),
                  value: Number(coins)
                }))}
              />
              <p class="quiet small">{words.later(exact(later), exact(lasting(of)))}</p>
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

/** What was owed at the end of each day. */
export const Owed = ({ of: { before, now } }: { readonly of: Compared }) => {
  const { days } = now
  const [chosen, choose] = useChosen(days)
  const day = days[chosen]
  const values = days.map(({ owed }) => Number(owed))
  const others = before.days.map(({ owed }) => Number(owed))
  const scale = lineScale([...values, ...others])
  return (
    <Figure
      title={words.owed}
      when={words.endsInUtc(rangeWords(now))}
      links={<a href={href("/liability")}>{words.asOfDay}</a>}
      csv={{
        name: `owed-${now.from}-${now.to}`,
        rows: () => [["day", "owed"], ...days.map(({ day: each, owed }) => [each, owed])]
      }}
      table={() => (
        <Table
          caption={words.owedAtEnds}
          columns={[
            { title: words.endOf, tight: true, cell: (each) => dayWords(each.day) },
            { title: words.owedColumn, numeric: true, cell: ({ owed }) => exact(owed) }
          ]}
          rows={days.toReversed()}
          keyOf={(each) => each.day}
        />
      )}
    >
      <div class="panel pad owed">
        <div>
          <p class="key">
            <span>
              <i class="line" aria-hidden="true" />
              {words.inWallets} <b>{exact(days.at(-1)?.owed ?? 0)}</b>
            </span>
            <span>
              <i class="dash" aria-hidden="true" />
              {words.daysBefore(days.length)}
            </span>
          </p>
          <Plot
            label={words.chooseEnd}
            days={days.map((each) => each.day)}
            scale={scale}
            height={196}
            chosen={chosen}
            choose={choose}
            words={day === undefined ? "" : words.owedAtEnd(dayWords(day.day), exact(day.owed))}
          >
            <Line kind="before" scale={scale} values={others} />
            <Line kind="now" scale={scale} values={values} />
          </Plot>
          {day && (
            <p class="readout">
              <b>{words.endOfDay(dayWords(day.day))}</b>
              <span>
                {words.owedColumn} <b>{exact(day.owed)}</b>
              </span>
            </p>
          )}
        </div>
        <Expiring />
      </div>
    </Figure>
  )
}
