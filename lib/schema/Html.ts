/** Escapes text for HTML: as the content of an element, or as an attribute's value between quotes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
