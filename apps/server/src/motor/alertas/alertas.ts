import type { Limits, PruebaDeAlerta } from '@div/contract'
import type { Kysely } from 'kysely'
import type { JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { readAjustes } from '../../ajustes/ajustes-repository.ts'
import type { Database, Row } from '../../db/tables.ts'
import { openAviso } from '../../secretos/given-secret.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import type { Cola } from '../async-pool/cola.ts'
import type { Entrega } from '../async-pool/deliveries.ts'
import { explainFailure } from '../explain-failure.ts'
import type { Runtime } from '../runtime.ts'
import { keepSilent, keepUntold, listEstadosBefore } from './alertas-repository.ts'
import { evaluateAlertas } from './evaluate-alertas.ts'
import { createSender, type SendDeps } from './send-aviso.ts'
import type { AvisoDeAlerta } from './write-aviso.ts'

export interface AlertasDeps extends Omit<SendDeps, 'limits'> {
  db: Kysely<Database>
  secretos: Pick<Secretos, 'open'>
  cola: Pick<Cola, 'alertas'>
  /** In force now. */
  limits(): Limits
  /** Of the product, as its settings at the start say; an admin may name another. */
  urlBase: string | null
  tellUse: Runtime['tellUse']
  log: Pick<Logger, 'warn'>
}

export type Alertas = ReturnType<typeof createAlertas>

interface Found {
  entrega: Row<'alertasEntregas'>
  incidencia: Row<'alertasIncidencias'>
  regla: Row<'alertas'>
  isSilenced: boolean
}

type Job = Pick<JobWithMetadata<{ entregaId: string }>, 'data' | 'retryCount' | 'retryLimit'>

/** Rules that watch the product, and who is told of what they find. */
export function createAlertas({ db, secretos, cola, limits, urlBase, tellUse, log, ...rest }: AlertasDeps) {
  const sender = createSender({ ...rest, limits })

  async function linkTo(alertaId: string): Promise<string | null> {
    const base = (await readAjustes(db)).urlBase ?? urlBase
    return base === null ? null : new URL(`/alertas?ver=${alertaId}`, base).href
  }

  async function send(
    via: 'correo' | 'webhook',
    { id, nombre, correo, webhook: sealed }: Pick<Row<'alertas'>, 'id' | 'nombre' | 'correo' | 'webhook'>,
    aviso: AvisoDeAlerta,
  ): Promise<void> {
    if (via === 'correo' && correo) await sender.correo(correo, aviso)
    const webhook = via === 'webhook' ? openAviso(id, sealed, secretos) : null
    if (!webhook) return
    tellUse({ recurso: 'alertas', id, nombre }, webhook.secreto)
    await sender.webhook(webhook, aviso)
  }

  async function findEntrega(id: string): Promise<Found | undefined> {
    const entrega = await db.selectFrom('alertasEntregas').selectAll().where('id', '=', id).executeTakeFirst()
    if (entrega?.estado !== 'pendiente') return undefined
    const incidencia = await db
      .selectFrom('alertasIncidencias')
      .selectAll()
      .where('id', '=', entrega.incidenciaId)
      .executeTakeFirstOrThrow()
    const regla = await db
      .selectFrom('alertas')
      .selectAll()
      .where('id', '=', incidencia.alertaId)
      .executeTakeFirstOrThrow()
    const isSilenced = regla.silenciadaHasta !== null && regla.silenciadaHasta > new Date()
    return { entrega, incidencia, regla, isSilenced }
  }

  /** When a message leaves; null: never, and why is written down. */
  async function takeTurn({ entrega, isSilenced }: Found): Promise<'ahora' | 'despues' | null> {
    const isEnd = entrega.tipo === 'recuperacion'
    // Of its end whoever was told of its beginning is told all the same.
    if (isSilenced && !isEnd) {
      await keepSilent(db, entrega)
      return null
    }
    const before = await listEstadosBefore(db, entrega)
    if (before.includes('pendiente')) return 'despues'
    if (!isEnd || before.includes('entregada')) return 'ahora'
    // Where nobody tried nothing failed: its beginning was silenced, or the rule tells by this way since then.
    await keepUntold(db, entrega, before.includes('fallida') ? 'fallida' : 'silenciada')
    return null
  }

  return {
    /** By one of all workers. Answers whether there is something to send. */
    evaluate: () => evaluateAlertas({ db, cola, limits, log }),

    /** Tries one message; what became of it stands in its row. `despues`: the one before it is still to leave. */
    async deliver({ data: { entregaId }, retryCount, retryLimit }: Job): Promise<Entrega | 'despues'> {
      const found = await findEntrega(entregaId)
      // Its rule is gone, or it was told before its end was written down.
      if (!found) return null
      const { entrega, incidencia, regla } = found
      const turno = await takeTurn(found)
      if (turno !== 'ahora') return turno
      const { id, nombre, descripcion } = regla
      const { tipo, via, mensaje, momento, intentos } = entrega
      const failure = await send(via, regla, {
        id: entregaId,
        tipo,
        alerta: { id, nombre, descripcion },
        incidencia: { id: incidencia.id, desde: incidencia.desde, hasta: incidencia.hasta },
        mensaje,
        momento,
        enlace: await linkTo(id),
      }).then(() => null, explainFailure)
      if (failure !== null) log.warn({ alerta: nombre, via, mensaje: failure }, 'alerta not delivered')
      const isLast = retryCount >= retryLimit
      const estado = failure === null ? 'entregada' : isLast ? 'fallida' : 'pendiente'
      await db
        .updateTable('alertasEntregas')
        .set({ estado, intentos: intentos + 1, error: failure })
        .where('id', '=', entregaId)
        .execute()
      return failure === null ? null : { mensaje: failure }
    },

    /** Tells everybody whom a rule names that it works; now, and once. */
    async test(regla: Row<'alertas'>): Promise<PruebaDeAlerta> {
      const { id, nombre, descripcion } = regla
      const aviso: AvisoDeAlerta = {
        id: uuid(),
        tipo: 'prueba',
        alerta: { id, nombre, descripcion },
        incidencia: null,
        mensaje: `Es una prueba: así llegan los avisos de «${nombre}».`,
        momento: new Date(),
        enlace: await linkTo(id),
      }
      const vias = (['correo', 'webhook'] as const).filter((via) => regla[via] !== null)
      return {
        vias: await Promise.all(
          vias.map(async (via) => {
            const error = await send(via, regla, aviso).then(() => null, explainFailure)
            return { via, ok: error === null, error }
          }),
        ),
      }
    },
  }
}
