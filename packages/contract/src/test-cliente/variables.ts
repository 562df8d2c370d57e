/** `{{nombre}}`, wherever a text of a petición may hold one. */
const VARIABLE = /\{\{\s*([\p{L}\p{N}_.-]+)\s*\}\}/gu

/** The names that a text asks for, each once. */
export function listVariables(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, nombre = '']) => nombre))]
}

/** The text with the values that there are; a name that has none stays as it is written. */
export function fillVariables(text: string, valores: ReadonlyMap<string, string>): string {
  return text.replace(VARIABLE, (whole, nombre: string) => valores.get(nombre) ?? whole)
}

/** Whether a text is nothing but variables and what stands between them, so that whoever reads it learns no secret. */
export function isOnlyVariables(text: string): boolean {
  return text.replace(VARIABLE, '').trim() === ''
}
