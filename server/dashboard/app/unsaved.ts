import { signal } from "@preact/signals"

/** Functions that say whether a form on the page has values that are not saved. */
const forms = new Set<() => boolean>()

/** Registers a form. Returns a function that removes it. */
export const register = (isUnsaved: () => boolean): (() => void) => {
  forms.add(isUnsaved)
  return () => {
    forms.delete(isUnsaved)
  }
}

export const isUnsaved = (): boolean => Array.from(forms).some((each) => each())

/** What the person wanted to do when a form was not saved, until the person decides; undefined if there is no such question. */
export const leaving = signal<(() => void) | undefined>(undefined)

/** Runs a step that leaves the page. If a form is not saved, asks first. */
export const leave = (step: () => void): void => {
  if (isUnsaved()) leaving.value = step
  else step()
}

/** Asks before the browser closes or reloads a page with a form that is not saved. */
export const askBeforeUnload = (): void =>
  addEventListener("beforeunload", (event) => {
    if (isUnsaved()) event.preventDefault()
  })

const prefix = "laurel-draft:"

/** The id of the person who is signed in. A draft is only for the person who entered it. */
let owner = ""
export const setDraftOwner = (personId: string): void => {
  owner = personId
}

const keyOf = (form: string): string => `${prefix}${owner}:${form}`

interface Draft {
  /** The state of the record that the values were entered for. */
  readonly stamp: string
  readonly values: unknown
}

/** Stores what a person has entered into a form, in this browser. */
export const storeDraft = (form: string, draft: Draft): void => {
  try {
    localStorage.setItem(keyOf(form), JSON.stringify(draft))
  } catch {
    // The browser has no space left, or forbids it. The form then works without drafts.
  }
}

export const dropDraft = (form: string): void => {
  localStorage.removeItem(keyOf(form))
}

/** The values of a draft; undefined if there is none, or if the record has changed since then. */
export const readDraft = (form: string, stamp: string): object | undefined => {
  const text = localStorage.getItem(keyOf(form))
  if (text === null) return undefined
  try {
    const draft: Draft = JSON.parse(text)
    return draft.stamp === stamp && typeof draft.values === "object" && draft.values !== null
      ? draft.values
      : undefined
  } catch {
    return undefined
  }
}

/** Removes the drafts of everybody who used this browser. The forms of the page count as saved, so that the page can be left. */
export const dropDrafts = (): void => {
  forms.clear()
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
