import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import type { AwardDetails, Event, Member, Rule } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Copyable } from "../../parts/Copy.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Developers } from "../../parts/Developers.tsx"
import { type Fact, Facts } from "../../parts/Facts.tsx"
import { Given } from "../../parts/Given.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { May } from "../../parts/May.tsx"
import { findPerson, memberHref, nameOf } from "../../parts/member.ts"
import { exact } from "../../parts/numbers.ts"
import { ButtonLink, Page, type PageProps } from "../../parts/Page.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/awardDetails.ts"
import { language, locales } from "../../words/language.ts"
import { ActivityLink } from "../activities/ActivityLink.tsx"
import { AwardState } from "../awards/AwardState.tsx"
import { ConfirmDialog } from "../awards/ConfirmDialog.tsx"
import { ReverseDialog } from "../awards/ReverseDialog.tsx"
import { isReversible } from "../awards/reversalChoice.ts"
import { Deliveries } from "./Deliveries.tsx"
import { readSent } from "./deliveries.ts"
import { Ladder } from "./Ladder.tsx"
import { LifeLine } from "./LifeLine.tsx"
import { lifeOf } from "./life.ts"
import { Reversals } from "./Reversals.tsx"

interface Shown {
  readonly award: AwardDetails
  /** Undefined if it could not be read. The page is shown without it. */
  readonly rule: Rule | undefined
  readonly person: Member | undefined
}

const readAward = async (id: string, signal: AbortSignal): Promise<Shown> => {
  const award = await call("rules.getAward", { params: { id }, signal })
  const [rule, person] = await Promise.all([
    call("rules.get", { params: { id: award.rule.id }, signal }).catch(() => undefined),
    findPerson(award.userId, signal).catch(() => undefined)
  ])
  return { award, rule, person }
}

const nameIn = ({ award, person }: Shown): string => (person && nameOf(person)) || award.userId

const titleOf = (shown: Shown): string => {
  const { awarded, coins, ruleName } = shown.award
  return awarded ? words.coinsTo(Number(coins), nameIn(shown)) : words.ruleFor(ruleName, nameIn(shown))
}

const months = new Intl.DateTimeFormat(locales[language].dates, {
  month: "long",
  year: "numeric",
  timeZone: "UTC"
})

const asked = ({ award, person }: Shown): ReadonlyArray<Fact> => {
  const { amount, metadata, note, rule, ruleName, userId } = award
  const name = person === undefined ? "" : nameOf(person)
  return [
    [
      words.member,
      <>
        <a href={memberHref(userId)}>
          <Given>{name || userId}</Given>
        </a>
        {name && (
          <span class="under">
            <Given>{userId}</Given>
          </span>
        )}
      </>
    ],
    [
      words.rule,
      <>
        <a href={href(`/rules/${rule.id}`)}>
          <Given>{rule.name}</Given>
        </a>
        {ruleName !== rule.name && <span class="under">{words.condition(<Given>{ruleName}</Given>)}</span>}
      </>
    ],
    [words.amount, amount === null ? null : exact(amount)],
    [words.activity, award.activityId === null ? null : <ActivityLink of={award} />],
    [words.note, note === null ? null : <Given>{note}</Given>],
    [
      words.details,
      Object.keys(metadata).length === 0
        ? null
        : Object.entries(metadata).map(([key, value]) => (
            <div key={key}>
              <Given>{key}</Given>: <Given>{value}</Given>
            </div>
          ))
    ]
  ]
}

/** Whether the event says that the award was made. */
const isMade = ({ type }: Event): boolean =>
  type === "award.paid" || type === "award.counted" || type === "award.suppressed"

const Body = ({ of, shown }: { readonly of: ReturnType<typeof useSent>; readonly shown: Shown }) => {
  const { award, rule } = shown
  const requestId = of.data?.find(({ event }) => isMade(event))?.event.requestId
  return (
    <>
      <LifeLine of={lifeOf(award, new Date().toISOString())} />
      <div class="story">
        <div>
          <Ladder award={award} rule={rule} />
          <Reversals of={award} />
          <Deliveries of={of} />
        </div>
        <div>
          <section>
            <h2>{words.asked}</h2>
            <Facts of={asked(shown)} />
          </section>
          <section>
            <h2>{words.who}</h2>
            <Facts
              of={[
                [
                  words.orderedBy,
                  award.orderedBy === null ? (
                    words.nobody
                  ) : (
                    <>
                      <b>
                        <Given>{award.orderedBy.name}</Given>
                      </b>
                      <span class="under">{words.kinds[award.orderedBy.kind]}</span>
                    </>
                  )
                ],
                [words.request, requestId ? <Copyable text={requestId} what={words.requestId} /> : null]
              ]}
            />
          </section>
          {award.awarded && (
            <section>
              <h2>{words.onBoards}</h2>
              <Facts
                of={[
                  [
                    words.points,
                    <>
                      {words.pointsIn(exact(award.coinsLeft), months.format(Date.parse(award.createdAt)))}
                      <span class="under">
                        {award.coinsLeft === award.coins
                          ? words.pointsStay
                          : words.pointsLess(exact(award.coins))}
                      </span>
                    </>
                  ]
                ]}
              />
            </section>
          )}
          <Developers json={award} curl={curlOf("rules.getAward", undefined, { id: award.id })} />
        </div>
      </div>
    </>
  )
}

const useSent = (award: AwardDetails | undefined) =>
  useLoad(
    (signal) => (award === undefined ? new Promise<never>(() => undefined) : readSent(award, signal)),
    [award]
  )

/** One award: its life, how it was decided, who ordered it, what was taken back, and what was sent about it. */
export const AwardDetailsPage = ({ params: { id = "" } }: PageProps) => {
  const load = useLoad((signal) => readAward(id, signal), [id])
  const [step, setStep] = useState<"reverse" | "confirm">()
  const shown = load.data
  const award = shown?.award
  const sent = useSent(award)
  const close = () => setStep(undefined)
  const done = () => {
    close()
    load.reload()
  }
  return (
    <Page
      title={shown === undefined ? words.award : titleOf(shown)}
      of={words.award}
      crumb={{ to: "/awards", text: words.awards }}
      state={award && <AwardState award={award} />}
      under={
        award && (
          <>
            <Time at={award.createdAt} /> <Copyable text={award.id} what={words.id} />
          </>
        )
      }
      actions={
        award && (
          <>
            <ButtonLink
              to={`/award?${new URLSearchParams({ userId: award.userId, ruleName: award.ruleName })}`}
              kind="plain"
            >
              {words.again}
            </ButtonLink>
            {award.state === "pending" && (
              <May call="rules.confirm">
                <Button kind="plain" onClick={() => setStep("confirm")}>
                  {words.confirm}
                </Button>
              </May>
            )}
            {isReversible(award) && (
              <May call="rules.reverse">
                <Button kind="danger line" onClick={() => setStep("reverse")}>
                  {award.coinsLeft === "0"
                    ? words.reverse
                    : award.coinsLeft === award.coins
                      ? words.reverseAll(exact(award.coinsLeft))
                      : words.reverseLeft(exact(award.coinsLeft))}
                </Button>
              </May>
            )}
          </>
        )
      }
    >
      <Loaded what={words.theAward} of={load} skeleton={<Skeleton rows={6} />}>
        {(shown) => <Body shown={shown} of={sent} />}
      </Loaded>
      {award && step === "confirm" && <ConfirmDialog award={award} onClose={close} onConfirmed={done} />}
      {award && step === "reverse" && <ReverseDialog award={award} onClose={close} onReversed={done} />}
    </Page>
  )
}
