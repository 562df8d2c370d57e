/** How a value can be looked at. */
export const FORMATOS = [
  { value: 'arbol', label: 'Árbol' },
  { value: 'tabla', label: 'Tabla' },
  { value: 'json', label: 'JSON' },
  { value: 'xml', label: 'XML' },
] as const
export type Formato = (typeof FORMATOS)[number]['value']

const KEY = 'formatoDeDatos'

/** As it was chosen last. */
export function readFormato(): Formato {
  return toFormato(localStorage.getItem(KEY)) ?? 'arbol'
}

export function storeFormato(formato: Formato): void {
  localStorage.setItem(KEY, formato)
}

export function toFormato(text: string | null): Formato | undefined {
  return FORMATOS.find(({ value }) => value === text)?.value
}
