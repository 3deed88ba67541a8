import { escaped } from "../../schema/Text.ts"

/** The content of a mail. The subject never contains a code, because a lock screen may show the subject. */
export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const system = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"

/** The style sheet of the dark mode. All other styles are inline, because many mail clients ignore style sheets. */
const dark = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#111814!important}.card{background:#1a231e!important;border-color:#39453e!important}
.ink{color:#eef3f0!important}.faint{color:#a9b6ae!important}.link{color:#8fd6b1!important}
.code{background:#111814!important;border-color:#39453e!important;color:#eef3f0!important}
.button{background:#8fd6b1!important;color:#0c1a12!important}
}`

const heading = (text: string): string =>
  `<h1 class="ink" style="margin:0 0 20px;font-size:22px;line-height:1.3;color:#16211b">${escaped(text)}</h1>`

const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;color:#16211b">${escaped(text)}</p>`

/** Returns a code in large type. One click selects all of it. */
const large = (code: string): string =>
  `<p class="code" style="margin:0 0 16px;padding:16px 12px;border:1px solid #d5ddd9;border-radius:8px;` +
  `background:#f4f6f3;font-family:${mono};font-size:32px;font-weight:700;letter-spacing:6px;line-height:1.2;` +
  `text-align:center;color:#16211b;-webkit-user-select:all;user-select:all">${escaped(code)}</p>`

/** Returns whether an address becomes a link: only http and https addresses do. */
const isWeb = (address: string): boolean => /^https?:\/\//i.test(address)

/** Returns a button, followed by the address for mail clients that show no buttons. Only a web address gets a button. */
const button = (text: string, address: string): string => {
  const href = escaped(address)
  const bare = `<span class="faint" style="font-size:13px;overflow-wrap:anywhere;color:#55635b">`
  if (!isWeb(address)) return `<p style="margin:0 0 16px">${bare}${href}</span></p>`
  return (
    `<p style="margin:24px 0"><a class="button" href="${href}" style="display:inline-block;padding:12px 20px;` +
    `border-radius:8px;background:#1f5f43;font-weight:600;text-decoration:none;color:#ffffff">${escaped(text)}</a></p>\n` +
    `<p style="margin:0 0 16px">${bare}Or open this address:<br>` +
    `<a class="link" href="${href}" style="color:#1f5f43">${href}</a></span></p>`
  )
}

/** Returns the HTML page of a mail. It loads no remote content, so that nobody can track whether it was opened. */
const page = (title: string, blocks: ReadonlyArray<string>): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>
${dark}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f6f3">
<div class="page" style="padding:24px 12px;background:#f4f6f3;font-family:${system};font-size:16px;line-height:1.5">
<div class="card" style="max-width:520px;margin:0 auto;padding:28px 24px 12px;border:1px solid #d5ddd9;border-radius:12px;background:#ffffff">
${blocks.join("\n")}
</div>
<p class="faint" style="max-width:520px;margin:16px auto 0;font-size:13px;text-align:center;color:#55635b">Laurel Rewards</p>
</div>
</body>
</html>
`

/** A paragraph, a code or a link, as text and as HTML. */
interface Part {
  readonly text: string
  readonly html: string
}

const words = (text: string): Part => ({ text, html: paragraph(text) })
const codeOf = (code: string): Part => ({ text: `    ${code}`, html: large(code) })
const linkTo = (text: string, address: string): Part => ({
  text: `${text}:\n${address}`,
  html: button(text, address)
})

const inOneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, " ").trim()

/**
 * Returns a name in one line; empty if it is long or contains a web address. Otherwise someone could use the name to mail an advertisement
 * to another person.
 */
const harmless = (name: string): string => {
  const line = inOneLine(name)
  return line.length > 100 || /:\/\/|www\.|[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}/iu.test(line) ? "" : line
}

const greeting = (name: string): string => {
  const line = harmless(name)
  return line === "" ? "Hello," : `Hello ${line},`
}

/** Makes the letter to a recipient with this name, as text and as HTML. */
const letter = (subject: string, name: string, parts: ReadonlyArray<Part>): Letter => {
  const all = [words(greeting(name)), ...parts]
  return {
    subject,
    text: `${all.map((part) => part.text).join("\n\n")}\n\n-- \nLaurel Rewards\n`,
    html: page(subject, [heading(subject), ...all.map((part) => part.html)])
  }
}

const durationText = (minutes: number): string => (minutes === 1 ? "1 minute" : `${minutes} minutes`)

const unlessRequested = words(
  "If you did not ask for a new password, ignore this mail: your password stays as it is."
)

/** Makes a function that writes a letter with a code. `purpose` comes before the code, and `ending` after it. */
const codeLetter =
  (subject: string, purpose: string, ending: Part) =>
  (about: { readonly name: string; readonly code: string; readonly minutes: number }): Letter =>
    letter(subject, about.name, [
      words(purpose),
      codeOf(about.code),
      words(`It is valid for ${durationText(about.minutes)} and works once. We will never ask you for it.`),
      ending
    ])

export const verificationCode = codeLetter(
  "Your verification code",
  "This code confirms your e-mail address:",
  words("If you did not create an account, ignore this mail: nothing will happen.")
)

export const passwordResetCode = codeLetter(
  "Your code for a new password",
  "We received a request for a new password for your account. This code allows it:",
  unlessRequested
)

export const passwordReset = (about: {
  readonly name: string
  readonly link: string
  readonly minutes: number
}): Letter =>
  letter("Reset your password", about.name, [
    words("We received a request for a new password for your account."),
    linkTo("Choose a new password", about.link),
    words(`The link is valid for ${durationText(about.minutes)} and works once.`),
    unlessRequested
  ])

export const passwordChanged = (about: { readonly name: string }): Letter =>
  letter("Your password was changed", about.name, [
    words("The password of your account was just changed, and all sessions have been logged out."),
    words(
      "If this was not you, reset your password at once: the person who changed it can log in until you do."
    )
  ])

export const emailChanged = (about: { readonly name: string; readonly email: string }): Letter =>
  letter("Your e-mail address was changed", about.name, [
    words("The e-mail address of your account was just changed. It is now:"),
    words(about.email),
    words("If this was not you, act at once: the person who changed it can also have your password reset.")
  ])

export const approvalNeeded = (about: {
  readonly name: string
  /** The e-mail address of the person who ordered the adjustments. */
  readonly orderer: string
  readonly requests: number
}): Letter =>
  letter("Adjustments wait for approval", about.name, [
    words(
      about.requests === 1
        ? `An adjustment by ${about.orderer} waits for your approval.`
        : `${about.requests} adjustments by ${about.orderer} wait for your approval.`
    ),
    words("Open Approvals in the dashboard to approve or to decline. After seven days, a request lapses.")
  ])

export const alertsBegan = (about: {
  readonly name: string
  /** A sentence about each alert. The recipient works for the partner who chose the names in it. */
  readonly alerts: ReadonlyArray<string>
  /** The number of new alerts that are not named. */
  readonly others: number
  /** The address of the page of alerts, if it is known. */
  readonly link: string | undefined
}): Letter =>
  letter("New alerts", about.name, [
    words("Since the last mail, these alerts are new:"),
    ...about.alerts.map((alert) => words(inOneLine(alert))),
    ...(about.others === 0 ? [] : [words(`There are ${about.others} more.`)]),
    about.link === undefined
      ? words("Open Alerts in the dashboard to see what you can do.")
      : linkTo("Open the alerts", about.link),
    words(
      "You get at most one such mail an hour, because you asked for it. To get none, open Settings in the dashboard."
    )
  ])

export const invitation = (about: {
  /** The name of the partner. */
  readonly partner: string
  readonly role: string
  readonly link: string
}): Letter => {
  const partner = harmless(about.partner)
  const place = partner === "" ? "an account" : `the account of ${partner}`
  return letter("You are invited", "", [
    words(`You are invited to work with ${place}, in the role ${about.role}.`),
    linkTo("Choose a password", about.link),
    words("The link is valid for 7 days and works once. If you did not expect this mail, ignore it.")
  ])
}

export const webhookPaused = (about: {
  readonly name: string
  /** The host of the webhook's URL. The mail does not show the rest of the URL, which may contain a secret. */
  readonly host: string
  readonly reason: string
}): Letter =>
  letter("A webhook was paused", about.name, [
    words(`The webhook to ${about.host} no longer receives events: ${about.reason}.`),
    words(
      "Events are stored for 30 days. Fix the receiver, then activate the webhook again: it continues where it stopped."
    )
  ])
