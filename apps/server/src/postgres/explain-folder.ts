import { AppError, CarpetaInaccesible, DiscoLleno, lookUp } from '@div/contract'

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** The failures of the file system that whoever starts the product can mend. */
const SENTENCES: Readonly<Record<string, string>> = {
  EACCES: 'no hay permiso sobre',
  EPERM: 'el sistema no permite cambiar',
  EROFS: 'es de solo lectura',
  ENOTDIR: 'hay un archivo donde se esperaba una carpeta:',
  EEXIST: 'hay un archivo donde se esperaba una carpeta:',
  EISDIR: 'hay una carpeta donde se esperaba un archivo:',
  ELOOP: 'sus enlaces no llevan a ninguna parte:',
  ENAMETOOLONG: 'su nombre es demasiado largo:',
  ENOENT: 'no existe',
  EIO: 'el disco falla al leer o escribir',
}

/** What the work meets in the file system becomes a sentence about the folder it is for. */
export async function explainingFolder<Result>(
  carpeta: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    // Only here is it known which setting chose the path that failed.
    throw explain(carpeta, error)
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function explain(carpeta: string, error: unknown): unknown {
  const code = codeOf(error)
  if (error instanceof AppError) return error
  if (FULL.has(code)) return new DiscoLleno({ carpeta }, { cause: error })
  const sentence = lookUp(SENTENCES, code)
  if (sentence === undefined) return error
  const path = error instanceof Error && 'path' in error ? String(error.path) : carpeta
  return new CarpetaInaccesible({ carpeta, motivo: `${sentence} ${path}` }, { cause: error })
}
