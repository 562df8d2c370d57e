import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { DatosInvalidos, ServidorNoResponde } from '@div/contract'

/**
 * The real path of a database file inside the allowed folders (security rule 2); links are followed before it is checked. Throws
 * DatosInvalidos at `config.archivo` or, when there is no such file, ServidorNoResponde.
 */
export async function locateArchivo(
  archivo: string,
  { carpetas, servidor }: { carpetas: readonly string[]; servidor: string },
): Promise<string> {
  const real = await realPathOf(resolveArchivo(archivo, carpetas))
  if (real === null) throw new ServidorNoResponde({ servidor, motivo: `no existe el archivo «${archivo}»` })
  const folders = await Promise.all(carpetas.map(realPathOf))
  if (!folders.some((carpeta) => carpeta !== null && isInside(carpeta, real))) throw refuseOutside()
  return real
}

/** Where it is wanted, inside the allowed folders, before the disk is asked: nothing is told about files outside. Throws DatosInvalidos. */
export function resolveArchivo(archivo: string, carpetas: readonly string[]): string {
  const [first] = carpetas
  if (first === undefined) throw refuse('No hay ninguna carpeta permitida para archivos SQLite.')
  if (archivo.includes('\0') || archivo.startsWith('file:') || archivo === ':memory:') {
    throw refuse('Escriba la ruta de un archivo.')
  }
  const wanted = resolve(first, archivo)
  if (!carpetas.some((carpeta) => isInside(resolve(carpeta), wanted))) throw refuseOutside()
  return wanted
}

function isInside(carpeta: string, path: string): boolean {
  const way = relative(carpeta, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

async function realPathOf(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch {
    // Missing, or not to be seen by us: for the caller the same.
    return null
  }
}

function refuseOutside() {
  return refuse('El archivo está fuera de las carpetas permitidas para SQLite.')
}

function refuse(mensaje: string) {
  return new DatosInvalidos(undefined, { errores: [{ campo: 'config.archivo', mensaje }] })
}
