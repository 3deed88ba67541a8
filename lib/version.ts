/** The version of the package, which `package.json` states too; a test compares them. */
export const version = "0.2.0"
