/** `{{nombre}}`, wherever a text of a petición may hold one. */
const VARIABLE = /\{\{\s*([\p{L}\p{N}_.-]+)\s*\}\}/gu

/** The names that a text asks for, each once. */
export function listVariables(text: string): string[] {
  const names = new Set<string>()
  for (const [, nombre = ''] of text.matchAll(VARIABLE)) names.add(nombre)
  return [...names]
}

/**
 * The text with the values that there are; a name that has none stays as it is written. `onFill` hears how long each value is before it is
 * put there, and may throw: a short text can stand for a very long one.
 */
export function fillVariables(
  text: string,
  valores: ReadonlyMap<string, string>,
  onFill: (characters: number) => void = () => {},
): string {
  return text.replace(VARIABLE, (whole, nombre: string) => {
    const valor = valores.get(nombre) ?? whole
    onFill(valor.length)
    return valor
  })
}

/** Whether a text is nothing but variables and what stands between them, so that whoever reads it learns no secret. */
export function isOnlyVariables(text: string): boolean {
  return text.replace(VARIABLE, '').trim() === ''
}
