import type { Body, Partner } from "../../contract.ts"

export const fields = [
  { name: "partnerName", label: "Partner name", hint: "Your company.", optional: false, type: "text" },
  {
    name: "applicationName",
    label: "Application name",
    hint: "What your users know you by.",
    optional: false,
    type: "text"
  },
  {
    name: "redirectUrl",
    label: "Return address",
    hint: "Where users come back to after allowing access, when no device type is given.",
    optional: false,
    type: "url"
  },
  {
    name: "webRedirectUrl",
    label: "Return address on the web",
    hint: "Empty: the return address above is used.",
    optional: true,
    type: "url"
  },
  {
    name: "mobileRedirectUrl",
    label: "Return address in an app",
    hint: "Its own scheme is fine. Empty: the return address above is used.",
    optional: true,
    type: "url"
  },
  {
    name: "userDetailsUrl",
    label: "User details address",
    hint: "On your server. It returns the details of the user whose tag is in the query parameter tag.",
    optional: false,
    type: "url"
  },
  {
    name: "email",
    label: "E-mail address",
    hint: "For signing in and password resets. A change needs your password, and the old address is notified.",
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
