import { apiReference } from "./api.ts"
import { errorCatalogue } from "./errors.ts"

/** The documents that are made of the sources, by their paths. */
export const generated = async (): Promise<Readonly<Record<string, string>>> => ({
  "docs/errors.md": errorCatalogue(),
  ...(await apiReference())
})
