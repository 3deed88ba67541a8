import type { Member } from "../../contract.ts"
import { exact } from "../../parts/numbers.ts"
import type { Column } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { nameOf, tagOf } from "./names.ts"
import { memberHref } from "./places.ts"

export const memberColumns: ReadonlyArray<Column<Member>> = [
  {
    title: "Member",
    cell: (member) => (
      <>
        <a href={memberHref(member.userId)}>{member.userId}</a>
        {nameOf(member) && <small class="below narrow">{nameOf(member)}</small>}
      </>
    )
  },
  { title: "Name", secondary: true, cell: nameOf },
  { title: "Tag", secondary: true, cell: tagOf },
  { title: "Coins", numeric: true, cell: ({ coins }) => exact(coins) },
  { title: "Onboarded", numeric: true, cell: ({ createdAt }) => <Time at={createdAt} /> }
]
