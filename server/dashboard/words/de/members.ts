import type { Words } from "../en/members.ts"
import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { counted, plural } from "./grammar.ts"

/** "1 ausstehenden Coin", "10 ausstehende Coins", as the object of a verb. */
const pendingCoins = (count: number): string => counted(count, "ausstehenden Coin", "ausstehende Coins")

/** "mit 50 Coins und 10 ausstehenden Coins"; "ohne Coins". */
const amounts = (coins: number, pending: number): string => {
  const parts = [
    ...(coins > 0 ? [counts.coins(coins)] : []),
    ...(pending > 0 ? [counted(pending, "ausstehenden Coin", "ausstehenden Coins")] : [])
  ]
  return parts.length === 0 ? "ohne Coins" : `mit ${parts.join(" und ")}`
}

/** "1 Coin verfällt", "2 Coins verfallen". */
const expire = (coins: number): string =>
  `${counts.coins(coins)} ${plural(coins, { one: "verfällt", other: "verfallen" })}`

const kinds: Words["kinds"] = {
  award: "Vergabe",
  award_reversal: "Rücknahme einer Vergabe",
  user_partner_transfer: "Einlösung",
  user_partner_refund: "Erstattung",
  adjustment: "Korrektur",
  adjustment_reversal: "Rücknahme einer Korrektur",
  maturity: "Vergabe wurde verfügbar",
  expiry: "Verfallene Coins",
  erasure: "Coins eines gelöschten Mitglieds",
  merge: "Coins eines zusammengeführten Mitglieds"
}

export const words: Words = {
  title: "Mitglieder",
  member: "Mitglied",
  tag: "Kürzel",
  coins: "Coins",
  since: "Mitglied seit",
  add: "Mitglied hinzufügen",
  what: "die Mitglieder",
  theseMembers: "diese Mitglieder",
  importMembers: "Importieren …",
  adjustFromFile: "Aus Datei korrigieren …",
  search: "Suche",
  searchHint: "Anfang von ID, Kürzel oder Name",
  list: "Mitglieder",
  none: "Noch keine Mitglieder",
  noneHint:
    "Ein Mitglied ist ein Nutzer, der Vergaben bekommen kann, ein Guthaben hat und auf den Ranglisten steht.",
  noMatch: "Kein Mitglied passt",
  noMatchHint:
    "Die Suche vergleicht den Anfang von ID, Kürzel und jedem Wort des Namens. Bei IDs zählt Groß- und Kleinschreibung.",
  clearSearch: "Suche zurücksetzen",

  idOrTag: "Eine ID, ein Kürzel oder beides.",
  ownId: "Eigene ID des Nutzers",
  ownIdHint: "Beliebig, bis zu 128 Zeichen: die ID, unter der die eigenen Systeme vergeben.",
  asksRecord: (setting, url) => said`Fragt den Datensatz des Nutzers bei ${setting} ab: ${url}`,
  adding: "Wird hinzugefügt …",
  whatIsSent: "Was gesendet wird",
  becomesWithRecord: (member, tag) =>
    said`${member} wird Mitglied, mit dem Datensatz, den der eigene Server zum Kürzel ${tag} hat.`,
  becomesWithout: (member) => said`${member} wird Mitglied, ohne Datensatz.`,
  becomesByTag: (tag) =>
    said`Der Nutzer, den der eigene Server unter dem Kürzel ${tag} kennt, wird Mitglied, unter der ID in diesem Datensatz.`,
  giveIdOrTag: "Bitte eine ID oder ein Kürzel angeben. Dann steht hier, wer Mitglied wird.",
  isMember: (member) => `${member} ist jetzt Mitglied`,

  whatMember: "das Mitglied",
  toMembers: "Zu den Mitgliedern",
  adjustBalance: "Guthaben korrigieren",
  redeemCoins: "Coins einlösen",
  award: "Vergeben",
  otherId: (id) => said`${id} ist eine weitere ID dieses Mitglieds und führt hierher.`,
  idToCopy: "ID",
  hasTag: (tag) => `Kürzel ${tag}`,
  memberSince: (time) => said`Mitglied seit ${time}`,
  hasAccount: "hat ein Konto beim Dienst",
  attributes: "Attribute",
  views: { wallet: "Guthaben", awards: "Vergaben", activities: "Aktivitäten" },
  lists: "Listen dieses Mitglieds",
  noAwards: "Noch keine Vergaben",
  noAwardsHint:
    "Eine Vergabe sagt, dass das Mitglied die Bedingung einer Regel einmal erfüllt hat. Sie zahlt, oder sie zählt.",
  noActivities: "Noch keine Aktivitäten",
  noActivitiesHint:
    "Hier steht, was die eigenen Systeme über dieses Mitglied melden und was jede Aktivität eingebracht hat.",
  tryActivity: "Aktivität ausprobieren",

  inWallet: "Im Guthaben",
  ofCoins: "Coins",
  andPending: (pending) => `und ${pending} ausstehend`,
  points: "Punkte",
  earnedIn: (month) => `Verdient im ${month}`,
  spent: "Eingelöst",
  notOnBoard: "noch nicht auf der Rangliste",
  rank: (rank, of) => `Rang ${rank} von ${of}`,

  expires: "Verfällt ohne Einlösung",
  expiresFirst: "was zuerst verfällt, wird zuerst eingelöst",
  allDays: (count) => `Alle ${counts.days(count)}`,
  expiringOf: (member) => `Coins von ${member}, die verfallen`,
  lastDay: "Letzter Tag",
  doNotExpire: (coins) => `${expire(coins)} nicht.`,
  expireLater: (coins) => `${expire(coins)} später oder nie.`,
  expiryLine: "Coins, die verfallen, nach ihrem letzten Tag. Die Zahlen stehen in der Tabelle.",
  onDay: (day, coins) => `${day}: ${counts.coins(coins)}`,

  kinds,
  narrations: {
    adjustment: kinds.adjustment,
    award: kinds.award,
    "award matured": kinds.maturity,
    "award reversal": kinds.award_reversal,
    "coins expired": kinds.expiry,
    "coins of a merged member": kinds.merge,
    "coins of an erased member": kinds.erasure,
    "refund of a transfer": kinds.user_partner_refund,
    "reversal of an adjustment": kinds.adjustment_reversal,
    "user to partner transfer": kinds.user_partner_transfer
  },
  whatTransactions: "die Buchungen",
  theseTransactions: "diese Buchungen",
  transactionsOf: (member) => `Buchungen von ${member}`,
  transactionList: "Buchungen",
  type: "Art",
  allTypes: "Alle Buchungen",
  transaction: "Buchung",
  fromTo: "Von → an",
  when: "Wann",
  balance: "Guthaben",
  undo: "Rückgängig",
  mergedMember: "zusammengeführtes Mitglied",
  inMergedWallet: "im Guthaben eines zusammengeführten Mitglieds",
  refund: "Erstatten",
  refunded: "erstattet",
  reverse: "Zurücknehmen",
  reversed: "zurückgenommen",
  thisMany: (coins) => `: ${counts.coins(coins)}`,
  noneOfNewest: "Keine der neuesten Buchungen passt. Ältere wurden noch nicht durchsucht.",
  noTransactions: "Noch keine Buchungen",
  noTransactionsHint:
    "Hier erscheinen Vergaben, eingelöste Coins, Korrekturen und ihre Rücknahmen, jeweils mit dem Guthaben danach.",
  noSuchTransaction: "Keine solche Buchung",
  noSuchTransactionHint: "In diesem Guthaben gibt es keine Buchung dieser Art.",

  addOrRemove: "Hinzufügen oder entfernen",
  addCoins: "Coins hinzufügen",
  removeCoins: "Coins entfernen",
  addSome: (coins) => `${counts.coins(coins)} hinzufügen`,
  removeSome: (coins) => `${counts.coins(coins)} entfernen`,
  reason: "Grund",
  reasonExample: "Kulanz nach verspäteter Lieferung",
  reasonHint: "Steht in der Liste der Buchungen. Wer korrigiert hat, steht im Protokoll.",
  note: "Notiz",
  boards: "Ranglisten",
  onBoards: "Zählt auf den Ranglisten",
  onBoardsHint: "Als wären die Coins jetzt verdient worden.",
  hasNow: (member, holds) => `${member} hat jetzt ${counts.coins(holds)}.`,
  hasTooFew: (member, holds, coins) =>
    `${member} hat ${counts.coins(holds)}. Davon lassen sich ${coins} nicht entfernen.`,
  hasAfterwards: (member, holds, after) => `${member} hat jetzt ${counts.coins(holds)}, danach ${after}.`,
  added: (coins, member) => `${counts.coins(coins)} zum Guthaben von ${member} hinzugefügt`,
  removed: (coins, member) => `${counts.coins(coins)} aus dem Guthaben von ${member} entfernt`,
  changesWhenApproved: (member) => said`Das Guthaben von ${member} ändert sich mit der Freigabe.`,

  reverseTitle: "Diese Korrektur zurücknehmen?",
  reverseAdjustment: "Korrektur zurücknehmen",
  reverseOnce:
    "Eine Korrektur lässt sich einmal zurücknehmen. Eine Rücknahme lässt sich nicht rückgängig machen.",
  shownInList: "Steht in der Liste der Buchungen.",
  reversalRefused: (coins, member, holds) =>
    `Diese Korrektur hat ${counts.coins(coins)} hinzugefügt, und ${member} hat noch ${holds}. Sie lässt sich nur als Ganzes zurücknehmen. Das wird abgelehnt, bis das Guthaben ${counts.coins(coins)} hat.`,
  reversalTakes: (coins, member, holds, after) =>
    `Nimmt ${counts.coins(coins)} aus dem Guthaben von ${member}: jetzt ${holds}, danach ${after}. Falls sie auf den Ranglisten zählen, zählen sie dort nicht mehr.`,
  reversalReturns: (coins, member, holds, after) =>
    `Gibt ${counts.coins(coins)} in das Guthaben von ${member} zurück: jetzt ${holds}, danach ${after}.`,
  takenBack: (coins, member) => `${counts.coins(coins)} von ${member} zurückgenommen`,
  returned: (coins, member) => `${counts.coins(coins)} an ${member} zurückgegeben`,
  reversedWhenApproved: "Die Korrektur wird mit der Freigabe zurückgenommen.",

  redeemFrom: (member) => `Einlösen: ${member}`,
  next: "Weiter",
  redeemHint: "Sie gehen vom Guthaben an den Partner. Eine Erstattung kann sie einmal zurückgeben.",
  ofWallet: "Vom Guthaben",
  redeemSome: (coins) => `${counts.coins(coins)} einlösen`,
  willGo: <Part>(coins: number, member: Part, partner: Part, rest: string) =>
    said<
      Part | string
    >`${counts.coins(coins)} ${plural(coins, { one: "geht", other: "gehen" })} vom Guthaben von ${member} an ${partner}. Danach hat es noch ${rest}.`,
  you: "den Partner",
  redeemed: (coins, member) => `${counts.coins(coins)} von ${member} eingelöst`,
  refundTitle: "Eingelöste Coins erstatten",
  refundSome: (coins) => `${counts.coins(coins)} erstatten`,
  willReturn: <Part>(coins: number, time: Part, member: Part) =>
    said<
      Part | string
    >`Das Guthaben von ${member} bekommt ${counts.coins(coins)} zurück (eingelöst: ${time}). Sie zählen nicht mehr als eingelöst. Eingelöste Coins lassen sich einmal erstatten; eine Erstattung lässt sich nicht rückgängig machen.`,

  personalData: "Persönliche Daten",
  exportData: "Daten exportieren",
  mergeMore: "Zusammenführen …",
  eraseMore: "Löschen …",
  exportTitle: "Exportieren",
  exportHint: "Alles, was über dieses Mitglied gespeichert ist, als eine JSON-Datei.",
  exportIt: "Exportieren",
  mergeStep: "Zusammenführen",
  mergeStepHint:
    "Eine Person mit zwei IDs wird ein Mitglied: Guthaben, Punkte und Fortschritt werden addiert. Das lässt sich nicht rückgängig machen.",
  mergeIt: "Mit anderem Mitglied zusammenführen …",
  eraseStep: "Löschen",
  eraseStepHint: (coins, pending) =>
    `Die ID, die Attribute und alle Texte verschwinden. ${pending > 0 ? `${counts.coins(coins)} und ${counted(pending, "ausstehender Coin", "ausstehende Coins")} verfallen` : expire(coins)}. Summen bleiben unter einem Pseudonym. Das lässt sich nicht rückgängig machen.`,
  eraseIt: "Mitglied löschen …",
  typeToConfirm: (id) => said`Zur Bestätigung ${id} eingeben.`,

  eraseTitle: "Dieses Mitglied löschen?",
  erase: "Mitglied löschen",
  loses: <Part>(member: Part, coins: number, pending: number) =>
    said<
      Part | string
    >`${member} verliert ${counts.coins(coins)}${pending > 0 ? ` und ${pendingCoins(pending)}` : ""}. Sie verfallen.`,
  eraseRemoves:
    "Die ID, die Attribute, Notizen, Gründe und Daten von Aktivitäten werden entfernt. Vergaben und Buchungen bleiben unter einem Pseudonym, und keine Summe ändert sich. Niemand kann das rückgängig machen.",
  idOfMember: "ID des Mitglieds",
  isErased: "Das Mitglied ist gelöscht",
  erasedMember: "Gelöschtes Mitglied",
  whatErasure: "die Löschung",
  stillRemoving: "Texte einer langen Geschichte werden noch entfernt. Sie werden nirgends mehr angezeigt.",
  allRemoved: "Alles Persönliche ist entfernt.",
  state: "Status",
  states: { running: "läuft", done: "fertig" },
  pseudonym: "Pseudonym",
  erased: "Gelöscht",
  finished: "Abgeschlossen",

  mergeTitle: "Mit anderem Mitglied zusammenführen",
  mergeIntro: (member) =>
    said`Für eine Person mit zwei IDs: Aus zwei Mitgliedern wird eines. Das andere Mitglied bleibt und bekommt alle Coins, Vergaben und Aktivitäten von ${member}.`,
  remainingMember: "Das Mitglied, das bleibt",
  leadsHere: (id) => `${id} führt schon zu diesem Mitglied. Bitte ein anderes wählen.`,
  confirmMerge: "Diese Mitglieder zusammenführen?",
  merge: "Mitglieder zusammenführen",
  mergeAnyway: "Trotzdem zusammenführen",
  coinsOfBoth: "Coins beider Mitglieder",
  pending: "Ausstehend",
  becomesPart: (member) => `wird ein Teil von ${member}`,
  remains: "bleibt",
  together: "Zusammen",
  mergeConsequence: (from, into, coins, pending) =>
    `${from} wird ein Teil von ${into}, ${amounts(coins, pending)}. Beide IDs führen dann zu ${into}.`,
  mergeAddsUp: (into, from) =>
    said`Punkte, Fortschritt und Zahlungen der Regeln werden addiert, und nichts wird bezahlt. Attribute, die ${into} fehlen, kommen von ${from}. Niemand kann das rückgängig machen.`,
  idThatGoes: "ID des Mitglieds, das verschwindet",
  notMergedYet: "Noch ist nichts zusammengeführt. Trotzdem zusammenführen?",
  mergeAnywayHint:
    "Nichts wird zurückgenommen. Die Grenze ist dann voll, und ebenso jede andere, die beide zusammen überschreiten.",
  merged: (from, into, coins, pending) => `${from} ist jetzt ein Teil von ${into}, ${amounts(coins, pending)}`
}
