import { readFile } from 'node:fs/promises'
import { erroresOf, type Paquete, paqueteSchema } from '@div/contract'
import { CliError } from './cli-error.ts'
import { parseJson } from './parse-json.ts'

/** Characters that no file's name may have on some system. */
const UNSAFE = /[\p{Cc}"*/:<>?\\|]+/gu

/** One file a process, by its name. Throws CliError when two names would be one file. */
export function nameFiles(nombres: readonly string[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const nombre of nombres) {
    const file = `${nombre.replace(UNSAFE, '-').replace(/^\./, '-')}.json`
    const key = file.toLowerCase()
    const taken = [...files].find(([, other]) => other.toLowerCase() === key)
    if (taken)
      throw new CliError(`«${taken[0]}» y «${nombre}» serían el mismo archivo (${file}). Expórtelos aparte.`)
    files.set(nombre, file)
  }
  return files
}

/** Throws CliError that names the file and what is wrong in it. */
export async function readBundle(file: string): Promise<Paquete> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CliError(`No se pudo leer ${file}.`, { cause })
  })
  const json = parseJson(text)
  if (json === undefined) throw new CliError(`${file} no es JSON.`)
  const parsed = paqueteSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const errores = erroresOf(parsed.error).map(({ campo, mensaje }) => `  ${campo}: ${mensaje}`)
  throw new CliError([`${file} no es un paquete de DIV:`, ...errores].join('\n'))
}
