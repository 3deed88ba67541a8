import type { ComponentChildren } from "preact"
import type { Faults } from "../../api.ts"
import { Brand } from "../../app/Brand.tsx"
import { LanguageSwitch } from "../../app/LanguageSwitch.tsx"
import { ecosystems } from "../../app/session.ts"
import { Choice, type Common, Field } from "../../parts/Field.tsx"
import { useTitle } from "../../parts/Page.tsx"
import { entry } from "../../words/common.ts"

interface Props {
  readonly title: string
  readonly intro: ComponentChildren
  readonly children: ComponentChildren
}

/** The frame of the pages before signing in. */
export const Entry = ({ children, intro, title }: Props) => {
  useTitle(title)
  return (
    <main class="entry">
      <Brand />
      <h1 tabIndex={-1}>{title}</h1>
      <p class="quiet">{intro}</p>
      {children}
      <p class="aside">
        <LanguageSwitch kind="link" />
      </p>
    </main>
  )
}

/** Asks for the workspace, which the API calls the ecosystem: any word, or one of the allowed ones. Hidden if only one is allowed. */
export const EcosystemField = (props: Omit<Common, "label">) => {
  const allowed = ecosystems.value
  if (allowed?.length === 1) return null
  return allowed === null ? (
    <Field {...props} label={entry.workspace} autoComplete="organization" />
  ) : (
    <Choice
      {...props}
      label={entry.workspace}
      options={[["", entry.choose], ...allowed.map((word) => [word, word] as const)]}
    />
  )
}

/** The ecosystem is part of the path, so it cannot be empty. */
export const checkEcosystem = ({ ecosystem }: { readonly ecosystem: string }): Faults =>
  ecosystemOf(ecosystem) === "" ? { ecosystem: "is required" } : {}

/** The ecosystem that a form sends. */
export const ecosystemOf = (value: string): string => {
  const allowed = ecosystems.value
  return allowed?.length === 1 ? (allowed[0] ?? "") : value.trim()
}
