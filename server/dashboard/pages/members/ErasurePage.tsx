import { useEffect } from "preact/hooks"
import { call } from "../../api.ts"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { ButtonLink, Page, type PageProps } from "../../parts/Page.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/members.ts"

/** Milliseconds between two reads of an erasure that still runs. */
const pause = 3000

/** The state of an erasure. It is read again until the erasure is done. */
export const ErasurePage = ({ params: { id = "" } }: PageProps) => {
  const load = useLoad((signal) => call("members.erasure", { params: { id }, signal }), [id])
  const { data, reload } = load
  useEffect(() => {
    if (data?.state !== "running") return
    const timer = setTimeout(reload, pause)
    return () => clearTimeout(timer)
  }, [data, reload])
  return (
    <Page
      title={words.erasedMember}
      actions={
        <ButtonLink to="/members" kind="plain">
          {words.toMembers}
        </ButtonLink>
      }
    >
      <Loaded what={words.whatErasure} of={load} skeleton={<Skeleton rows={4} />}>
        {({ createdAt, finishedAt, state, userId }) => (
          <>
            <p class="quiet explains" role="status">
              {state === "running" ? words.stillRemoving : words.allRemoved}
            </p>
            <dl class="facts">
              <dt>{words.state}</dt>
              <dd>
                <Pill tone={state === "done" ? "good" : "near"}>{words.states[state]}</Pill>
              </dd>
              <dt>{words.pseudonym}</dt>
              <dd>
                <code>{userId}</code>
              </dd>
              <dt>{words.erased}</dt>
              <dd>
                <Time at={createdAt} />
              </dd>
              {finishedAt !== null && (
                <>
                  <dt>{words.finished}</dt>
                  <dd>
                    <Time at={finishedAt} />
                  </dd>
                </>
              )}
            </dl>
          </>
        )}
      </Loaded>
    </Page>
  )
}
