/**
 * Names under which the server keeps statements prepared, one for each text. The library has a bounded number of texts;
 * a host that builds its own must not fill the server's memory with them, so past this many a statement has no name.
 */
const most = 500
const names = new Map<string, string>()

export const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= most) return known
  const name = `rewards_${names.size}`
  names.set(text, name)
  return name
}
