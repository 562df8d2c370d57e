import {
  DatosInvalidos,
  type ErrorDeCampo,
  type Precio,
  precioGuardadoSchema,
  precioResumenSchema,
  precioSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import type { Database, Row } from '../../../db/tables.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { registerResource } from '../../resource/register-resource.ts'
import type { ResourceDefinition } from '../../resource/resource-definition.ts'
import { holdServidor, isTaken, nameServidores } from './repository.ts'

const precios: ResourceDefinition<Row<'aiPrecios'>, Precio> = {
  resource: 'ai/pricing',
  label: 'el precio',
  table: 'aiPrecios',
  schema: precioSchema,
  answer: precioGuardadoSchema,
  summary: precioResumenSchema,
  derived: ['nombre', 'servidor'],
  async toRow(input, { trx, id }) {
    const errores = await findErrores(trx, { ...input, id })
    if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
    return input
  },
  toJson({ id, nombre, revision, creadoEn, actualizadoEn, actualizadoPor, ...precio }) {
    return precio
  },
  async toSummaries(db, rows) {
    const nombres = await nameServidores(db, rows)
    return rows.map((row) => ({
      ...precios.toJson(row),
      servidor: row.servidorId === null ? null : (nombres.get(row.servidorId) ?? null),
    }))
  },
  // What was spent keeps the price that it had.
  listUsos: async () => [],
}

async function findErrores(
  trx: Transaction<Database>,
  precio: Precio & { id: string },
): Promise<ErrorDeCampo[]> {
  const { servidorId, desde, hasta } = precio
  const errores: ErrorDeCampo[] = []
  if (servidorId !== null && !(await holdServidor(trx, servidorId)))
    errores.push({ campo: 'servidorId', mensaje: 'No existe este servidor.' })
  if (hasta !== null && hasta < desde)
    errores.push({ campo: 'hasta', mensaje: 'Elija un día que no sea anterior a «Desde».' })
  if (await isTaken(trx, precio))
    errores.push({ campo: 'desde', mensaje: 'Este modelo ya tiene un precio desde ese día.' })
  return errores
}

/** What models cost; written by admins. */
export function registerPrecios(app: FastifyInstance, deps: ApiDeps): void {
  registerResource(app, deps, precios)
}
