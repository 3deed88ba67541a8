import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import { monthWords } from "../../parts/days.ts"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { exact } from "../../parts/numbers.ts"
import { Sums } from "../../parts/Sums.tsx"
import { type Liability, owed } from "../liability/sums.ts"

const Figures = ({ of }: { readonly of: Liability }) => {
  const [next] = of.expiring
  return (
    <Sums
      sums={[
        { label: "All coins", value: Number(owed(of)), note: `${exact(of.outstanding)} in wallets` },
        { label: "Pending", value: Number(of.pending), note: "cannot be spent yet" },
        {
          label: "Next expiry",
          value: Number(next?.coins ?? 0),
          note: next === undefined ? "no coins expire" : `in ${monthWords(next.month)}, if not spent`
        }
      ]}
    />
  )
}

/** What the partner owes its members now. It is read apart from the page, because its sums take longer. */
export const Owed = () => {
  const load = useLoad((signal) => call("coins.liability", { signal }), [])
  return (
    <section>
      <div class="head">
        <h2>
          Owed to members <small>now</small>
        </h2>
        <a href={href("/liability")}>Liability by month</a>
      </div>
      <Loaded of={load} skeleton={<Skeleton rows={3} size="tile" />}>
        {(of) => <Figures of={of} />}
      </Loaded>
    </section>
  )
}
