import { call, type Faults } from "../../api.ts"
import { navigate } from "../../app/router.ts"
import { signedIn } from "../../app/session.ts"
import type { Body } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Code } from "../../parts/Code.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { memberPath } from "../../parts/member.ts"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { toast } from "../../parts/Toasts.tsx"

interface Values {
  readonly userId: string
  readonly tag: string
}

const bodyOf = ({ tag, userId }: Values): Body<"members.onboard"> => ({
  ...(userId === "" ? {} : { userId }),
  ...(tag === "" ? {} : { tag })
})

const check = ({ tag, userId }: Values): Faults =>
  userId === "" && tag === "" ? { userId: "or tag is required" } : {}

const sentenceOf = ({ tag, userId }: Values): string => {
  if (userId !== "" && tag !== "")
    return `${userId} becomes a member, with the record that your server has for the tag ${tag}.`
  if (userId !== "") return `${userId} becomes a member, without a record.`
  if (tag !== "")
    return `The user whom your server knows by the tag ${tag} becomes a member, under the id of that record.`
  return "Give an id or a tag, and this says who becomes a member."
}

/** Onboards one of the partner's users by id, tag or both. */
export const NewMemberPage = () => {
  const { busy, failure, field, onSubmit, values } = useForm<Values>({
    initial: { userId: "", tag: "" },
    check,
    // No idempotency key: onboarding again returns the same member, and a retry should read the record again.
    send: async (given) => {
      const { userId } = await call("members.onboard", { body: bodyOf(given) })
      toast(`${userId} is a member`)
      navigate(memberPath(userId))
    }
  })
  return (
    <Page title="Add member">
      <div class="beside">
        <form onSubmit={onSubmit} noValidate>
          <fieldset>
            <p class="hint">An id, a tag or both.</p>
            <Field
              label="Your id for the user"
              {...field("userId")}
              hint="Free-form, up to 128 characters: the id by which your systems award."
            />
            <Field
              label="Tag"
              {...field("tag")}
              hint={
                <>
                  Asks your <code>userDetailsUrl</code> for the user's record:{" "}
                  <code>{signedIn()?.userDetailsUrl}</code>
                </>
              }
            />
          </fieldset>
          <FormFailure of={failure} />
          <div class="actions">
            <Button off={busy}>{busy ? "Adding…" : "Add member"}</Button>
            <ButtonLink to="/members" kind="plain">
              Cancel
            </ButtonLink>
          </div>
        </form>
        <aside aria-label="What will be sent">
          <p class="say">{sentenceOf(values)}</p>
          <Code label="JSON" text={JSON.stringify(bodyOf(values), null, 2)} />
          <Code label="curl" text={curlOf("members.onboard", bodyOf(values))} />
        </aside>
      </div>
    </Page>
  )
}
