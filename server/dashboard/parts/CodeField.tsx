import { useLayoutEffect, useRef } from "preact/hooks"
import { parts } from "../words/common.ts"
import { type Common, Field } from "./Field.tsx"

/** The field for a code of the second factor. It gets the focus when it appears. */
export const CodeField = (props: Omit<Common, "label">) => {
  const around = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => around.current?.querySelector("input")?.focus(), [])
  return (
    <div ref={around}>
      <Field label={parts.code} autoComplete="one-time-code" hint={parts.codeHint} {...props} />
    </div>
  )
}
