import { href, place } from "../app/router.ts"

interface Props {
  /** The list's parameter for it, in the API and in the address. */
  readonly by: "before" | "after"
  /** Where the next page starts; null on the last one. */
  readonly next: string | null
}

const addressWith = (name: string, value: string | undefined): string => {
  const query = new URLSearchParams(place.value.query)
  query.delete(name)
  if (value !== undefined) query.set(name, value)
  return href(`${place.value.path}${query.size === 0 ? "" : `?${query}`}`)
}

/** The pages of a list that goes back in time. They are addresses: going back in the browser leads to newer ones. */
export const Older = ({ by, next }: Props) => {
  const isFirst = !place.value.query.has(by)
  if (isFirst && next === null) return null
  return (
    <p class="pages">
      {!isFirst && (
        <a class="button plain" href={addressWith(by, undefined)}>
          Newest
        </a>
      )}
      {next !== null && (
        <a class="button plain" href={addressWith(by, next)}>
          Older
        </a>
      )}
    </p>
  )
}
