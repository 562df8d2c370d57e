import { AgenteNoDisponible, AppError, countPasos, type LlamadaContext, statusOf } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Agentes } from './agentes.ts'
import { findPidiente } from './find-pidiente.ts'

/** Runs an agente inside a run, whose deadline and cancellation are its own. Nobody is asked to allow anything. Throws what keeps it from answering. */
export async function runForProceso(
  agentes: Pick<Agentes, 'findPublicado' | 'begin'>,
  { nombre, mensaje, context }: { nombre: string; mensaje: string; context: LlamadaContext },
  db: Kysely<Database>,
) {
  const agente = await agentes.findPublicado({ nombre })
  const pidiente = await findPidiente(db, context.caller?.consumidor?.usuarioId)
  const { ended } = await agentes.begin({
    ...{ agente, mensaje, origen: 'proceso', pidiente, hayPersona: false },
    outer: context,
  })
  const { estado, respuesta, datos, pasos, tokens, error } = await ended
  context.signal.throwIfAborted()
  if (estado === 'ok') return { respuesta, datos, pasos: countPasos(pasos), tokens }
  if (error === null) throw new AgenteNoDisponible({ agente: nombre, motivo: 'se detuvo' })
  const { codigo, mensaje: message } = error
  throw new AppError({ codigo, status: statusOf(codigo) ?? 500, message })
}
