/** What an examination found out about one thing. */
export interface Finding {
  readonly about: string
  readonly state: "ok" | "warning" | "fault"
  readonly detail: string
}
