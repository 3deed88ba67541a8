import type { Body, Partner } from "../../contract.ts"
import { entry } from "../../words/common.ts"
import { words } from "../../words/settings.ts"

export const fields = [
  {
    name: "partnerName",
    label: entry.partnerName,
    hint: entry.partnerNameHint,
    optional: false,
    type: "text"
  },
  {
    name: "applicationName",
    label: entry.applicationName,
    hint: entry.applicationNameHint,
    optional: false,
    type: "text"
  },
  {
    name: "redirectUrl",
    label: entry.redirectUrl,
    hint: words.redirectUrlHint,
    optional: false,
    type: "url"
  },
  {
    name: "webRedirectUrl",
    label: words.webRedirectUrl,
    hint: words.webRedirectUrlHint,
    optional: true,
    type: "url"
  },
  {
    name: "mobileRedirectUrl",
    label: words.mobileRedirectUrl,
    hint: words.mobileRedirectUrlHint,
    optional: true,
    type: "url"
  },
  {
    name: "userDetailsUrl",
    label: entry.userDetailsUrl,
    hint: words.userDetailsUrlHint,
    optional: false,
    type: "url"
  },
  {
    name: "email",
    label: entry.email,
    hint: words.emailHint,
    optional: false,
    type: "email"
  }
] as const

type Name = (typeof fields)[number]["name"]
export type DetailsValues = Record<Name | "currentPassword", string>

export const valuesOf = (partner: Partner): DetailsValues => ({
  ...(Object.fromEntries(fields.map(({ name }) => [name, partner[name]])) as Record<Name, string>),
  currentPassword: ""
})

/** Whether the e-mail address changes, which needs the password. Like the API, it ignores case. */
export const movesEmail = (before: Partner, { email }: DetailsValues): boolean =>
  email.trim().toLowerCase() !== before.email.toLowerCase()

/** The changed fields. An empty URL is sent too, which removes it. */
export const changesOf = (before: Partner, values: DetailsValues): Body<"partners.update"> => {
  const changed = fields.filter(({ name }) => values[name].trim() !== before[name])
  return {
    ...Object.fromEntries(changed.map(({ name }) => [name, values[name].trim()])),
    ...(movesEmail(before, values) && values.currentPassword !== ""
      ? { currentPassword: values.currentPassword }
      : {})
  }
}
