import { csvOf } from "../../../../lib/schema/csv.ts"
import { call, faultsOf } from "../../api.ts"
import { href, place, setQuery } from "../../app/router.ts"
import { Bars } from "../../parts/Bars.tsx"
import { Button } from "../../parts/Button.tsx"
import { dateWords, dayOf, monthWords } from "../../parts/days.ts"
import { Field } from "../../parts/Field.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { Page } from "../../parts/Page.tsx"
import { Sums } from "../../parts/Sums.tsx"
import { saveCsv } from "../../parts/save.ts"
import { language, locales } from "../../words/language.ts"
import { words } from "../../words/liability.ts"
import { Origins } from "./Origins.tsx"
import { expiringSoon, type Liability, lasting, monthsOf, shownMonths, tableOf } from "./sums.ts"

/** The end of a UTC day. Today has not ended, so that its sums are those of now. */
const endOf = (day: string): string | undefined =>
  day === "" || day === dayOf(Date.now()) ? undefined : `${day}T23:59:59.999Z`

/** While a year is typed, a date field has years such as 0202. */
const isTyped = (day: string): boolean => day === "" || day > "2000"

const local = new Intl.DateTimeFormat(locales[language].dates, { dateStyle: "medium", timeStyle: "short" })

/** When the sums were so, in words. */
const Moment = ({ at, isNow }: { readonly at: string; readonly isNow: boolean }) =>
  isNow
    ? words.owedNow(<time dateTime={at}>{local.format(new Date(at))}</time>)
    : words.owedAtEnd(<time dateTime={at}>{dateWords(dayOf(at))}</time>)

const Tiles = ({ isNow, of }: { readonly of: Liability; readonly isNow: boolean }) => {
  const { coins, until } = expiringSoon(of)
  const waits = words.notYet
  return (
    <Sums
      sums={[
        { label: words.inWallets, value: Number(of.outstanding), note: words.canBeSpent },
        {
          label: words.pending,
          value: Number(of.pending),
          note: isNow && Number(of.pending) > 0 ? <a href={href("/awards?state=pending")}>{waits}</a> : waits
        },
        { label: words.expireSoon, value: Number(coins), note: words.byEndOf(until) },
        { label: words.doNotExpire, value: Number(lasting(of)), note: words.ofThese }
      ]}
    />
  )
}

const Expiring = ({ of }: { readonly of: Liability }) => {
  if (of.expiring.length === 0) {
    return (
      <section>
        <div class="head">
          <h2>{words.expires}</h2>
        </div>
        <p class="panel bare">{words.noneExpire}</p>
      </section>
    )
  }
  const { later, months } = monthsOf(of, shownMonths(of))
  return (
    <>
      <Bars
        caption={words.byMonth}
        title={
          <>
            {words.expires} <small>{words.byMonthHint}</small>
          </>
        }
        column={words.month}
        unit={words.ofCoins}
        bars={months.map(({ coins, month }) => ({ label: monthWords(month), value: Number(coins) }))}
        order="ascending"
      />
      {later !== "0" && <p class="quiet apart">{words.expireLater(Number(later))}</p>}
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
      title={words.title}
      actions={
        <Button
          kind="plain"
          off={!isShown}
          onClick={() => data && saveCsv(`liability-${dayOf(data.of.at)}.csv`, csvOf(tableOf(data.of)))}
        >
          {words.download}
        </Button>
      }
    >
      <search class="filters">
        <div class="day">
          <Field
            label={words.asOf}
            name="at"
            type="date"
            value={day}
            onValue={(at) => isTyped(at) && setQuery({ at })}
            hint={words.asOfHint}
            fault={fault}
          />
        </div>
      </search>
      {/* A refused day is said at the field. */}
      {fault === undefined && (
        <Loaded
          what={words.what}
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
