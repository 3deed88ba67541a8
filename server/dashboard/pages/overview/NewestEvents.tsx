import { useRef } from "preact/hooks"
import { href } from "../../app/router.ts"
import { Time } from "../../parts/Time.tsx"
import { memberHref } from "../members/places.ts"
import type { Happening } from "./happenings.ts"
import { useNewest } from "./live.ts"
import type { Start } from "./read.ts"

interface Props {
  readonly start: Start
  /** Reads the page anew. */
  readonly reload: () => void
}

const addressOf = ({ id, kind }: Happening["subject"]): string =>
  kind === "member" ? memberHref(id) : href(`/rules/${id}`)

const Line = ({ isNew, of }: { readonly of: Happening; readonly isNew: boolean }) => (
  <li class={isNew ? "arrives" : undefined}>
    <span>
      <a href={addressOf(of.subject)}>{of.subject.name}</a> {of.words}
      <small>
        <Time at={of.at} />
      </small>
    </span>
    <span class={of.isGain ? "plus" : "quiet"}>{of.result}</span>
  </li>
)

/** What happened last, as it happens. */
export const NewestEvents = ({ reload, start }: Props) => {
  const list = useRef<HTMLUListElement>(null)
  const { isLive, isNew, release, shown, waiting } = useNewest(start, list, reload)
  return (
    <section>
      <div class="head">
        <h2>
          <i class={isLive ? "dot" : "dot off"} />
          Live <small role="status">{isLive ? "resumes by itself" : "reconnecting…"}</small>
        </h2>
        {waiting > 0 && (
          <button type="button" class="link" onClick={release}>
            {waiting} new
          </button>
        )}
      </div>
      {/* The list waits while one points at it or is in it by the keyboard. */}
      <ul class="panel feed" ref={list} onMouseLeave={release} onFocusOut={release}>
        {shown.map((each) => (
          <Line key={each.key} of={each} isNew={isNew(each.key)} />
        ))}
      </ul>
    </section>
  )
}
