import { useLayoutEffect, useState } from "preact/hooks"
import { Toasts } from "../dashboard/parts/Toasts.tsx"
import { open, query, subject } from "./address.ts"
import { type Document, fetchDocument } from "./document.ts"
import { Navigation } from "./Navigation.tsx"
import { HomePage } from "./pages/HomePage.tsx"
import { OperationPage } from "./pages/OperationPage.tsx"
import { SchemaPage } from "./pages/SchemaPage.tsx"
import { makeSearch } from "./search.ts"

const Content = ({ document }: { readonly document: Document }) => {
  const name = subject.value
  const operation = document.operations.find(({ id }) => id === name)
  if (operation !== undefined) return <OperationPage key={name} operation={operation} document={document} />
  const schema = document.schemas[name]
  if (schema !== undefined) return <SchemaPage key={name} name={name} schema={schema} />
  return <HomePage document={document} missing={name} />
}

/** `/` focuses the search, except while the reader types into a field. */
const onKey = (event: KeyboardEvent): void => {
  const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select")
  if (event.key !== "/" || isTyping || event.metaKey || event.ctrlKey || event.altKey) return
  event.preventDefault()
  window.document.querySelector<HTMLInputElement>('input[type="search"]')?.focus()
}

/** Focuses the heading after a change of subject. It runs before the paint, so that it cannot take the focus from a field. */
const useArrival = (): void => {
  const name = subject.value
  useLayoutEffect(() => {
    const heading = window.document.querySelector("h1")
    if (heading === null) return
    window.document.title = `${heading.textContent} · Laurel Rewards API`
    if (name === "") return
    scrollTo(0, 0)
    heading.focus()
  }, [name])
}

const Reference = ({ document }: { readonly document: Document }) => {
  const [find] = useState(() => makeSearch(document))
  const found = find(query.value)
  useArrival()
  return (
    <div class="docs">
      <button
        type="button"
        class="skip"
        // Not a link, because the fragment of the address is the subject.
        onClick={() => window.document.getElementById("main")?.focus()}
      >
        Skip to the page
      </button>
      <Navigation
        document={document}
        found={found}
        onEnter={() => {
          const first = found.operations[0]?.id ?? found.schemas[0]
          if (first !== undefined) open(first)
        }}
      />
      <main id="main" tabIndex={-1}>
        <Content document={document} />
      </main>
    </div>
  )
}

export const App = () => {
  const [document, setDocument] = useState<Document | undefined>(undefined)
  const [failure, setFailure] = useState<unknown>(undefined)
  const load = () => {
    setFailure(undefined)
    fetchDocument().then(setDocument, setFailure)
  }
  // Runs before the paint, because a key may be pressed as soon as the page is visible.
  useLayoutEffect(() => {
    load()
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
  if (document !== undefined) {
    return (
      <>
        <Reference document={document} />
        <Toasts />
      </>
    )
  }
  return (
    <main class="waiting" aria-busy={failure === undefined}>
      <h1>Laurel Rewards API</h1>
      {failure !== undefined && (
        <div class="notice bad" role="alert">
          <p>The reference could not be read. {failure instanceof Error && failure.message}</p>
          <button type="button" class="button plain" onClick={load}>
            Try again
          </button>
        </div>
      )}
    </main>
  )
}
