export interface TextFile {
  nombre: string
  contenido: string
}

/** A name of a file in quotes: how every notation of contracts and schemas says what it includes or imports. */
const QUOTED_NAME = /["']([^"'<>\s#]+\.\w+)(?:#[^"'<>\s]*)?["']/g

const lastOf = (name: string) => name.split(/[/\\]/).at(-1) ?? ''

/** Those that no other one names come first: the others are what they include or import. */
export function orderFiles<File extends TextFile>(files: readonly File[]): File[] {
  const named = files.map(({ nombre, contenido }) => {
    const names = new Set([...contenido.matchAll(QUOTED_NAME)].map(([, name = '']) => lastOf(name)))
    names.delete(lastOf(nombre))
    return names
  })
  const isNamed = ({ nombre }: TextFile) => named.some((names) => names.has(lastOf(nombre)))
  return files.toSorted((left, right) => Number(isNamed(left)) - Number(isNamed(right)))
}

/** The files of before with those that are given now; one of the same name is another version of it. */
export function withFiles(files: readonly TextFile[], given: readonly TextFile[]): TextFile[] {
  const names = new Set(given.map(({ nombre }) => nombre))
  return orderFiles([...files.filter(({ nombre }) => !names.has(nombre)), ...given])
}
