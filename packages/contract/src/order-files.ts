export interface TextFile {
  nombre: string
  contenido: string
}

/** A name of a file in quotes: how every notation of contracts and schemas says what it includes or imports. */
const QUOTED_NAME = /["']([^"'<>\s#]+\.\w+)(?:#[^"'<>\s]*)?["']/g

/** What says of itself that it is the whole: a WSDL with its service, OpenAPI, Swagger, a collection of Postman. */
const CONTRACT =
  /<(?:[\w.-]+:)?service[\s>]|^[ \t{]*["']?(?:openapi|swagger)["']?\s*:|schema\.getpostman\.com/m

/**
 * The one order of files that were given together, in whichever they came: first what says that it is the contract, then other WSDLs, then the
 * rest; and among alike those that no other one names, since the others are what they include or import.
 */
export function orderFiles<File extends TextFile>(files: readonly File[]): File[] {
  const named = files.map(({ nombre, contenido }) => {
    const names = new Set([...contenido.matchAll(QUOTED_NAME)].map(([, name = '']) => lastOf(name)))
    names.delete(lastOf(nombre))
    return names
  })
  const isNamed = ({ nombre }: TextFile) => named.some((names) => names.has(lastOf(nombre)))
  const ranked = files.map((file) => ({ file, rank: 2 * rankOf(file) + Number(isNamed(file)) }))
  return ranked.toSorted((left, right) => left.rank - right.rank).map(({ file }) => file)
}

function rankOf({ nombre, contenido }: TextFile): number {
  if (CONTRACT.test(contenido)) return 0
  return nombre.toLowerCase().endsWith('.wsdl') ? 1 : 2
}

const lastOf = (name: string) => name.split(/[/\\]/).at(-1) ?? ''

/** The files of before with those that are given now; one of the same name is another version of it. */
export function withFiles(files: readonly TextFile[], given: readonly TextFile[]): TextFile[] {
  const names = new Set(given.map(({ nombre }) => nombre))
  return orderFiles([...files.filter(({ nombre }) => !names.has(nombre)), ...given])
}
