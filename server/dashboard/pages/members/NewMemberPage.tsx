import type { ComponentChildren } from "preact"
import { call, type Faults } from "../../api.ts"
import { navigate } from "../../app/router.ts"
import { signedIn } from "../../app/session.ts"
import type { Body } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Code } from "../../parts/Code.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { Given } from "../../parts/Given.tsx"
import { memberPath } from "../../parts/member.ts"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { parts } from "../../words/common.ts"
import { words } from "../../words/members.ts"

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

const sentenceOf = ({ tag, userId }: Values): ComponentChildren => {
  const [givenId, givenTag] = [<Given key="id">{userId}</Given>, <Given key="tag">{tag}</Given>]
  if (userId !== "" && tag !== "") return words.becomesWithRecord(givenId, givenTag)
  if (userId !== "") return words.becomesWithout(givenId)
  if (tag !== "") return words.becomesByTag(givenTag)
  return words.giveIdOrTag
}

/** Onboards one of the partner's users by id, tag or both. */
export const NewMemberPage = () => {
  const { busy, failure, field, onSubmit, values } = useForm<Values>({
    initial: { userId: "", tag: "" },
    check,
    // No idempotency key: onboarding again returns the same member, and a retry should read the record again.
    send: async (given) => {
      const { userId } = await call("members.onboard", { body: bodyOf(given) })
      toast(words.isMember(userId))
      navigate(memberPath(userId))
    }
  })
  return (
    <Page title={words.add}>
      <div class="beside">
        <form onSubmit={onSubmit} noValidate>
          <fieldset>
            <p class="hint">{words.idOrTag}</p>
            <Field label={words.ownId} {...field("userId")} hint={words.ownIdHint} />
            <Field
              label={words.tag}
              {...field("tag")}
              hint={words.asksRecord(<code>userDetailsUrl</code>, <code>{signedIn()?.userDetailsUrl}</code>)}
            />
          </fieldset>
          <FormFailure of={failure} />
          <div class="actions">
            <Button off={busy}>{busy ? words.adding : words.add}</Button>
            <ButtonLink to="/members" kind="plain">
              {parts.cancel}
            </ButtonLink>
          </div>
        </form>
        <aside aria-label={words.whatIsSent}>
          <p class="say">{sentenceOf(values)}</p>
          <Code label="JSON" text={JSON.stringify(bodyOf(values), null, 2)} />
          <Code label="curl" text={curlOf("members.onboard", bodyOf(values))} />
        </aside>
      </div>
    </Page>
  )
}
