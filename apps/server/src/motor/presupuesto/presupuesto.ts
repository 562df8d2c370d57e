import {
  type AppError,
  ConsumoSinAnotar,
  type Limits,
  type LlamadaContext,
  ModeloSinPrecio,
  PresupuestoAgotado,
} from '@div/contract'
import type { Consumos, Pedido, Reserva, Uso } from '@div/servidores'
import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { isDatabaseAway } from '../../db/is-database-away.ts'
import type { Database } from '../../db/tables.ts'
import { cancellableTransaction } from '../runtime/cancelled-by.ts'
import {
  deleteOld,
  endConsumo,
  findRole,
  insertConsumo,
  listAbandonados,
  listTocados,
  lockPeriodos,
  noteRechazo,
  openPeriodo,
  type PresupuestoTocado,
  sharePresupuestos,
} from './consumos-repository.ts'
import { costOf } from './cost-of.ts'
import { findPrecio, type PrecioVigente } from './find-precio.ts'

export interface PresupuestoDeps {
  db: Kysely<Database>
  limits: Pick<Limits, 'iaReservaMs' | 'iaConsumosDias'>
  /** Undefined: it is no run that is under way here. */
  findRun(idEjecucion: string): { procesoId: string | null; canalId: string | null } | undefined
  log: Pick<Logger, 'warn'>
}

export interface PresupuestoDeIa {
  /** Keeps account of the calls of one servidor. */
  of(servidorId: string): Consumos
  /** Ends what nobody ended, and forgets what is old. */
  sweep(): Promise<void>
  close(): void
}

const SWEEP_EVERY_MS = 60_000
const SWEPT_AT_ONCE = 200
const SIN_TOKENS: Uso = { entrada: 0, salida: 0, cacheada: 0 }

interface Aceptado {
  id: string
  precio: PrecioVigente | undefined
}

/** What models cost: set aside before each call, settled after it, within what the budgets allow. */
export function createPresupuesto({ db, limits, findRun, log }: PresupuestoDeps): PresupuestoDeIa {
  async function identify(trx: Transaction<Database>, { idEjecucion, caller }: LlamadaContext) {
    const { usuarioId = null, agente = null, mensajeId = null } = caller?.consumidor ?? {}
    const run = findRun(idEjecucion)
    return {
      usuarioId,
      role: usuarioId === null ? null : await findRole(trx, usuarioId),
      agente,
      procesoId: run?.procesoId ?? null,
      canalId: run?.canalId ?? null,
      ejecucionId: run ? idEjecucion : null,
      mensajeId,
    }
  }

  async function accept(
    trx: Transaction<Database>,
    { servidorId, pedido, context }: { servidorId: string; pedido: Pedido; context: LlamadaContext },
  ): Promise<Aceptado | PresupuestoTocado> {
    await sharePresupuestos(trx)
    const { modelo, clase, maximo } = pedido
    const dia = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)
    const precio = await findPrecio(trx, { modelo, servidorId, dia })
    // After the first statement: a run is known to be under way once the turn in which it began is over.
    const quien = await identify(trx, context)
    const tocados = await listTocados(trx, quien)
    const sinPrecio = tocados.find(({ duro, moneda }) => duro && moneda !== precio?.moneda)
    if (sinPrecio) {
      const { moneda, nombre } = sinPrecio
      throw new ModeloSinPrecio({ modelo, moneda, presupuesto: nombre })
    }
    const reservado = precio ? costOf(clase, { ...maximo, cacheada: 0 }, precio) : null
    const contados = tocados.filter(({ moneda }) => moneda === precio?.moneda)
    for (const tocado of contados) await openPeriodo(trx, tocado)
    const agotado = reservado === null ? undefined : await lockPeriodos(trx, contados, reservado)
    const refused = contados.find(({ id }) => id === agotado)
    if (refused) {
      await noteRechazo(trx, refused)
      return refused
    }
    const id = uuid()
    const { entrada, salida } = maximo
    const moneda = precio?.moneda ?? null
    await insertConsumo(
      trx,
      { id, servidorId, modelo, clase, entrada, salida, reservado, moneda, ...quien },
      contados,
    )
    return { id, precio }
  }

  /** It never fails: what cannot be written down now counts as the most that it may have cost, later. */
  async function end(id: string, final: Parameters<typeof endConsumo>[2]): Promise<void> {
    try {
      await db.transaction().execute((trx) => endConsumo(trx, id, final))
    } catch (error) {
      log.warn({ err: error, consumo: id }, 'what a call to a model cost is not written down')
    }
  }

  async function reserve(servidorId: string, pedido: Pedido, context: LlamadaContext): Promise<Reserva> {
    const accepted = await cancellableTransaction(db, context, (trx) =>
      accept(trx, { servidorId, pedido, context }),
    ).catch((cause: unknown) => {
      throw isDatabaseAway(cause) ? new ConsumoSinAnotar(undefined, { cause }) : cause
    })
    // Thrown only now: that it was refused is stored.
    if ('fin' in accepted) throw refusal(accepted)
    const { id, precio } = accepted
    return {
      settle: (uso) =>
        end(id, { estado: 'liquidado', uso, importe: precio ? costOf(pedido.clase, uso, precio) : null }),
      release: () => end(id, { estado: 'liberado', uso: SIN_TOKENS, importe: precio ? '0' : null }),
    }
  }

  async function sweep(): Promise<void> {
    const { iaReservaMs, iaConsumosDias } = limits
    const left = await listAbandonados(db, { iaReservaMs, limite: SWEPT_AT_ONCE })
    for (const { id, entrada, salida, reservado } of left) {
      const uso = { entrada: Number(entrada), salida: Number(salida), cacheada: 0 }
      await end(id, { estado: 'vencido', uso, importe: reservado })
    }
    await deleteOld(db, iaConsumosDias)
  }

  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.warn({ err: error }, 'the ledger of models was not looked through'))
  }, SWEEP_EVERY_MS)
  timer.unref()

  return {
    of: (servidorId) => ({ reserve: (pedido, context) => reserve(servidorId, pedido, context) }),
    sweep,
    close: () => clearInterval(timer),
  }
}

function refusal({ nombre, fin, zonaHoraria }: PresupuestoTocado): AppError {
  const hasta = new Intl.DateTimeFormat('es', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zonaHoraria,
  }).format(fin)
  return new PresupuestoAgotado({ presupuesto: nombre, hasta })
}
