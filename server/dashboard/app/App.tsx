import { useLayoutEffect, useRef } from "preact/hooks"
import { lapsed } from "../api.ts"
import { ForgotPage } from "../pages/entry/ForgotPage.tsx"
import { OnboardPage } from "../pages/entry/OnboardPage.tsx"
import { SignInAgain, SignInPage } from "../pages/entry/SignIn.tsx"
import { Failure } from "../parts/Failure.tsx"
import { online } from "../parts/load.tsx"
import { NotAllowed, NotFound } from "../parts/Page.tsx"
import { Toasts } from "../parts/Toasts.tsx"
import { LeaveDialog } from "./LeaveDialog.tsx"
import { mayOpen } from "./permissions.ts"
import { place, subjectOf } from "./router.ts"
import { findRoute } from "./routes.tsx"
import { Shell } from "./Shell.tsx"
import { onKey, ShortcutList } from "./Shortcuts.tsx"
import { openSession, session } from "./session.ts"

const entries = { "/onboard": OnboardPage, "/forgot": ForgotPage }

/** The page for the current address. Signing in does not change the address, so it leads to the page that was asked for. */
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
  const found = findRoute(path)
  const Page = mayOpen(path) ? (found?.route.page ?? NotFound) : NotAllowed
  return (
    <Shell partner={current.partner}>
      <Page key={subjectOf(place.value)} params={found?.params ?? {}} />
    </Shell>
  )
}

/** Focuses the heading after a change of page. It runs before the paint, so that it cannot take the focus from a field. */
const useArrival = (): void => {
  const first = useRef(true)
  const subject = subjectOf(place.value)
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
  }, [subject, state])
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
      <LeaveDialog />
      <ShortcutList />
      <Toasts />
    </>
  )
}
