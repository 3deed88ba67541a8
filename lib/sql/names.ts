/** A name of TypeScript as SQL spells it: `partnerId` is `partner_id`. */
export const sqlName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
