import { useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { messageOf } from "../../api.ts"
import { Given } from "../../parts/Given.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { useLoad, useSettled } from "../../parts/load.tsx"
import { app, parts } from "../../words/common.ts"
import { reference } from "../navigation.ts"
import { mayOpen } from "../permissions.ts"
import { navigate } from "../router.ts"
import { leave } from "../unsaved.ts"
import { type Found, localFound } from "./found.ts"
import { remoteFound } from "./remote.ts"
import { isPaletteOpen } from "./state.ts"

const close = (): void => {
  isPaletteOpen.value = false
}

const open = ({ to }: Found): void => {
  close()
  if (to === reference) leave(() => location.assign(to))
  else navigate(to)
}

/** Finds pages, actions, rules, members, and awards and transactions by id. Nothing is sent while somebody types. */
export const Palette = () => {
  const [typed, setTyped] = useState("")
  const [at, setAt] = useState(0)
  const list = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const words = typed.trim()
  const settled = useSettled(words)
  const { data, failure, loading } = useLoad(
    async (signal) => ({ words: settled, groups: await remoteFound(settled, signal) }),
    [settled]
  )
  const isSearching = loading || settled !== words
  // Results for an earlier text are hidden, so that none is chosen by mistake.
  const groups = [...localFound(typed, mayOpen), ...(data?.words === words ? data.groups : [])]
  const all = groups.flatMap(({ found }) => found)
  const active = all[Math.min(at, all.length - 1)]

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useLayoutEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" })
  }, [active?.key])

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((Math.min(at, all.length - 1) + step + all.length) % Math.max(1, all.length))
    } else if (event.key === "Enter" && !event.repeat) {
      event.preventDefault()
      if (active !== undefined) open(active)
    }
  }
  const idOf = (found: Found): string => `${list}-${all.indexOf(found)}`
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={app.searchAndCommands}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={() => {}}
    >
      <div class="ask">
        <Icon of="search" />
        <input
          type="text"
          role="combobox"
          aria-label={app.search}
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active && idOf(active)}
          placeholder={app.searchHint}
          autoComplete="off"
          spellcheck={false}
          dir="auto"
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" class="link" onClick={close}>
          {parts.close}
        </button>
      </div>
      <div id={list} role="listbox" aria-label={app.found}>
        {groups.map(({ found, title }) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role.
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden="true">{title}</p>
            {found.map((each) => (
              // The focus stays in the field, and its arrow keys move between the options.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={each.key}
                id={idOf(each)}
                role="option"
                tabIndex={-1}
                aria-selected={each === active}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => open(each)}
              >
                <Given>{each.label}</Given>
                {each.note && (
                  <small>
                    <Given>{each.note}</Given>
                  </small>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p class={failure === undefined && all.length > 0 ? "unseen" : "none"} role="status">
        {failure !== undefined
          ? app.searchFailed(messageOf(failure))
          : isSearching
            ? app.searching
            : all.length === 0
              ? app.nothingFound
              : app.foundCount(all.length)}
      </p>
    </dialog>
  )
}
