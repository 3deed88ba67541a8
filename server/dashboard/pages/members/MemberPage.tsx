import { useState } from "preact/hooks"
import { hrefWith, place } from "../../app/router.ts"
import { Button } from "../../parts/Button.tsx"
import { By } from "../../parts/By.tsx"
import { Copyable } from "../../parts/Copy.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Given } from "../../parts/Given.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { May } from "../../parts/May.tsx"
import { nameOf, tagOf } from "../../parts/member.ts"
import { ButtonLink, NotFound, Page } from "../../parts/Page.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/members.ts"
import { ActivityList } from "../activities/ActivityList.tsx"
import { AdjustDialog } from "./AdjustDialog.tsx"
import { Expiries } from "./Expiries.tsx"
import { MemberAwards } from "./MemberAwards.tsx"
import { type FinalStep, PersonalData, PersonalMenu } from "./PersonalData.tsx"
import { Positions } from "./Positions.tsx"
import { type MemberView, readMember } from "./readMember.ts"
import { Transactions } from "./Transactions.tsx"
import { TransferDialog } from "./TransferDialog.tsx"

interface ViewsProps {
  readonly label: string
  readonly views: ReadonlyArray<{ readonly text: string; readonly href: string; readonly current: boolean }>
}

/** Tabs of a page, each with its own URL. */
const Views = ({ label, views }: ViewsProps) => (
  <ul class="views" aria-label={label}>
    {views.map(({ current, href, text }) => (
      <li key={text}>
        <a href={href} aria-current={current ? "true" : undefined}>
          {text}
        </a>
      </li>
    ))}
  </ul>
)

/** Says so if the address has another id than the member's own: that of a merged member, or a linked one. */
const OtherId = ({ of: { asked, userId } }: { readonly of: MemberView }) =>
  asked === userId ? null : (
    <p class="person" role="status">
      <span>{words.otherId(<code>{asked}</code>)}</span>
    </p>
  )

/** The id, small below the name, and what else is known about the person. */
const Known = ({ of: { isLinked, member, userId } }: { readonly of: MemberView }) => {
  const known =
    member === undefined ? [] : [tagOf(member) && words.hasTag(tagOf(member)), member.userData?.email ?? ""]
  return (
    <>
      <Copyable text={userId} what={words.idToCopy} />
      {known.filter(Boolean).map((text) => (
        <span key={text}>
          <Given>{text}</Given>
        </span>
      ))}
      {member && (
        <span>
          {words.memberSince(<Time at={member.createdAt} />)}
          <By of={member.orderedBy} />
        </span>
      )}
      {isLinked && <span>{words.hasAccount}</span>}
    </>
  )
}

/** What the partner knows about the member, for the conditions of rules. */
const Attributes = ({ of: { member } }: { readonly of: MemberView }) => {
  const entries = Object.entries(member?.attributes ?? {})
  return entries.length === 0 ? null : (
    <dl class="attributes" aria-label={words.attributes}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{String(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

const NoActivities = () => (
  <Empty
    title={words.noActivities}
    action={<ButtonLink to="/activities/try">{words.tryActivity}</ButtonLink>}
  >
    {words.noActivitiesHint}
  </Empty>
)

/** The lists of a member's page. The address has the one that is shown. */
const views = [
  ["", words.views.wallet],
  ["awards", words.views.awards],
  ["activities", words.views.activities]
] as const

const View = ({ asked }: { readonly asked: string }) => {
  const load = useLoad((signal) => readMember(asked, signal), [asked])
  const [changes, setChanges] = useState(0)
  const [opened, setOpened] = useState<"transfer" | "adjust" | FinalStep>()
  const view = place.value.query.get("view") ?? ""
  const { data } = load
  const userId = data?.userId ?? asked
  const onChange = () => {
    load.reload()
    setChanges((last) => last + 1)
  }
  const dialog = { userId, onClose: () => setOpened(undefined), onDone: onChange }
  return (
    <Page
      title={(data?.member && nameOf(data.member)) || userId}
      of={words.member}
      crumb={{ to: "/members", text: words.title }}
      under={data && <Known of={data} />}
      actions={
        load.failure === undefined ? (
          <>
            {data && <PersonalMenu userId={userId} onOpen={setOpened} />}
            <May call="coins.adjust">
              <Button kind="plain" off={data === undefined} onClick={() => setOpened("adjust")}>
                {words.adjustBalance}
              </Button>
            </May>
            <May call="coins.transfer">
              <Button
                kind="plain"
                off={data === undefined || data.coins === 0}
                onClick={() => setOpened("transfer")}
              >
                {words.redeemCoins}
              </Button>
            </May>
            <ButtonLink to={`/award?${new URLSearchParams({ userId })}`}>{words.award}</ButtonLink>
          </>
        ) : (
          <ButtonLink to="/members" kind="plain">
            {words.toMembers}
          </ButtonLink>
        )
      }
    >
      <Loaded what={words.whatMember} of={load} skeleton={<Skeleton rows={4} size="tile" />}>
        {(member) => (
          <>
            <OtherId of={member} />
            <Attributes of={member} />
            <Positions of={member} />
            <Views
              label={words.lists}
              views={views.map(([name, text]) => ({
                text,
                href: hrefWith({ view: name, after: "", type: "" }),
                current: name === view
              }))}
            />
            {view === "awards" ? (
              <MemberAwards userId={userId} onChanged={onChange} />
            ) : view === "activities" ? (
              <section>
                <ActivityList
                  isOfMember
                  query={{ userId, limit: "20" }}
                  empty={<NoActivities />}
                  onReversed={onChange}
                />
              </section>
            ) : (
              <>
                <Expiries of={member} />
                <Transactions
                  userId={userId}
                  memberId={member.memberId}
                  holds={member.coins}
                  changes={changes}
                  onChange={onChange}
                />
              </>
            )}
            <PersonalData
              of={member}
              opened={opened === "merge" || opened === "erase" ? opened : undefined}
              onOpen={setOpened}
              onChanged={onChange}
            />
          </>
        )}
      </Loaded>
      {opened === "transfer" && data !== undefined && <TransferDialog {...dialog} holds={data.coins} />}
      {opened === "adjust" && data !== undefined && <AdjustDialog {...dialog} holds={data.coins} />}
    </Page>
  )
}

/** A member's wallet, awards and positions on the boards. */
export const MemberPage = () => {
  const asked = place.value.query.get("userId") ?? ""
  return asked === "" ? <NotFound /> : <View asked={asked} />
}
