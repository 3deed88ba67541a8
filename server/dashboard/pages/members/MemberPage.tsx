import { useState } from "preact/hooks"
import { NotFound } from "../../app/NotFound.tsx"
import { href, hrefWith, place } from "../../app/router.ts"
import { Button } from "../../parts/Button.tsx"
import { Loaded } from "../../parts/Loaded.tsx"
import { useLoad } from "../../parts/load.ts"
import { Page } from "../../parts/Page.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Time } from "../../parts/Time.tsx"
import { Views } from "../../parts/Views.tsx"
import { MemberAwards } from "./MemberAwards.tsx"
import { nameOf, tagOf } from "./names.ts"
import { Positions } from "./Positions.tsx"
import { type MemberView, readMember } from "./read.ts"
import { Transactions } from "./Transactions.tsx"
import { TransferDialog } from "./TransferDialog.tsx"

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
          <a class="button plain" href={href("/members")}>
            To the members
          </a>
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

/** One member: the wallet, the awards and where it stands. */
export const MemberPage = () => {
  const userId = place.value.query.get("userId") ?? ""
  return userId === "" ? <NotFound /> : <View key={userId} userId={userId} />
}
