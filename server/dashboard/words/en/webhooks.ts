import { said } from "../said.ts"
import { counted } from "./grammar.ts"

export const words = {
  // The list
  theWebhooks: "the webhooks",
  newWebhook: "New webhook",
  noWebhooks: "No webhooks yet",
  noWebhooksHint: "A webhook notifies one of your systems at once of awards, redeemed coins and new members.",
  add: "Add the webhook",
  added: "Webhook added",
  address: "Address",
  addressHint: "Events are sent there by POST, such as https://shop.example/hooks/rewards.",
  description: "Description",
  descriptionHint: "What it is for.",
  types: "Types of events",
  typesHint: "None chosen: all of them, those of later versions too.",
  saving: "Saving…",
  events: "Events",
  allTypes: "all types",
  state: "State",
  created: "Created",

  // The state
  active: "active",
  paused: "paused",
  failing: "failing",
  firstFailure: <Part>(time: Part) => said`first failure ${time}`,

  /** By the service's words. */
  pausedReasons: {
    "by the partner": "by the partner",
    "its receiver answered 410 Gone": "its receiver answered 410 Gone",
    "its receiver has failed for three days": "its receiver has failed for three days"
  },

  // One webhook
  webhook: "Webhook",
  theWebhook: "the webhook",
  allWebhooks: "All webhooks",
  ofAllTypes: "All types",
  oldSecret: "Old secret",
  ends: <Part>(time: Part) => said`ends ${time}`,
  changed: "Changed",
  edit: "Edit",
  editTitle: "Edit the webhook",
  save: "Save the webhook",
  saved: "Webhook saved",
  pause: "Pause",
  pauseTitle: "Pause this webhook?",
  pauseExplained:
    "Nothing is sent while it is paused. When it is resumed, it continues after the last event that it received.",
  isPaused: "Webhook is paused",
  resume: "Resume",
  resumeTitle: "Resume this webhook?",
  resumeExplained: "It continues after the last event that it received. The events since then are sent too.",
  isActive: "Webhook is active",
  rotate: "Rotate the secret",
  rotateTitle: "Rotate the secret?",
  makeSecret: "Make a new secret",
  rotateExplained:
    "A new secret is shown once. Requests are signed with both for 24 hours, so that the receiver can change over without missing an event.",
  rotated: "Secret rotated",
  secret: "Secret",
  secretExplained:
    "The receiver checks with it that a request comes from here, by the rules of Standard Webhooks.",
  previousUntil: <Part>(time: Part) => said`Requests are also signed with the previous secret until ${time}.`,
  remove: "Delete",
  removeTitle: "Delete this webhook?",
  removeWebhook: "Delete the webhook",
  removed: "Webhook deleted",
  removalExplained: <Part>(url: Part) =>
    said`Nothing more is sent to ${url}, and the list of its deliveries is deleted with it. This cannot be undone.`,

  // A test
  test: "Test",
  sendTest: "Send a test",
  testDelivered: (status: number, duration: number) =>
    `The test was delivered: the receiver answered ${status} after ${counted(duration, "millisecond", "milliseconds")}.`,
  testRefused: (status: number, duration: number) =>
    `The test was not delivered: the receiver answered ${status} after ${counted(duration, "millisecond", "milliseconds")}.`,
  testNotDelivered: (duration: number) =>
    `The test was not delivered after ${counted(duration, "millisecond", "milliseconds")}.`,
  answer: "Answer",
  sendAnother: "Send another",

  // Deliveries
  deliveries: "Deliveries",
  theDeliveries: "the deliveries",
  theseDeliveries: "these deliveries",
  ofLastDays: "of the last 30 days",
  refresh: "Refresh",
  all: "All",
  states: { pending: "pending", delivered: "delivered", failed: "failed" },
  nextTry: <Part>(time: Part) => said`next try ${time}`,
  noneYet: "none yet",
  noAnswer: "No answer",
  after: (milliseconds: string) => ` after ${milliseconds} ms`,
  firstPart: "First 1 KiB",
  event: "Event",
  attempts: (count: number) => counted(count, "attempt", "attempts"),
  lastAnswer: "Last answer",
  again: "Again",
  sendAgain: "Send again",
  isSentAgain: (type: string) => `${type} is sent again`,
  notExamined: "None of the newest deliveries matches. Older ones were not examined yet.",
  nothingYet: "Events appear here as soon as there are some: award a rule, or send a test first.",
  noMatch: "No delivery matches.",

  // When an event of each type happens
  eventTypes: {
    "award.paid": "An award paid coins.",
    "award.counted": "An award counted towards a payment.",
    "award.suppressed": "A limit kept an award from having an effect.",
    "award.reversed": "An award was reversed, in whole or in part.",
    "award.matured": "The coins of a pending award moved into the wallet.",
    "coins.expiring": "Coins of a wallet will expire soon.",
    "coins.expired": "Coins of a wallet expired.",
    "coins.transferred": "Coins went from a wallet to you.",
    "coins.refunded": "A transfer was refunded.",
    "coins.adjusted": "A balance was adjusted by hand.",
    "coins.adjustment_reversed": "An adjustment was reversed.",
    "approval.requested": "An adjustment waits for approval.",
    "approval.approved": "An adjustment was approved.",
    "approval.declined": "An adjustment was declined.",
    "activity.recorded": "An activity was recorded.",
    "activity.reversed": "The awards of an activity were reversed.",
    "member.onboarded": "A member was onboarded.",
    "member.linked": "A member was linked to a user.",
    "member.erased": "A member was erased.",
    "member.merged": "Two members became one.",
    "rule.created": "A rule was created.",
    "rule.updated": "A rule was changed.",
    "rule.exhausted": "A rule has no place or budget left."
  }
}
export type Words = typeof words
