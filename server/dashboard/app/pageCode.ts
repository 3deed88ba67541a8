import { type ReadonlySignal, signal } from "@preact/signals"
import type { ComponentType } from "preact"
import type { PageProps } from "../parts/Page.tsx"
import { app } from "../words/common.ts"

type Page = ComponentType<PageProps>
type Found = { readonly page: Page } | { readonly failure: unknown }

/** The code of a page, which is loaded when the page is first opened. */
export interface PageCode {
  /** Undefined until the code is loaded. */
  readonly found: ReadonlySignal<Found | undefined>
  /** Loads the code. Tries again if it could not be loaded before. */
  readonly load: () => Promise<void>
}

export const isLoaded = ({ found }: PageCode): boolean =>
  found.peek() !== undefined && "page" in (found.peek() ?? {})

/** A page that is part of the first file, so that it is shown without another request. */
export const inMain = (page: Page): PageCode => ({ found: signal({ page }), load: () => Promise.resolve() })

export const loadedOnce = (load: () => Promise<Page>): PageCode => {
  const found = signal<Found | undefined>(undefined)
  let loading: Promise<void> | undefined
  return {
    found,
    load: () => {
      loading ??= load().then(
        (page) => {
          found.value = { page }
        },
        (cause: unknown) => {
          loading = undefined
          found.value = { failure: new Error(app.codeNotLoaded, { cause }) }
        }
      )
      return loading
    }
  }
}

/** How long the first page has before the others are loaded, in milliseconds. */
const pause = 1000

/** Loads pages after a pause. Returns a function that prevents it. */
export const loadSoon = (pages: ReadonlyArray<PageCode>): (() => void) => {
  const timer = setTimeout(() => {
    for (const { load } of pages) void load()
  }, pause)
  return () => clearTimeout(timer)
}
