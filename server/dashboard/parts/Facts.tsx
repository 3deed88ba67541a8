import type { ComponentChildren } from "preact"

export type Fact = readonly [term: string, said: ComponentChildren]

/** Facts about one thing, as pairs. Those without a value are left out. */
export const Facts = ({ of }: { readonly of: ReadonlyArray<Fact> }) => (
  <dl class="pairs">
    {of
      .filter(([, said]) => said !== null && said !== undefined && said !== "")
      .map(([term, said]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{said}</dd>
        </div>
      ))}
  </dl>
)
