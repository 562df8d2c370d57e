import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { ReemplazoIncompleto } from './sistema.ts'

interface Renames {
  rename(desde: string, hasta: string): Promise<void>
  remove(ruta: string): Promise<void>
  exists(ruta: string): Promise<boolean>
}

/** Puts a file in the place of another one where the server cannot do it in one step: the old one goes when the new one is there. */
export async function replaceArchivo(
  { rename, remove, exists }: Renames,
  desde: string,
  hasta: string,
): Promise<void> {
  if (!(await exists(hasta))) return rename(desde, hasta)
  const apartado = temporaryName(hasta, 'anterior')
  await rename(hasta, apartado)
  try {
    await rename(desde, hasta)
  } catch (cause) {
    await rename(apartado, hasta).catch(() => {
      throw new ReemplazoIncompleto(apartado, cause)
    })
    throw cause
  }
  await remove(apartado).catch((cause) => {
    throw new ReemplazoIncompleto(apartado, cause)
  })
}

/** A name of the same folder that nobody else uses, and that those who list it mostly do not show. */
export function temporaryName(ruta: string, ending: 'parcial' | 'anterior'): string {
  return posix.join(posix.dirname(ruta), `.${posix.basename(ruta)}.${randomUUID()}.${ending}`)
}
