import type { Limits } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import type { Database, Row } from '../../db/tables.ts'
import type { Cola } from '../async-pool/cola.ts'
import { through } from '../async-pool/through.ts'
import { explainFailure } from '../explain-failure.ts'
import {
  closeUnwatched,
  forgetFallo,
  listAbiertas,
  listFallos,
  listReglas,
  storeFallo,
  takeTurno,
} from './alertas-repository.ts'
import { decideAlerta, type Paso } from './decide-alerta.ts'
import { judgeCondicion } from './judge-condicion.ts'
import { createFigurasReader } from './read-figuras.ts'

export interface EvaluateDeps {
  db: Kysely<Database>
  cola: { alertas: Pick<Cola['alertas'], 'insert'> }
  /** In force now. */
  limits(): EvaluateLimits
  log: Pick<Logger, 'warn'>
}

type EvaluateLimits = Pick<Limits, 'alertasSegundos' | 'alertas' | 'alertaIntentos' | 'alertaMs'>
type Regla = Row<'alertas'>

/** What a delivery may take beyond the time of whoever takes it. */
const MARGIN_SECONDS = 30

/**
 * Looks at every rule, writes down what begins and ends, and leaves what is to be told in the queue, all in one transaction; of a rule
 * that cannot be looked at only why. Any number of
 * workers may ask for it at once: one of them does it. Answers whether there is something to send.
 */
export function evaluateAlertas({ db, cola, limits, log }: EvaluateDeps): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const now = await takeTurno(trx, limits().alertasSegundos)
    if (now === null) return false
    await closeUnwatched(trx)
    const reglas = await listReglas(trx, limits().alertas)
    if (reglas.length === 0) return false
    const abiertas = await listAbiertas(trx)
    const read = createFigurasReader(trx, now)
    const failing = await listFallos(trx)
    let sent = false
    for (const regla of reglas) {
      const { id: alertaId, nombre } = regla
      await sql`savepoint regla`.execute(trx)
      try {
        const hallazgos = judgeCondicion(regla.condicion, await read(regla))
        const pasos = decideAlerta(regla, { hallazgos, abiertas: abiertas.get(alertaId) ?? [], now })
        const told: boolean[] = []
        for (const paso of pasos) told.push(await take(trx, paso, { regla, now }))
        await sql`release savepoint regla`.execute(trx)
        sent ||= told.includes(true)
        if (failing.has(alertaId)) await forgetFallo(trx, alertaId)
      } catch (error) {
        // One rule that cannot be looked at is no reason to look at none. A database that is away fails here again, and all of it is undone.
        await sql`rollback to savepoint regla`.execute(trx)
        log.warn({ err: error, alerta: nombre }, 'alerta not looked at')
        await storeFallo(trx, { alertaId, mensaje: explainFailure(error), desde: now })
      }
    }
    return sent
  })

  /** Answers whether somebody is told by another way than the bell. */
  async function take(
    trx: Transaction<Database>,
    paso: Paso,
    { regla, now }: { regla: Regla; now: Date },
  ): Promise<boolean> {
    const incidenciaId = await store(trx, paso, { alertaId: regla.id, now })
    if (paso.que === 'esperar' || paso.dice === null) return false
    const vias = [
      ...(regla.correo ? (['correo'] as const) : []),
      ...(regla.webhook ? (['webhook'] as const) : []),
    ]
    const { dice: tipo, mensaje } = paso
    const entregas = vias.map((via) => ({ id: uuid(), incidenciaId, tipo, via, mensaje }))
    if (entregas.length === 0) return false
    await trx.insertInto('alertasEntregas').values(entregas).execute()
    await cola.alertas.insert(
      entregas.map(({ id }) => ({
        id,
        data: { entregaId: id },
        retryLimit: limits().alertaIntentos,
        expireInSeconds: Math.ceil(limits().alertaMs / 1_000) + MARGIN_SECONDS,
      })),
      through(trx),
    )
    return true
  }
}

/** Answers the incidencia. */
async function store(
  trx: Transaction<Database>,
  paso: Paso,
  { alertaId, now }: { alertaId: string; now: Date },
): Promise<string> {
  if (paso.que === 'abrir') {
    const id = uuid()
    const { sujeto, mensaje, dice } = paso
    const avisada = dice === null ? null : now
    await trx
      .insertInto('alertasIncidencias')
      .values({ id, alertaId, sujeto, mensaje, desde: now, hasta: null, avisada, bienDesde: null })
      .execute()
    return id
  }
  await trx.updateTable('alertasIncidencias').set(changesOf(paso, now)).where('id', '=', paso.id).execute()
  return paso.id
}

function changesOf(paso: Exclude<Paso, { que: 'abrir' }>, now: Date): Partial<Row<'alertasIncidencias'>> {
  switch (paso.que) {
    case 'esperar':
      return { bienDesde: paso.bienDesde }
    case 'cerrar':
      return { hasta: now }
    case 'seguir':
      return { mensaje: paso.mensaje, bienDesde: null, ...(paso.dice !== null && { avisada: now }) }
  }
}
