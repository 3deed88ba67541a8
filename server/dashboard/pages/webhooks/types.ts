import { eventTypes } from "../../eventTypes.ts"

export const typeOptions = eventTypes.map(([type, words]) => [type, type, words] as const)

/** The most webhooks of a partner. A test compares it with the service. */
export const mostWebhooks = 16
