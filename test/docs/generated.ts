import { apiReference } from "./api.ts"
import { errorCatalogue } from "./errors.ts"

/** The documents that are generated from the sources, by path. */
export const generated = async (): Promise<Readonly<Record<string, string>>> => ({
  "docs/errors.md": errorCatalogue(),
  ...(await apiReference())
})
