import { button, heading, large, page, paragraph } from "./html.ts"

/** What a mail says, twice: as text and as HTML. The subject never holds a code, for it shows on locked screens. */
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
 * A name is chosen by whoever signs up, for a mail that may go to somebody else: one that holds an address would make
 * this an advertisement that we send, so it is left out.
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
    words(
      `It is valid for ${within(about.minutes)} and works once. Nobody from us will ever ask you for it.`
    ),
    words("If you did not create an account, ignore this mail: nothing will happen.")
  ])

export const passwordReset = (about: {
  readonly name: string
  readonly link: string
  readonly minutes: number
}): Letter =>
  letter("Reset your password", about.name, [
    words("Somebody, hopefully you, asked for a new password for your account."),
    linkTo("Choose a new password", about.link),
    words(`The link is valid for ${within(about.minutes)} and works once.`),
    words("If you did not ask for it, ignore this mail: your password stays as it is.")
  ])

export const passwordChanged = (about: { readonly name: string }): Letter =>
  letter("Your password was changed", about.name, [
    words(
      "The password of your account was just changed, and everybody who was logged in has been logged out."
    ),
    words("If this was not you, reset your password at once: whoever changed it can log in until you do.")
  ])

export const emailChanged = (about: { readonly name: string; readonly email: string }): Letter =>
  letter("Your e-mail address was changed", about.name, [
    words("The e-mail address of your account was just changed. It is now:"),
    words(about.email),
    words("If this was not you, act at once: whoever changed it can also have your password reset.")
  ])
