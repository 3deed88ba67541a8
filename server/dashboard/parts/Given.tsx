import type { ComponentChildren } from "preact"

/**
 * A name or a text that a person entered, in a line of the dashboard's own words. It has the direction of its first letter, and does not
 * change the order of the words around it.
 */
export const Given = ({ children }: { readonly children: ComponentChildren }) => (
  <bdi dir="auto">{children}</bdi>
)
