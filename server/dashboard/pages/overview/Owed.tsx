import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import { dayWords, monthWords } from "../../parts/days.ts"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { counted, exact } from "../../parts/numbers.ts"
import { Table } from "../../parts/Table.tsx"
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
      <h3>Expires if not spent</h3>
      <Loaded what="what expires" of={load} skeleton={<Skeleton rows={6} size="line" />}>
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
              <p class="quiet small">
                Later: {exact(later)}. Never: {exact(lasting(of))}
              </p>
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
      title="Owed to members"
      when={`${rangeWords(now)}, end of days in UTC`}
      links={<a href={href("/liability")}>As of a day</a>}
      csv={{
        name: `owed-${now.from}-${now.to}`,
        rows: () => [["day", "owed"], ...days.map(({ day: each, owed }) => [each, owed])]
      }}
      table={() => (
        <Table
          caption="Owed to members at the end of each day"
          columns={[
            { title: "End of", tight: true, cell: (each) => dayWords(each.day) },
            { title: "Owed", numeric: true, cell: ({ owed }) => exact(owed) }
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
              In wallets and pending <b>{exact(days.at(-1)?.owed ?? 0)}</b>
            </span>
            <span>
              <i class="dash" aria-hidden="true" />
              the {counted(days.length, "day")} before
            </span>
          </p>
          <Plot
            label="Owed to members at the end of a day. Choose a day"
            days={days.map((each) => each.day)}
            scale={scale}
            height={196}
            chosen={chosen}
            choose={choose}
            words={day === undefined ? "" : `End of ${dayWords(day.day)}: ${exact(day.owed)} owed`}
          >
            <Line kind="before" scale={scale} values={others} />
            <Line kind="now" scale={scale} values={values} />
          </Plot>
          {day && (
            <p class="readout">
              <b>End of {dayWords(day.day)}</b>
              <span>
                Owed <b>{exact(day.owed)}</b>
              </span>
            </p>
          )}
        </div>
        <Expiring />
      </div>
    </Figure>
  )
}
