import type { ComponentChildren } from "preact"
import { mayOpen } from "../../app/permissions.ts"
import { href, place } from "../../app/router.ts"
import { Page } from "../../parts/Page.tsx"
import { app } from "../../words/common.ts"
import { words } from "../../words/settings.ts"

const tabs = [
  ["/settings", words.details],
  ["/settings/people", app.people],
  ["/settings/security", app.security],
  ["/settings/audit", app.audit]
] as const

interface Props {
  readonly title: string
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A page of the settings, with tabs for all of them. */
export const SettingsFrame = ({ actions, children, title }: Props) => (
  <Page title={title} actions={actions}>
    <nav aria-label={app.settings}>
      <ul class="tabs">
        {tabs
          .filter(([path]) => mayOpen(path))
          .map(([path, label]) => (
            <li key={path}>
              <a href={href(path)} aria-current={place.value.path === path ? "page" : undefined}>
                {label}
              </a>
            </li>
          ))}
      </ul>
    </nav>
    {children}
  </Page>
)
