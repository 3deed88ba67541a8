// The sections of documents that a reader types into one shell.

/** Each continues in the shell of the one before. The last four need only the first. */
export const sections = [
  { file: "README.md", title: "## First award in a minute" },
  { file: "docs/accounts.md", title: "## Sign a user in, and link them" },
  { file: "docs/programme.md", title: "## Over HTTP" },
  { file: "docs/events.md", title: "## Events over HTTP" },
  { file: "docs/http.md", title: "## A tour" }
]
