import { useLayoutEffect, useRef } from "preact/hooks"
import { lapsed } from "../api.ts"
import { ForgotPage } from "../pages/entry/ForgotPage.tsx"
import { OnboardPage } from "../pages/entry/OnboardPage.tsx"
import { SignInAgain } from "../pages/entry/SignInAgain.tsx"
import { SignInPage } from "../pages/entry/SignInPage.tsx"
import { Failure } from "../parts/Failure.tsx"
import { online } from "../parts/load.ts"
import { Toasts } from "../parts/Toasts.tsx"
import { NotFound } from "./NotFound.tsx"
import { place } from "./router.ts"
import { find } from "./routes.tsx"
import { Shell } from "./Shell.tsx"
import { ShortcutList } from "./ShortcutList.tsx"
import { openSession, session } from "./session.ts"
import { onKey } from "./shortcuts.ts"

const entries = { "/onboard": OnboardPage, "/forgot": ForgotPage }

/** What is shown at this place: the address stays while nobody is signed in, so that signing in leads back to it. */
const Content = () => {
  const { path } = place.value
  const current = session.value
  if (current.state === "unknown") {
    return current.failure === undefined ? null : (
      <Failure of={current.failure} retry={() => void openSession()} />
    )
  }
  if (current.state === "out") {
    const Entry = path === "/onboard" || path === "/forgot" ? entries[path] : SignInPage
    return <Entry />
  }
  const found = find(path)
  const Page = found?.route.page ?? NotFound
  return (
    <Shell partner={current.partner}>
      <Page key={path} params={found?.params ?? {}} />
    </Shell>
  )
}

/** After a step to another page, the reader starts at its heading. Before the paint, so that it takes no focus from a field. */
const useArrival = (): void => {
  const first = useRef(true)
  const { path } = place.value
  const { state } = session.value
  useLayoutEffect(() => {
    const heading = document.querySelector("h1")
    document.title = heading === null ? "Laurel" : `${heading.textContent} · Laurel`
    if (state === "unknown") return
    if (first.current) {
      first.current = false
      return
    }
    scrollTo(0, 0)
    heading?.focus()
  }, [path, state])
}

export const App = () => {
  useArrival()
  useLayoutEffect(() => {
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
  return (
    <>
      {!online.value && (
        <p class="banner" role="status">
          You are offline. What you see may be old; nothing that you have entered is lost.
        </p>
      )}
      <Content />
      {session.value.state === "in" && lapsed.value && <SignInAgain />}
      <ShortcutList />
      <Toasts />
    </>
  )
}
