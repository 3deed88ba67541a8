import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { lapsed } from "../api.ts"
import { ForgotPage } from "../pages/entry/ForgotPage.tsx"
import { OnboardPage } from "../pages/entry/OnboardPage.tsx"
import { SignInAgain, SignInPage } from "../pages/entry/SignIn.tsx"
import { Failure } from "../parts/Failure.tsx"
import { Offline, online, Skeleton } from "../parts/load.tsx"
import { NotAllowed, NotFound, type PageProps } from "../parts/Page.tsx"
import { Toasts } from "../parts/Toasts.tsx"
import { app } from "../words/common.ts"
import { LeaveDialog } from "./LeaveDialog.tsx"
import { inMain, loadSoon, type PageCode } from "./pageCode.ts"
import { LazyPalette } from "./palette/LazyPalette.tsx"
import { mayOpen } from "./permissions.ts"
import { place, returned, subjectOf } from "./router.ts"
import { findRoute, routes } from "./routes.tsx"
import { Shell } from "./Shell.tsx"
import { onKey, ShortcutList } from "./Shortcuts.tsx"
import { openSession, session } from "./session.ts"

const notFound = inMain(NotFound)
const notAllowed = inMain(NotAllowed)

/** The page of an address: its code, and the parameters in the address. */
const pageAt = (path: string): PageProps & { readonly code: PageCode } => {
  if (!mayOpen(path)) return { code: notAllowed, params: {} }
  const found = findRoute(path)
  return { code: found?.route.page ?? notFound, params: found?.params ?? {} }
}

const Opened = ({ code, params }: PageProps & { readonly code: PageCode }) => {
  const isOnline = online.value
  useLayoutEffect(() => {
    if (isOnline) void code.load()
  }, [code, isOnline])
  const found = code.found.value
  if (found === undefined) return isOnline ? <Skeleton rows={6} /> : <Offline />
  // A new version of the service has other files, which only a reload finds.
  if ("failure" in found) {
    return isOnline ? (
      <Failure of={found.failure} what={app.pageNotLoaded} retry={() => location.reload()} />
    ) : (
      <Offline />
    )
  }
  return <found.page params={params} />
}

const entries = { "/onboard": OnboardPage, "/forgot": ForgotPage }

/** The page for the current address. Signing in does not change the address, so it leads to the page that was asked for. */
const Content = () => {
  const { path } = place.value
  const current = session.value
  if (current.state === "unknown") {
    return current.failure === undefined ? null : (
      <Failure of={current.failure} what={app.notSignedIn} retry={() => void openSession()} />
    )
  }
  if (current.state === "out") {
    const Entry = path === "/onboard" || path === "/forgot" ? entries[path] : SignInPage
    return <Entry />
  }
  return (
    <Shell partner={current.partner} person={current.person}>
      <Opened key={subjectOf(place.value)} {...pageAt(path)} />
    </Shell>
  )
}

/** How long a page has to load its rows after a step back, in milliseconds. */
const restoring = 5000

/** Scrolls once the page is long enough, unless the reader scrolls first. Returns a function that gives up. */
const scrollWhenLoaded = (y: number): (() => void) => {
  const look = (): void => {
    if (document.documentElement.scrollHeight < y + innerHeight) return
    scrollTo(0, y)
    end()
  }
  const observer = new ResizeObserver(look)
  const end = (): void => {
    observer.disconnect()
    clearTimeout(timer)
    removeEventListener("wheel", end)
    removeEventListener("keydown", end)
  }
  const timer = setTimeout(end, restoring)
  addEventListener("wheel", end)
  addEventListener("keydown", end)
  observer.observe(document.documentElement)
  look()
  return end
}

/** Focuses the heading after a change of page. It runs before the paint, so that it cannot take the focus from a field. */
const useArrival = (): void => {
  const first = useRef(true)
  const subject = subjectOf(place.value)
  const { state } = session.value
  const isLoading = state === "in" && pageAt(place.value.path).code.found.value === undefined
  useLayoutEffect(() => {
    if (isLoading) return
    const heading = document.querySelector("h1")
    if (state === "unknown") return
    if (first.current) {
      first.current = false
      return
    }
    const { y } = returned()
    if (y === 0) scrollTo(0, 0)
    heading?.focus({ preventScroll: y > 0 })
    return y === 0 ? undefined : scrollWhenLoaded(y)
  }, [subject, state, isLoading])
  // The other pages are loaded while nothing else happens, so that they open at once.
  useEffect(() => (state === "in" ? loadSoon(routes.map(({ page }) => page)) : undefined), [state])
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
          {app.offline}
        </p>
      )}
      <Content />
      {session.value.state === "in" && lapsed.value && <SignInAgain />}
      <LeaveDialog />
      <ShortcutList />
      {session.value.state === "in" && <LazyPalette />}
      <Toasts />
    </>
  )
}
