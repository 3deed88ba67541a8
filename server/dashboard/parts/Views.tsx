interface Props {
  readonly label: string
  readonly views: ReadonlyArray<{ readonly text: string; readonly href: string; readonly current: boolean }>
}

/** Views of one page. Each is an address. */
export const Views = ({ label, views }: Props) => (
  <ul class="views" aria-label={label}>
    {views.map(({ current, href, text }) => (
      <li key={text}>
        <a href={href} aria-current={current ? "true" : undefined}>
          {text}
        </a>
      </li>
    ))}
  </ul>
)
