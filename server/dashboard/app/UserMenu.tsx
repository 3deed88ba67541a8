import { messageOf } from "../api.ts"
import type { Caller, Partner } from "../contract.ts"
import { Given } from "../parts/Given.tsx"
import { Icon } from "../parts/Icon.tsx"
import { toast } from "../parts/Toasts.tsx"
import { app } from "../words/common.ts"
import { LanguageSwitch } from "./LanguageSwitch.tsx"
import { reference } from "./navigation.ts"
import { href, place } from "./router.ts"
import { isListShown } from "./Shortcuts.tsx"
import { signOut } from "./session.ts"
import { SideSwitch } from "./testSide/SideSwitch.tsx"
import { switchTheme, theme } from "./theme.ts"
import { leave } from "./unsaved.ts"

const end = (): void =>
  leave(() => {
    signOut().catch((error: unknown) => toast(app.signOutFailed(messageOf(error))))
  })

/** The first letters of an address, such as "IK" of "ingrid.krause@harbour.example". */
export const initialsOf = (email: string): string =>
  (email.split("@")[0] ?? "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? "")
    .join("")
    .toUpperCase()

const id = "user-menu"

const close = (): void => document.getElementById(id)?.hidePopover()

interface Props {
  readonly partner: Partner
  readonly person: Caller
}

const Item = ({ path, label }: { readonly path: string; readonly label: string }) => (
  <a href={href(path)} aria-current={place.value.path === path ? "page" : undefined} onClick={close}>
    {label}
  </a>
)

/** Who is signed in. The button opens a menu, which the browser closes on Esc and on a click elsewhere. */
export const UserMenu = ({ partner, person }: Props) => (
  <div class="me">
    <button type="button" popoverTarget={id}>
      <span class="face" aria-hidden="true">
        {initialsOf(person.email)}
      </span>
      <span class="name">
        <b>
          <Given>{partner.partnerName}</Given>
        </b>
        <small>{person.email}</small>
      </span>
      <Icon of="updown" />
    </button>
    <div id={id} class="menu" popover="auto">
      <p class="quiet">
        {person.email} · {app.roles[person.role]}
      </p>
      <Item path="/settings/security" label={app.security} />
      <Item path="/settings" label={app.settings} />
      <SideSwitch onClick={close} />
      <button type="button" onClick={switchTheme}>
        {app.theme}: {app.themes[theme.value]}
      </button>
      <button
        type="button"
        onClick={() => {
          close()
          isListShown.value = true
        }}
      >
        {app.keyboard}
      </button>
      <LanguageSwitch />
      <a href={reference} onClick={close}>
        API
      </a>
      <hr />
      <button type="button" onClick={end}>
        {app.signOut}
      </button>
    </div>
  </div>
)
