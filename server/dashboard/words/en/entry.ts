import { said } from "../said.ts"

export const entry = {
  workspace: "Workspace",
  choose: "Choose",
  email: "E-mail address",
  password: "Password",
  backToSignIn: "Back to sign in",

  signIn: "Sign in",
  signInIntro: "Run your reward programme: rules, awards, wallets and boards.",
  workspaceHint: "The word under which your company signed up.",
  signingIn: "Signing in…",
  signInAgain: "Sign in again",
  sessionEnded:
    "Your session has ended, after four hours or because it was ended elsewhere. This page waits for you.",
  signOutInstead: "Sign out instead",

  forgotten: "Forgotten password",
  forgottenIntro: "We mail a link that sets a new one. It works once, for an hour.",
  mailLink: "Mail the link",
  linkMailed: <Part>(address: Part) =>
    said`If a partner has the address ${address}, a link is on its way to it. Without a mail server, the service prints the mail in its log.`,

  onboard: "Onboard a partner",
  onboardIntro: "An account for your company, and the application that your users see.",
  newWorkspaceHint: "A lower-case word of your choice, such as demo. You sign in under the same word.",
  partnerName: "Partner name",
  partnerNameHint: "Your company.",
  applicationName: "Application name",
  applicationNameHint: "What your users know you by.",
  emailHint: "For signing in and password resets.",
  passwordHint: "At least 8 characters, with one uppercase letter, one number and one special character.",
  confirmPassword: "Repeat the password",
  redirectUrl: "Return address",
  redirectUrlHint: "Where users come back to after allowing access, such as https://shop.example/return.",
  userDetailsUrl: "User details address",
  userDetailsUrlHint:
    "On your server, such as https://shop.example/users. It returns the details of the user whose tag is in the query parameter tag.",
  onboarding: "Onboarding…",
  onboardAndSignIn: "Onboard and sign in",
  onboarded: "Partner onboarded"
}
