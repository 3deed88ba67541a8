import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { messageOf } from "../api.ts"
import type { Partner } from "../contract.ts"
import { toast } from "../parts/Toasts.tsx"
import { Brand } from "./Brand.tsx"
import { mayOpen } from "./permissions.ts"
import { href, place } from "./router.ts"
import { routes } from "./routes.tsx"
import { isListShown } from "./Shortcuts.tsx"
import { signOut } from "./session.ts"
import { switchTheme, theme } from "./theme.ts"
import { leave } from "./unsaved.ts"

interface Props {
  readonly partner: Partner
  readonly children: ComponentChildren
}

const end = (): void =>
  leave(() => {
    signOut().catch((error: unknown) => toast(`Signing out failed: ${messageOf(error)}`))
  })

/** True for `/rules` itself and for `/rules/…`. */
const isWithin = (path: string, entry: string): boolean =>
  path === entry || (entry !== "/" && path.startsWith(`${entry}/`))

const Navigation = () => {
  const { path } = place.value
  const list = useRef<HTMLUListElement>(null)
  // On a narrow screen the navigation scrolls sideways.
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [path])
  return (
    <ul ref={list}>
      {routes.map(({ badge: Badge, label, path: entry }) =>
        label === undefined || !mayOpen(entry) ? null : (
          <li key={entry}>
            <a href={href(entry)} aria-current={isWithin(path, entry) ? "page" : undefined}>
              {label}
              {Badge && <Badge />}
            </a>
          </li>
        )
      )}
    </ul>
  )
}

/** The frame around every page after signing in. */
export const Shell = ({ children, partner }: Props) => (
  <div class="shell">
    <a class="skip" href="#main">
      Skip to the page
    </a>
    <nav aria-label="Pages">
      <Brand />
      <Navigation />
      <div class="who">
        <p>
          <b>{partner.partnerName}</b>
          <span>{partner.email}</span>
        </p>
        <div class="tools">
          <button type="button" class="link" onClick={switchTheme}>
            Theme: {theme.value}
          </button>
          <button
            type="button"
            class="link secondary"
            onClick={() => {
              isListShown.value = true
            }}
          >
            Keyboard
          </button>
          <a class="link" href="/docs">
            API
          </a>
          <button type="button" class="link" onClick={end}>
            Sign out
          </button>
        </div>
      </div>
    </nav>
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  </div>
)
