import { AsistenteSinModelo } from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'

/** Whose model answers; `modelo` empty: that of the servidor. */
export interface ModeloDelAsistente {
  servidorId: string
  modelo: string
}

type Hallado = { listo: ModeloDelAsistente } | { falta: string }

/** Types of servidores whose models can be talked with. */
export function isServidorDeModelos(tipoServidor: string): boolean {
  return Object.hasOwn(SERVIDORES, tipoServidor) && SERVIDORES[tipoServidor]?.converse !== undefined
}

/** As it is now: an admin may have chosen another one, or switched it off. */
export async function findModelo(db: Kysely<Database>): Promise<Hallado> {
  const row = await db
    .selectFrom('configuracion')
    .leftJoin('servidores', 'servidores.id', 'configuracion.asistenteServidorId')
    .select(['servidores.id', 'nombre', 'activo', 'tipoServidor', 'asistenteModelo'])
    .executeTakeFirstOrThrow()
  const { id, nombre, activo, tipoServidor, asistenteModelo: modelo } = row
  if (id === null || tipoServidor === null)
    return { falta: 'un administrador elige su modelo en Configuración.' }
  if (!activo) return { falta: `el servidor «${nombre}», que es el suyo, está inactivo.` }
  if (!isServidorDeModelos(tipoServidor))
    return { falta: `el servidor «${nombre}» no tiene modelos con los que conversar.` }
  return { listo: { servidorId: id, modelo } }
}

/** Throws AsistenteSinModelo. */
export async function requireModelo(db: Kysely<Database>): Promise<ModeloDelAsistente> {
  const found = await findModelo(db)
  if ('falta' in found) throw new AsistenteSinModelo({ motivo: found.falta })
  return found.listo
}
