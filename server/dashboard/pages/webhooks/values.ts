import { filled } from "../../api.ts"
import { type Body, type EventType, eventTypes, type Webhook } from "../../contract.ts"
import { words } from "../../words/webhooks.ts"

export const typeOptions = eventTypes.map((type) => [type, type, words.eventTypes[type]] as const)

/** The most webhooks of a partner. A test compares it with the service. */
export const mostWebhooks = 16

export interface WebhookValues {
  readonly url: string
  readonly description: string
  /** Empty for all types. */
  readonly types: ReadonlyArray<EventType>
}

export const newWebhook: WebhookValues = { url: "", description: "", types: [] }

const known = (types: ReadonlyArray<string>): ReadonlyArray<EventType> =>
  eventTypes.filter((type) => types.includes(type))

export const valuesOf = ({ description, types, url }: Webhook): WebhookValues => ({
  url,
  description: description ?? "",
  types: known(types)
})

/** The body that creates a webhook. */
export const creationOf = ({ description, types, url }: WebhookValues): Partial<Body<"webhooks.create">> => ({
  ...filled("url", url),
  ...(types.length === 0 ? {} : { types: [...types] }),
  ...filled("description", description)
})

/** The body that changes a webhook: the changed fields; null for all types and for no description. */
export const changesOf = (before: Webhook, values: WebhookValues): Body<"webhooks.update"> => {
  const was = valuesOf(before)
  const description = values.description.trim()
  return {
    ...(values.url.trim() === was.url ? {} : { url: values.url.trim() }),
    ...(description === was.description ? {} : { description: description === "" ? null : description }),
    ...(values.types.join() === was.types.join()
      ? {}
      : { types: values.types.length === 0 ? null : [...values.types] })
  }
}
