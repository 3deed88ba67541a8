import { useState } from "preact/hooks"
import { hrefWith, place } from "../../app/router.ts"
import { Button } from "../../parts/Button.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { nameOf, tagOf } from "../../parts/member.ts"
import { ButtonLink, NotFound, Page } from "../../parts/Page.tsx"
import { Time } from "../../parts/Time.tsx"
import { MemberAwards } from "./MemberAwards.tsx"
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

const Person = ({ of: { isLinked, member } }: { readonly of: MemberView }) => {
  if (member === undefined) return null
  const known = [nameOf(member), tagOf(member) && `tag ${tagOf(member)}`, member.userData?.email ?? ""]
  return (
    <p class="person">
      {known.filter(Boolean).map((text) => (
        <span key={text}>{text}</span>
      ))}
      <span>
        onboarded <Time at={member.createdAt} />
      </span>
      {isLinked && <span>has an account of the service</span>}
    </p>
  )
}

const View = ({ userId }: { readonly userId: string }) => {
  const load = useLoad((signal) => readMember(userId, signal), [userId])
  const [changes, setChanges] = useState(0)
  const [transferring, setTransferring] = useState(false)
  const isAwards = place.value.query.get("view") === "awards"
  const { data } = load
  const onChange = () => {
    load.reload()
    setChanges((last) => last + 1)
  }
  return (
    <Page
      title={userId}
      actions={
        load.failure === undefined ? (
          <Button off={data === undefined || data.coins === 0} onClick={() => setTransferring(true)}>
            Transfer coins
          </Button>
        ) : (
          <ButtonLink to="/members" kind="plain">
            Go to members
          </ButtonLink>
        )
      }
    >
      <Loaded of={load} skeleton={<Skeleton rows={4} size="tile" />}>
        {(view) => (
          <>
            <Person of={view} />
            <Positions of={view} />
            <Views
              label="Lists of this member"
              views={[
                { text: "Wallet", href: hrefWith({ view: "", after: "", type: "" }), current: !isAwards },
                { text: "Awards", href: hrefWith({ view: "awards", after: "", type: "" }), current: isAwards }
              ]}
            />
            {isAwards ? (
              <MemberAwards userId={userId} />
            ) : (
              <Transactions userId={userId} changes={changes} onChange={onChange} />
            )}
          </>
        )}
      </Loaded>
      {transferring && data !== undefined && (
        <TransferDialog
          userId={userId}
          holds={data.coins}
          onClose={() => setTransferring(false)}
          onDone={onChange}
        />
      )}
    </Page>
  )
}

/** A member's wallet, awards and positions on the boards. */
export const MemberPage = () => {
  const userId = place.value.query.get("userId") ?? ""
  return userId === "" ? <NotFound /> : <View key={userId} userId={userId} />
}
