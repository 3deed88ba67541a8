import { href, place } from "../app/router.ts"

interface Props {
  /** Where the next page starts; null on the last one. */
  readonly next: string | null
}

const addressWith = (before: string | undefined): string => {
  const query = new URLSearchParams(place.value.query)
  query.delete("before")
  if (before !== undefined) query.set("before", before)
  return href(`${place.value.path}${query.size === 0 ? "" : `?${query}`}`)
}

/** The pages of a list that goes back in time. They are addresses: going back in the browser leads to newer ones. */
export const Older = ({ next }: Props) => {
  const isFirst = !place.value.query.has("before")
  if (isFirst && next === null) return null
  return (
    <p class="pages">
      {!isFirst && (
        <a class="button plain" href={addressWith(undefined)}>
          Newest
        </a>
      )}
      {next !== null && (
        <a class="button plain" href={addressWith(next)}>
          Older
        </a>
      )}
    </p>
  )
}
