import { useRef } from "preact/hooks"
import { href } from "../../app/router.ts"
import { Given } from "../../parts/Given.tsx"
import { memberHref } from "../../parts/member.ts"
import { PersonName } from "../../parts/names.tsx"
import { Time } from "../../parts/Time.tsx"
import { parts, overview as words } from "../../words/common.ts"
import type { FeedEntry } from "./feedEntries.ts"
import { useNewest } from "./live.ts"
import type { Start } from "./readOverview.ts"

interface Props {
  readonly start: Start
  /** Reloads the page's data. */
  readonly reload: () => void
  /** Called when new events have arrived. */
  readonly changed: () => void
}

const addressOf = ({ id, kind }: FeedEntry["subject"]): string =>
  kind === "member" ? memberHref(id) : href(`/rules/${id}`)

const Line = ({ isNew, of }: { readonly of: FeedEntry; readonly isNew: boolean }) => (
  <li class={isNew ? "arrives" : undefined}>
    <span>
      <a href={addressOf(of.subject)} title={of.subject.name}>
        {of.subject.kind === "member" ? (
          <PersonName userId={of.subject.id} />
        ) : (
          <Given>{of.subject.name}</Given>
        )}
      </a>{" "}
      {of.words.map((part) => (typeof part === "string" ? part : <Given>{part.name}</Given>))}
      <small>
        <Time at={of.at} />
        {of.by !== null && parts.by(<Given>{of.by}</Given>)}
      </small>
    </span>
    <span class={of.isGain ? "plus" : "quiet"}>{of.result}</span>
  </li>
)

/** The newest events, live. */
export const NewestEvents = ({ changed, reload, start }: Props) => {
  const list = useRef<HTMLUListElement>(null)
  const { isLive, isNew, release, shown, waiting } = useNewest(start, list, reload, changed)
  return (
    <section>
      <div class="head">
        <h2>
          <i class={isLive ? "dot" : "dot off"} />
          {words.live} <small role="status">{isLive ? words.reconnects : words.reconnecting}</small>
        </h2>
        {waiting > 0 && (
          <button type="button" class="link" onClick={release}>
            {words.newEvents(waiting)}
          </button>
        )}
      </div>
      {/* The list does not move while the pointer or the focus is in it. */}
      <ul class="panel feed" ref={list} onMouseLeave={release} onFocusOut={release}>
        {shown.map((each) => (
          <Line key={each.key} of={each} isNew={isNew(each.key)} />
        ))}
      </ul>
    </section>
  )
}
