import { href } from "../app/router.ts"

/** The address of an award's page. */
export const awardHref = (id: string): string => href(`/awards/${id}`)
