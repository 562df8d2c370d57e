import { type Presupuesto, presupuestoSchema } from '@div/contract'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../db/tables.ts'

export async function insertServidor(db: Kysely<Database>, id: string): Promise<void> {
  await db
    .insertInto('servidores')
    .values({
      id,
      nombre: id,
      descripcion: '',
      categoriaId: null,
      tipoServidor: 'openai',
      activo: true,
      permitirRedPrivada: true,
      config: '{}',
      pool: '{}',
      resiliencia: '{}',
      actualizadoPor: null,
    })
    .execute()
}

interface PrecioDePrueba {
  modelo: string
  entrada: string
  salida?: string
  desde?: string
  hasta?: string
  servidorId?: string
  moneda?: string
}

export async function insertPrecio(db: Kysely<Database>, precio: PrecioDePrueba): Promise<void> {
  const { modelo, entrada, salida = '0', desde = '2020-01-01', moneda = 'USD' } = precio
  const { hasta = null, servidorId = null } = precio
  await db
    .insertInto('aiPrecios')
    .values({
      id: uuid(),
      modelo,
      servidorId,
      desde,
      hasta,
      entradaPorMillon: entrada,
      salidaPorMillon: salida,
      cacheadaPorMillon: null,
      embeddingsPorMillon: null,
      moneda,
      actualizadoPor: null,
    })
    .execute()
}

/** Answers its id. */
export async function insertPresupuesto(
  db: Kysely<Database>,
  given: Partial<Presupuesto> & { importe: string },
): Promise<string> {
  const id = uuid()
  const presupuesto = presupuestoSchema.parse({ nombre: id, duro: true, ...given })
  await db
    .insertInto('aiPresupuestos')
    .values({ id, ...presupuesto, actualizadoPor: null })
    .execute()
  return id
}
