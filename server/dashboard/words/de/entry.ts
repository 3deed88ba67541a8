import type { Words } from "../en/common.ts"
import { said } from "../said.ts"

export const entry: Words["entry"] = {
  workspace: "Arbeitsbereich",
  choose: "Bitte wählen",
  email: "E-Mail-Adresse",
  password: "Passwort",
  backToSignIn: "Zurück zur Anmeldung",

  signIn: "Anmelden",
  signInIntro: "Das Prämienprogramm führen: Regeln, Vergaben, Guthaben und Ranglisten.",
  workspaceHint: "Das Wort, unter dem das Unternehmen registriert ist.",
  signingIn: "Anmeldung läuft …",
  signInAgain: "Erneut anmelden",
  sessionEnded:
    "Die Sitzung ist beendet, nach vier Stunden oder von anderer Stelle. Diese Seite bleibt, wie sie ist.",
  signOutInstead: "Stattdessen abmelden",

  forgotten: "Passwort vergessen",
  forgottenIntro: "Ein Link per E-Mail setzt ein neues. Er gilt einmal und eine Stunde lang.",
  mailLink: "Link senden",
  linkMailed: (address) =>
    said`Wenn ein Partner die Adresse ${address} hat, ist ein Link dorthin unterwegs. Ohne Mailserver schreibt der Dienst die E-Mail in sein Protokoll.`,

  onboard: "Partner registrieren",
  onboardIntro: "Ein Konto für das Unternehmen und die Anwendung, die die Nutzer sehen.",
  newWorkspaceHint:
    "Ein frei gewähltes Wort in Kleinbuchstaben, etwa demo. Die Anmeldung braucht dasselbe Wort.",
  partnerName: "Name des Partners",
  partnerNameHint: "Das Unternehmen.",
  applicationName: "Name der Anwendung",
  applicationNameHint: "Unter diesem Namen kennen die Nutzer sie.",
  emailHint: "Für die Anmeldung und für neue Passwörter.",
  passwordHint: "Mindestens 8 Zeichen, davon ein Großbuchstabe, eine Ziffer und ein Sonderzeichen.",
  confirmPassword: "Passwort wiederholen",
  redirectUrl: "Rücksprungadresse",
  redirectUrlHint:
    "Dorthin kommen die Nutzer zurück, wenn sie den Zugriff erlaubt haben, etwa https://shop.example/return.",
  userDetailsUrl: "Adresse der Nutzerdaten",
  userDetailsUrlHint:
    "Auf dem eigenen Server, etwa https://shop.example/users. Sie liefert die Daten des Nutzers, dessen Kürzel im Parameter tag steht.",
  onboarding: "Registrierung läuft …",
  onboardAndSignIn: "Registrieren und anmelden",
  onboarded: "Partner registriert"
}
