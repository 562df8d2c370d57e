import {
  type Alerta,
  alertaGuardadaSchema,
  alertaResumenSchema,
  alertaSchema,
  DatosInvalidos,
  type ErrorDeCampo,
  type Limits,
} from '@div/contract'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Database, Row } from '../../db/tables.ts'
import { closeOutdated, refuseTooMany } from '../../motor/alertas/alertas-repository.ts'
import { hideAddress, keepMask, maskAviso, sealAviso } from '../../secretos/given-secret.ts'
import { isRecord } from '../../secretos/secret-fields.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import { describeFilter } from '../resource/list-query.ts'
import { refuseRedPrivada } from '../resource/refuse-red-privada.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { findTipoServidor, holdNombrado, type Nombrado, readSituaciones } from './repository.ts'

/** What a rule may watch, by the field that names it. */
const NOMBRADOS: readonly [Nombrado, string][] = [
  ['procesoId', 'No existe este proceso.'],
  ['canalId', 'No existe este canal.'],
  ['servidorId', 'No existe este servidor.'],
  ['tareaId', 'No existe esta tarea.'],
  ['presupuestoId', 'No existe este presupuesto.'],
]

export function describeAlertas({
  secretos,
  config: { limits },
}: {
  secretos: Secretos
  config: { limits: Pick<Limits, 'alertas'> }
}): ResourceDefinition<Row<'alertas'>, Alerta> {
  return {
    resource: 'alertas',
    label: 'la alerta',
    table: 'alertas',
    schema: z.preprocess(keepWebhookMask, alertaSchema),
    answer: alertaGuardadaSchema,
    summary: alertaResumenSchema,
    derived: ['silenciadaHasta', 'estado', 'desde', 'mensaje'],
    filters: {
      tipo: {
        schema: describeFilter(alertaSchema.shape.condicion.options.map(({ shape }) => shape.tipo.value)),
        where: (tipo) => sql<SqlBool>`condicion ->> 'tipo' = ${tipo}`,
      },
    },
    async toRow({ condicion, correo, webhook, ...alerta }, { trx, id, before, usuario }) {
      const errores = [...(await findMissing(trx, condicion)), ...(await findNoMail(trx, correo))]
      if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
      refuseRedPrivada(usuario.role, {
        campo: 'webhook.permitirRedPrivada',
        before: before?.webhook?.permitirRedPrivada === true,
        after: webhook?.permitirRedPrivada === true,
        moved: webhook?.url !== before?.webhook?.url,
      })
      await closeOutdated(trx, { id, condicion })
      const sealed = sealAviso(webhook, { id, before: before?.webhook ?? null, campo: 'webhook', secretos })
      return {
        ...alerta,
        condicion: JSON.stringify(condicion),
        correo: correo && JSON.stringify(correo),
        webhook: sealed && JSON.stringify(sealed),
      }
    },
    toJson,
    toReader: (alerta) => ({ ...alerta, webhook: hideAddress(alerta.webhook) }),
    async toSummaries(db, rows) {
      const situaciones = await readSituaciones(db, rows)
      return rows.map((row, index) => ({ ...toJson(row), ...situaciones[index] }))
    },
    async afterWrite({ activo }, { trx, before }) {
      if (activo && before?.activo !== true) await refuseTooMany(trx, limits.alertas)
    },
    // Nothing refers to an alerta.
    listUsos: async () => [],
  }
}

function toJson(row: Row<'alertas'>) {
  const { id, revision, creadoEn, actualizadoEn, actualizadoPor, webhook, ...alerta } = row
  return { ...alerta, webhook: maskAviso(webhook) }
}

function keepWebhookMask(body: unknown): unknown {
  if (!isRecord(body)) return body
  const { webhook } = body
  return isRecord(webhook) ? { ...body, webhook: keepMask(webhook, 'secreto') } : body
}

async function findMissing(trx: Kysely<Database>, condicion: Alerta['condicion']): Promise<ErrorDeCampo[]> {
  const given: Readonly<Record<string, unknown>> = condicion
  const errores: ErrorDeCampo[] = []
  for (const [campo, mensaje] of NOMBRADOS) {
    const id = given[campo]
    if (typeof id === 'string' && !(await holdNombrado(trx, campo, id)))
      errores.push({ campo: `condicion.${campo}`, mensaje })
  }
  return errores
}

async function findNoMail(trx: Kysely<Database>, correo: Alerta['correo']): Promise<ErrorDeCampo[]> {
  if (!correo) return []
  const tipo = await findTipoServidor(trx, correo.servidorId)
  const campo = 'correo.servidorId'
  if (tipo === undefined) return [{ campo, mensaje: 'No existe este servidor.' }]
  return tipo === 'smtp' ? [] : [{ campo, mensaje: 'Elija un servidor de correo (SMTP).' }]
}
