import { button, heading, large, page, paragraph } from "./html.ts"

/** The content of a mail, as text and as HTML. The subject never contains a code, because locked screens show it. */
export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A paragraph, a code or a link, in both forms. */
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

/**
 * A name can contain an advertisement: the person who signs up chooses it, and the mail may go to another person's
 * address. A name that looks like an address is therefore left out.
 */
const greeting = (name: string): string => {
  const line = name.replace(/[\p{C}\p{Z}]+/gu, " ").trim()
  return line === "" || line.length > 100 || /:\/\/|www\.|[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}/iu.test(line)
    ? "Hello,"
    : `Hello ${line},`
}

const letter = (subject: string, name: string, parts: ReadonlyArray<Part>): Letter => {
  const all = [words(greeting(name)), ...parts]
  return {
    subject,
    text: `${all.map((part) => part.text).join("\n\n")}\n\n-- \nLaurel Rewards\n`,
    html: page(subject, [heading(subject), ...all.map((part) => part.html)])
  }
}

const within = (minutes: number): string => (minutes === 1 ? "1 minute" : `${minutes} minutes`)

export const verificationCode = (about: {
  readonly name: string
  readonly code: string
  readonly minutes: number
}): Letter =>
  letter("Your verification code", about.name, [
    words("This code confirms your e-mail address:"),
    codeOf(about.code),
    words(`It is valid for ${within(about.minutes)} and works once. We will never ask you for it.`),
    words("If you did not create an account, ignore this mail: nothing will happen.")
  ])

export const passwordResetCode = (about: {
  readonly name: string
  readonly code: string
  readonly minutes: number
}): Letter =>
  letter("Your code for a new password", about.name, [
    words("We received a request for a new password for your account. This code allows it:"),
    codeOf(about.code),
    words(`It is valid for ${within(about.minutes)} and works once. We will never ask you for it.`),
    words("If you did not ask for it, ignore this mail: your password stays as it is.")
  ])

export const passwordReset = (about: {
  readonly name: string
  readonly link: string
  readonly minutes: number
}): Letter =>
  letter("Reset your password", about.name, [
    words("We received a request for a new password for your account."),
    linkTo("Choose a new password", about.link),
    words(`The link is valid for ${within(about.minutes)} and works once.`),
    words("If you did not ask for it, ignore this mail: your password stays as it is.")
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

export const webhookPaused = (about: {
  readonly name: string
  /** The host of its address: the path may hold a secret of the partner's. */
  readonly host: string
  readonly reason: string
}): Letter =>
  letter("A webhook was paused", about.name, [
    words(`The webhook to ${about.host} gets no events any more: ${about.reason}.`),
    words(
      "Events are kept for 30 days. Mend the receiver, then make the webhook active again: it goes on where it stopped."
    )
  ])
