import {
  DatosInvalidos,
  type ErrorDeCampo,
  type Presupuesto,
  presupuestoGuardadoSchema,
  presupuestoResumenSchema,
  presupuestoSchema,
  roleSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import type { Database, Row } from '../../../db/tables.ts'
import { holdPresupuestos, renewPeriodo } from '../../../motor/presupuesto/consumos-repository.ts'
import { isZone } from '../../../motor/scheduler/cron.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { registerResource } from '../../resource/register-resource.ts'
import type { ResourceDefinition } from '../../resource/resource-definition.ts'
import { addAlertasUsing, listAlertasUsing } from '../../usos/list-alertas-using.ts'
import { exists, readEstados } from './repository.ts'

/** What changes which calls a budget counts, and when. */
const COUNTING = ['activo', 'ambito', 'de', 'periodo', 'zonaHoraria', 'moneda'] as const

const presupuestos: ResourceDefinition<Row<'aiPresupuestos'>, Presupuesto> = {
  resource: 'ai/budget',
  label: 'el presupuesto',
  table: 'aiPresupuestos',
  schema: presupuestoSchema,
  answer: presupuestoGuardadoSchema,
  summary: presupuestoResumenSchema,
  derived: ['deNombre', 'inicio', 'fin', 'gastado', 'reservado', 'previsto', 'rechazos'],
  hold: holdPresupuestos,
  async toRow(input, { trx }) {
    const errores = await findErrores(trx, input)
    if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
    return { ...input, avisos: [...new Set(input.avisos)].toSorted((left, right) => left - right) }
  },
  toJson({ id, revision, creadoEn, actualizadoEn, actualizadoPor, ...presupuesto }) {
    return presupuesto
  },
  async toSummaries(db, rows) {
    const estados = await readEstados(db, rows)
    return rows.map((row) => ({ ...presupuestos.toJson(row), ...estados.get(row.id) }))
  },
  listUsos: (db, { id }) => listAlertasUsing(db, id),
  countUsos: (db, rows) =>
    addAlertasUsing(
      db,
      rows.map(({ id }) => id),
      new Map(),
    ),
  async afterWrite(row, { trx, before }) {
    if (!before || COUNTING.some((campo) => before[campo] !== row[campo])) await renewPeriodo(trx, row.id)
  },
}

async function findErrores(
  trx: Transaction<Database>,
  { ambito, de, zonaHoraria }: Presupuesto,
): Promise<ErrorDeCampo[]> {
  const errores: ErrorDeCampo[] = []
  const refuse = (campo: string, mensaje: string) => errores.push({ campo, mensaje })
  if (!isZone(zonaHoraria)) refuse('zonaHoraria', 'No es una zona horaria IANA, como America/Bogota.')
  if (ambito === 'todos') {
    if (de !== null) refuse('de', 'De todos no se elige a nadie.')
  } else if (de === null) refuse('de', 'Elija de quién es.')
  else if (ambito === 'role' && !roleSchema.safeParse(de).success) refuse('de', 'No existe este rol.')
  else if (ambito === 'usuario' && !(await exists(trx, 'usuarios', de)))
    refuse('de', 'No existe este usuario.')
  else if (ambito === 'proceso' && !(await exists(trx, 'procesos', de)))
    refuse('de', 'No existe este proceso.')
  return errores
}

/** What may be spent on models. */
export function registerPresupuestos(app: FastifyInstance, deps: ApiDeps): void {
  registerResource(app, deps, presupuestos)
}
