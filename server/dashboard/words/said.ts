/**
 * A sentence with something in it that is no text, such as a link or a name. The tag of a template: said`Go to ${link}.` An entry with
 * it is a function of these parts, so that each language has its own order.
 */
export const said = <Part>(
  texts: TemplateStringsArray,
  ...parts: ReadonlyArray<Part>
): Array<string | Part> =>
  texts.flatMap((text, index) => {
    const part = parts[index]
    return part === undefined ? [text] : [text, part]
  })
