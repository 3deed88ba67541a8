import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Caller, Partner } from "../contract.ts"
import { AlertCount, FailingCount, WaitingCount } from "../pages/alerts/badges.tsx"
import { ReadAlerts } from "../pages/alerts/ReadAlerts.tsx"
import { Icon } from "../parts/Icon.tsx"
import { app } from "../words/common.ts"
import { Brand } from "./Brand.tsx"
import { type Entry, groups, reference } from "./navigation.ts"
import { mayOpen } from "./permissions.ts"
import { href, place } from "./router.ts"
import { openPalette, paletteKey } from "./Shortcuts.tsx"
import { TestBanner } from "./testSide/TestBanner.tsx"
import { UserMenu } from "./UserMenu.tsx"

interface Props {
  readonly partner: Partner
  readonly person: Caller
  readonly children: ComponentChildren
}

/** True for `/rules` itself and for `/rules/…`. */
const isWithin = (path: string, entry: string): boolean =>
  path === entry || (entry !== "/" && path.startsWith(`${entry}/`))

const badges = { alerts: AlertCount, waiting: WaitingCount, failing: FailingCount }

const Item = ({ badge, icon, label, path }: Entry) => {
  const Badge = badge && badges[badge]
  return (
    <li>
      <a
        href={path === reference ? path : href(path)}
        aria-current={isWithin(place.value.path, path) ? "page" : undefined}
      >
        <Icon of={icon} />
        {label}
        {Badge && <Badge />}
      </a>
    </li>
  )
}

const Navigation = () => {
  const { path } = place.value
  const list = useRef<HTMLDivElement>(null)
  // On a narrow screen the navigation scrolls sideways.
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [path])
  return (
    <div class="groups" ref={list}>
      {groups.map(({ entries, title }, index) => (
        <div key={title}>
          <h2 id={`nav-${index}`}>{title}</h2>
          <ul aria-labelledby={`nav-${index}`}>
            {entries
              .filter((entry) => mayOpen(entry.path))
              .map((entry) => (
                <Item key={entry.path} {...entry} />
              ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** The frame around every page after signing in. */
export const Shell = ({ children, partner, person }: Props) => (
  <div class="shell">
    <a class="skip" href="#main">
      {app.skip}
    </a>
    <nav aria-label={app.pages}>
      <Brand />
      <button type="button" class="jump" aria-haspopup="dialog" onClick={openPalette}>
        <Icon of="search" />
        <span>{app.search}</span>
        <i class="hotkey" aria-hidden="true">
          {paletteKey}
        </i>
      </button>
      {mayOpen("/award") && (
        <a
          class="give"
          href={href("/award")}
          aria-current={place.value.path === "/award" ? "page" : undefined}
        >
          <Icon of="plus" />
          {app.award}
          <i class="hotkey" aria-hidden="true">
            A
          </i>
        </a>
      )}
      <Navigation />
      <ReadAlerts />
      <UserMenu partner={partner} person={person} />
    </nav>
    <main id="main" tabIndex={-1}>
      <TestBanner />
      {children}
    </main>
  </div>
)
