import { Brand } from "../dashboard/app/Brand.tsx"
import { switchTheme, theme } from "../dashboard/app/theme.ts"
import { href, query, search, subject } from "./address.ts"
import type { Document, Operation } from "./document.ts"
import { Method } from "./parts.tsx"
import type { Found } from "./search.ts"

interface Props {
  readonly document: Document
  readonly found: Found
  /** Called on Enter in the search field. */
  readonly onEnter: () => void
}

const Entry = ({ operation: { id, method, summary } }: { readonly operation: Operation }) => (
  <li>
    <a href={href(id)} aria-current={subject.value === id ? "page" : undefined}>
      <Method name={method} />
      <span>{summary}</span>
    </a>
  </li>
)

const Search = ({ onEnter }: Pick<Props, "onEnter">) => (
  <search>
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onEnter()
      }}
    >
      <label for="search" class="unseen">
        Search
      </label>
      <input
        id="search"
        type="search"
        placeholder="Search: path, field, word ( / )"
        autoComplete="off"
        spellcheck={false}
        value={query.value}
        onInput={(event) => search(event.currentTarget.value)}
      />
    </form>
  </search>
)

/** The search and its results: operations by group, then schemas. An empty search finds all. */
export const Navigation = ({ document, found, onEnter }: Props) => {
  const isSearching = query.value.trim() !== ""
  const count = found.operations.length + found.schemas.length
  return (
    <nav aria-label="Operations" class={isSearching ? "searching" : ""}>
      <div class="head">
        <a href="/docs" class="home" aria-label="Laurel Rewards API">
          <Brand />
        </a>
        <Search onEnter={onEnter} />
        <p class="quiet" role="status">
          {isSearching && (count === 0 ? "Nothing has all of these words." : `${count} found`)}
        </p>
      </div>
      <div class="entries">
        {document.groups.map(({ name, title }) => {
          const operations = found.operations.filter(({ group }) => group === name)
          return operations.length === 0 ? null : (
            <section key={name}>
              <h2>{title}</h2>
              <ul>
                {operations.map((operation) => (
                  <Entry key={operation.id} operation={operation} />
                ))}
              </ul>
            </section>
          )
        })}
        {found.schemas.length > 0 && (
          <section>
            <h2>Schemas</h2>
            <ul>
              {found.schemas.map((name) => (
                <li key={name}>
                  <a href={href(name)} aria-current={subject.value === name ? "page" : undefined}>
                    <code>{name}</code>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <p class="tools">
        <a class="link" href="/dashboard">
          Dashboard
        </a>
        <a class="link" href="/openapi.json">
          OpenAPI
        </a>
        <button type="button" class="link" onClick={switchTheme}>
          Theme: {theme.value}
        </button>
      </p>
    </nav>
  )
}
