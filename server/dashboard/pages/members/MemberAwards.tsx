import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
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
        <Empty title="No awards yet" curl={curlOf("rules.award", { userId, ruleName: "sign-up" })}>
          An award says that the member met a rule's condition once; it pays, or it counts.
        </Empty>
      }
    />
  </section>
)
