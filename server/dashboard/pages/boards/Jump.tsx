import { useState } from "preact/hooks"
import { setQuery } from "../../app/router.ts"
import { Field } from "../../parts/Field.tsx"

/** Leads to the page of a board that holds a member. */
export const Jump = ({ userId }: { readonly userId: string }) => {
  const [sought, setSought] = useState(userId)
  const jump = (event: SubmitEvent): void => {
    event.preventDefault()
    setQuery({ around: sought, userId: "", page: "" })
  }
  return (
    <form class="jump" onSubmit={jump} noValidate>
      <Field
        label="Jump to a member"
        name="userId"
        type="search"
        value={sought}
        onValue={setSought}
        placeholder="The member's id"
      />
      <button type="submit" class="button plain">
        Jump
      </button>
    </form>
  )
}
