import { csvOf } from "../../../../lib/schema/csv.ts"
import { call, faultsOf } from "../../api.ts"
import { href, place, setQuery } from "../../app/router.ts"
import { Bars } from "../../parts/Bars.tsx"
import { Button } from "../../parts/Button.tsx"
import { dateWords, dayOf, monthWords } from "../../parts/days.ts"
import { Field } from "../../parts/Field.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { counted } from "../../parts/numbers.ts"
import { Page } from "../../parts/Page.tsx"
import { Sums } from "../../parts/Sums.tsx"
import { saveCsv } from "../../parts/save.ts"
import { Origins } from "./Origins.tsx"
import { expiringSoon, type Liability, lasting, monthsOf, shownMonths, tableOf } from "./sums.ts"

/** The end of a UTC day. Today has not ended, so that its sums are those of now. */
const endOf = (day: string): string | undefined =>
  day === "" || day === dayOf(Date.now()) ? undefined : `${day}T23:59:59.999Z`

/** While a year is typed, a date field has years such as 0202. */
const isTyped = (day: string): boolean => day === "" || day > "2000"

const local = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" })

/** When the sums were so, in words. */
const Moment = ({ at, isNow }: { readonly at: string; readonly isNow: boolean }) =>
  isNow ? (
    <>
      What you owe your members, as of <time dateTime={at}>{local.format(new Date(at))}</time>.
    </>
  ) : (
    <>
      What you owed your members at the end of <time dateTime={at}>{dateWords(dayOf(at))}</time>, UTC.
    </>
  )

const Tiles = ({ isNow, of }: { readonly of: Liability; readonly isNow: boolean }) => {
  const { coins, until } = expiringSoon(of)
  const waits = "cannot be spent yet"
  return (
    <Sums
      sums={[
        { label: "In wallets", value: Number(of.outstanding), note: "can be spent" },
        {
          label: "Pending",
          value: Number(of.pending),
          note: isNow && Number(of.pending) > 0 ? <a href={href("/awards?state=pending")}>{waits}</a> : waits
        },
        { label: "Expire soon", value: Number(coins), note: `by the end of ${until}, if not spent` },
        { label: "Do not expire", value: Number(lasting(of)), note: "of those in wallets" }
      ]}
    />
  )
}

const Expiring = ({ of }: { readonly of: Liability }) => {
  if (of.expiring.length === 0) {
    return (
      <section>
        <div class="head">
          <h2>Expires if not spent</h2>
        </div>
        <p class="panel bare">
          No coins in wallets expire. Rules decide that: see “Coins expire after” in the form of a rule.
        </p>
      </section>
    )
  }
  const { later, months } = monthsOf(of, shownMonths(of))
  return (
    <>
      <Bars
        caption="Coins that expire by month"
        title={
          <>
            Expires if not spent <small>by month of the last day, in the zone of the rule</small>
          </>
        }
        column="Month"
        unit="coins"
        bars={months.map(({ coins, month }) => ({ label: monthWords(month), value: Number(coins) }))}
        order="ascending"
      />
      {later !== "0" && <p class="quiet apart">{counted(Number(later), "coin")} expire later than that.</p>}
    </>
  )
}

/** What the partner owes its members, now or at the end of a day, for its books. */
export const LiabilityPage = () => {
  const day = place.value.query.get("at") ?? ""
  const load = useLoad(
    async (signal) => {
      const at = endOf(day)
      const of = await call("coins.liability", { query: at === undefined ? {} : { at }, signal })
      return { of, isNow: at === undefined }
    },
    [day]
  )
  const { data, failure, loading } = load
  const fault = faultsOf(failure).at
  const isShown = data !== undefined && failure === undefined && !loading
  return (
    <Page
      title="Liability"
      actions={
        <Button
          kind="plain"
          off={!isShown}
          onClick={() => data && saveCsv(`liability-${dayOf(data.of.at)}.csv`, csvOf(tableOf(data.of)))}
        >
          Download CSV
        </Button>
      }
    >
      <search class="filters">
        <div class="day">
          <Field
            label="As of the end of"
            name="at"
            type="date"
            value={day}
            onValue={(at) => isTyped(at) && setQuery({ at })}
            hint="A day in UTC. Empty: now."
            fault={fault}
          />
        </div>
      </search>
      {/* A refused day is said at the field. */}
      {fault === undefined && (
        <Loaded
          what="the liability"
          of={load}
          skeleton={
            <>
              <Skeleton rows={4} size="tile" />
              <Skeleton rows={1} size="plot" />
              <Skeleton rows={6} />
            </>
          }
        >
          {({ isNow, of }) => (
            <>
              <p class="lead">
                <Moment at={of.at} isNow={isNow} />
              </p>
              <Tiles of={of} isNow={isNow} />
              <Expiring of={of} />
              <Origins of={of} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}
