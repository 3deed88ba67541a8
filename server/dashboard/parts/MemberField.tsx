import { useState } from "preact/hooks"
import { call, messageOf } from "../api.ts"
import type { Member } from "../contract.ts"
import { counts, parts } from "../words/common.ts"
import { Combobox } from "./Combobox.tsx"
import type { Common } from "./Field.tsx"
import { useLoad, useSettled } from "./load.tsx"
import { nameOf, tagOf } from "./member.ts"

const noteOf = (member: Member): string =>
  [nameOf(member), tagOf(member), counts.coins(Number(member.coins))].filter(Boolean).join(" · ")

/** Finds a member by the start of an id, of a tag or of any word of a name. Any other id can be entered too. */
export const MemberField = (props: Common) => {
  const [typed, setTyped] = useState<string>()
  const search = useSettled(typed)?.trim()
  const { data, failure, loading } = useLoad(
    async (signal) => {
      if (search === undefined) return undefined
      const { data } = await call("members.list", { query: { search, limit: "8" }, signal })
      return { search, members: data }
    },
    [search]
  )
  // Results of an earlier search are hidden, so that none is chosen by mistake.
  const isCurrent = data?.search === typed?.trim()
  const options = (isCurrent ? data?.members : undefined) ?? []
  return (
    <Combobox
      {...props}
      options={options.map((member) => ({ value: member.userId, note: noteOf(member) }))}
      onTyped={setTyped}
      nothing={
        failure !== undefined ? messageOf(failure) : loading || !isCurrent ? parts.searching : parts.noMember
      }
      placeholder={parts.memberHint}
    />
  )
}
