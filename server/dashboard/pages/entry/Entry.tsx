import type { ComponentChildren } from "preact"
import { Brand } from "../../app/Brand.tsx"

interface Props {
  readonly title: string
  readonly intro: ComponentChildren
  readonly children: ComponentChildren
}

/** The frame of the pages before signing in. */
export const Entry = ({ children, intro, title }: Props) => (
  <main class="entry">
    <Brand />
    <h1 tabIndex={-1}>{title}</h1>
    <p class="quiet">{intro}</p>
    {children}
  </main>
)
