import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { words } from "../../words/members.ts"
import { AwardList } from "../awards/AwardList.tsx"

interface Props {
  readonly userId: string
  /** Called after an award was reversed or confirmed. */
  readonly onChanged: () => void
}

/** The member's awards, newest first. */
export const MemberAwards = ({ onChanged, userId }: Props) => (
  <section>
    <AwardList
      isOfMember
      query={{ userId, limit: "20" }}
      onChanged={onChanged}
      empty={
        <Empty title={words.noAwards} curl={curlOf("rules.award", { userId, ruleName: "sign-up" })}>
          {words.noAwardsHint}
        </Empty>
      }
    />
  </section>
)
