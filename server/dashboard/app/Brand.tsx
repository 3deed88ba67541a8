export const Brand = () => (
  <p class="brand">
    <svg viewBox="0 0 18 18" aria-hidden="true">
      <path d="M9 0h9v9a9 9 0 1 1-9-9Z" />
    </svg>
    Laurel
  </p>
)
