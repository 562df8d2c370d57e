/* Settings of foreign nodes are documents that anybody may have written: they are read by name, their own fields only. */

/** What stands at a path of names, `options.pagination.limit`; undefined where there is none. */
export function read(de: unknown, ruta: string): unknown {
  return ruta.split('.').reduce<unknown>((value, nombre) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, nombre)) return undefined
    return Reflect.get(value, nombre)
  }, de)
}

export function readTexto(de: unknown, ruta: string, defecto = ''): string {
  const valor = read(de, ruta)
  return typeof valor === 'string' ? valor : typeof valor === 'number' ? String(valor) : defecto
}

export function readNumero(de: unknown, ruta: string, defecto: number): number {
  const valor = read(de, ruta)
  const numero = typeof valor === 'string' && valor.trim() !== '' ? Number(valor) : valor
  return typeof numero === 'number' && Number.isFinite(numero) ? numero : defecto
}

export function readLista(de: unknown, ruta: string): readonly unknown[] {
  const valor = read(de, ruta)
  return Array.isArray(valor) ? valor : []
}

export function readCampos(de: unknown, ruta: string): readonly (readonly [string, unknown])[] {
  const valor = read(de, ruta)
  return typeof valor === 'object' && valor !== null && !Array.isArray(valor) ? Object.entries(valor) : []
}

/** The value of a text of JSON; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Somebody else wrote it: that it is no JSON is a thing to be told, by whoever asked for it.
    return undefined
  }
}

/** An object that is written out as JSON; null where it is computed or none. */
export function readObjeto(text: string): Readonly<Record<string, unknown>> | null {
  const read = text === '' ? {} : readJson(text)
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : null
}
