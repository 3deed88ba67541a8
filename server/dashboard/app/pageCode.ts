import { type ReadonlySignal, signal } from "@preact/signals"
import type { ComponentType } from "preact"
import type { PageProps } from "../parts/Page.tsx"

type Page = ComponentType<PageProps>

/** The code of a page, which is loaded when the page is first opened. */
export interface PageCode {
  /** Undefined until the code is loaded. */
  readonly found: ReadonlySignal<{ readonly page: Page } | { readonly failure: unknown } | undefined>
  /** Loads the code, unless it is loaded or loading. */
  readonly load: () => void
}

/** A page that is part of the first file, so that it is shown without another request. */
export const inMain = (page: Page): PageCode => ({ found: signal({ page }), load: () => {} })

export const loadedOnce = (load: () => Promise<Page>): PageCode => {
  const found = signal<{ readonly page: Page } | { readonly failure: unknown } | undefined>(undefined)
  let isLoading = false
  return {
    found,
    load: () => {
      if (isLoading || (found.value !== undefined && "page" in found.value)) return
      isLoading = true
      found.value = undefined
      load()
        .then(
          (page) => {
            found.value = { page }
          },
          (reason: unknown) => {
            const failure = new Error("The code of this page could not be loaded.", { cause: reason })
            found.value = { failure }
          }
        )
        .finally(() => {
          isLoading = false
        })
    }
  }
}

/** How long the first page has before the others are loaded, in milliseconds. */
const pause = 1000

/** Loads pages after a pause. Returns a function that prevents it. */
export const loadSoon = (pages: ReadonlyArray<PageCode>): (() => void) => {
  const timer = setTimeout(() => {
    for (const { load } of pages) load()
  }, pause)
  return () => clearTimeout(timer)
}
