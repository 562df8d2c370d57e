import {
  type CasoDeAgente,
  DatosInvalidos,
  type EjecucionDeAgente,
  type Evaluador,
  monotonicNow,
  type PruebaDeAgente,
  type ResultadoDeCasoDeAgente,
} from '@div/contract'
import { readDatos } from '@div/servidores'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { audit } from '../../api/auditoria/audit.ts'
import { storableJson } from '../../db/storable.ts'
import type { Database } from '../../db/tables.ts'
import { explainFailure } from '../../motor/explain-failure.ts'
import { SecretScope } from '../../motor/history/secret-scope.ts'
import type { Pools } from '../../motor/pools/pools.ts'
import type { Pidiente } from '../capacidades/capacidades.ts'
import type { AgenteARun, Agentes } from './agentes.ts'
import { JUEZ } from './palabras.ts'

interface PruebasDeps {
  db: Kysely<Database>
  agentes: Pick<Agentes, 'begin'>
  pools: Pick<Pools, 'converse'>
  log: Pick<Logger, 'warn'>
}

interface Pedida {
  agente: AgenteARun
  casos: readonly CasoDeAgente[]
  pidiente: NonNullable<Pidiente>
  usuario: string
}

const JUICIO_MS = 60_000
const JUICIO_TOKENS = 500
const JUICIO_PROFUNDIDAD = 8
/** What a judge reads of an answer. */
const LEIDO_CHARS = 20_000

/** Runs the cases of an agente one after the other. Nobody is asked to allow anything: what would need that is refused. */
export function createPruebas({ db, agentes, pools, log }: PruebasDeps) {
  async function runCaso(caso: CasoDeAgente, pedida: Pedida): Promise<ResultadoDeCasoDeAgente> {
    const { agente, pidiente } = pedida
    const { nombre, mensaje } = caso
    const { ended } = await agentes.begin({
      ...{ agente, mensaje, origen: 'caso', pidiente, hayPersona: false },
    })
    const ejecucion = await ended
    const evaluadores = []
    for (const evaluador of caso.evaluadores) {
      const found = await evaluate(evaluador, ejecucion, pedida)
      evaluadores.push({ evaluador, ...found })
    }
    return {
      ...{ nombre, mensaje, evaluadores },
      ok: evaluadores.every(({ ok }) => ok),
      respuesta: ejecucion.respuesta,
      error: ejecucion.error?.mensaje ?? null,
      ejecucionId: ejecucion.id,
      duracionMs: ejecucion.duracionMs,
    }
  }

  async function evaluate(
    evaluador: Evaluador,
    ejecucion: EjecucionDeAgente,
    pedida: Pedida,
  ): Promise<{ ok: boolean; motivo: string }> {
    const { estado, respuesta } = ejecucion
    if (estado !== 'ok') return { ok: false, motivo: 'No hay respuesta.' }
    switch (evaluador.tipo) {
      case 'exacto':
        return verdict(respuesta.trim() === evaluador.texto.trim(), 'No es el mismo texto.')
      case 'contiene':
        return verdict(simplify(respuesta).includes(simplify(evaluador.texto)), 'No lo contiene.')
      case 'esquema':
        return verdict(ejecucion.datos !== null, 'No tiene los datos que declara el agente.')
      case 'juez':
        return judge(evaluador.criterio, ejecucion, pedida).catch((cause: unknown) => ({
          ok: false,
          motivo: `No se pudo juzgar. ${explainFailure(cause)}`,
        }))
    }
  }

  async function judge(
    criterio: string,
    { mensaje, respuesta }: EjecucionDeAgente,
    { agente: { id: agente, definicion }, pidiente }: Pedida,
  ): Promise<{ ok: boolean; motivo: string }> {
    const id = uuid()
    const texto = JSON.stringify({ criterio, mensaje, respuesta: respuesta.slice(0, LEIDO_CHARS) })
    const peticion = {
      modelo: definicion.modelo,
      instrucciones: JUEZ,
      mensajes: [{ rol: 'usuario' as const, texto }],
      maxTokens: JUICIO_TOKENS,
    }
    const context = {
      idEjecucion: id,
      claveIdempotencia: `${id}/juez/1`,
      signal: AbortSignal.timeout(JUICIO_MS),
      deadline: monotonicNow() + JUICIO_MS,
      profundidad: 0,
      savepoint: false,
      caller: { secretos: SecretScope.of([]), consumidor: { usuarioId: pidiente.id, agente } },
    }
    let said = ''
    for await (const pieza of pools.converse(definicion.servidorId, peticion, context))
      if (pieza.tipo === 'texto') said += pieza.texto
    const read = readDatos(said, (value) => value, { profundidad: JUICIO_PROFUNDIDAD })
    const { success, data } = juicioSchema.safeParse('datos' in read ? read.datos : null)
    return success
      ? { ok: data.cumple, motivo: data.motivo }
      : { ok: false, motivo: 'El juez no contestó lo que se le pide.' }
  }

  async function runAll(id: string, pedida: Pedida): Promise<void> {
    const begun = monotonicNow()
    const casos: ResultadoDeCasoDeAgente[] = []
    let estado: PruebaDeAgente['estado'] = 'terminada'
    try {
      for (const caso of pedida.casos) {
        casos.push(await runCaso(caso, pedida))
        await write(id, { estado: 'ejecutando', casos, duracionMs: null, vence: venceOf(pedida) })
      }
    } catch (error) {
      log.warn({ err: error }, 'the cases of an agente were not all run')
      estado = 'interrumpida'
    }
    await write(id, { estado, casos, duracionMs: monotonicNow() - begun, vence: new Date() })
  }

  async function write(
    id: string,
    {
      estado,
      casos,
      duracionMs,
      vence,
    }: Pick<PruebaDeAgente, 'estado' | 'casos' | 'duracionMs'> & { vence: Date },
  ): Promise<void> {
    const aprobados = casos.filter(({ ok }) => ok).length
    await db
      .updateTable('aiAgentePruebas')
      .set({ estado, aprobados, duracionMs, vence, casos: storableJson(casos) })
      .where('id', '=', id)
      .execute()
  }

  return {
    /** Answers as soon as they have begun. Throws DatosInvalidos where there are none. */
    async begin(pedida: Pedida): Promise<PruebaDeAgente> {
      const { agente, casos, usuario } = pedida
      if (casos.length === 0) {
        const errores = [{ campo: 'casos', mensaje: 'El agente no tiene casos de prueba.' }]
        throw new DatosInvalidos(undefined, { errores })
      }
      const id = uuid()
      const nueva = { id, agenteId: agente.id, version: agente.version, usuario, total: casos.length }
      const { inicio } = await db.transaction().execute(async (trx) => {
        await audit(trx, {
          ...{ usuario, accion: 'probar', recurso: 'ai-agents', recursoId: agente.id },
          detalle: { nombre: agente.nombre, casos: casos.length },
        })
        return trx
          .insertInto('aiAgentePruebas')
          .values({ ...nueva, estado: 'ejecutando', vence: venceOf(pedida), duracionMs: null })
          .returning('inicio')
          .executeTakeFirstOrThrow()
      })
      runAll(id, pedida).catch((error: unknown) =>
        log.warn({ err: error }, 'how the cases of an agente went is not written down'),
      )
      return {
        ...{ ...nueva, estado: 'ejecutando', aprobados: 0, casos: [], duracionMs: null },
        inicio: inicio.toISOString(),
      }
    },
  }
}

/** Of one case. */
const MAX_JUICIOS = 10

/** When nobody is at work on its next case any more. */
const venceOf = ({ agente }: Pedida) =>
  new Date(Date.now() + agente.definicion.limites.tiempoMs + JUICIO_MS * (MAX_JUICIOS + 1))

const juicioSchema = z.object({ cumple: z.boolean(), motivo: z.string().max(2_000).default('') })

const verdict = (ok: boolean, motivo: string) => ({ ok, motivo: ok ? '' : motivo })

/** Without capitals, accents and the spaces between words. */
function simplify(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
