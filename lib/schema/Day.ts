/** Whether a text is a day that exists, as in 1990-12-31. */
export const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00.000Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
