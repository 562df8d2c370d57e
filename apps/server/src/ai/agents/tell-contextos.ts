import { AgenteNoDisponible, type PasoDeAgente, type PiezaDeContexto } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Actor } from '../../api/resource/resource-definition.ts'
import type { Database } from '../../db/tables.ts'
import { explainFailure } from '../../motor/explain-failure.ts'
import { NADIE, type Pidiente } from '../capacidades/capacidades.ts'
import { buildForUsuario, findUnread } from '../contexts/build-for-usuario.ts'
import {
  type BuildDeps,
  type ContextoDicho,
  findVisibles,
  NO_SE_MUESTRA,
} from '../contexts/find-contextos.ts'
import { findPidiente } from './find-pidiente.ts'

/** One that an agente was told, also once its name is another one. */
export interface ContextoDeAgente extends ContextoDicho {
  /** Absent: a version before this one told it, and its run still waits. */
  id?: string
}

/** What an agente is told before it is asked, and how that is traced. */
export interface ContextosDichos {
  dichos: readonly ContextoDeAgente[]
  pasos: readonly Extract<PasoDeAgente, { tipo: 'contexto' }>[]
  /** Some of it was written by whoever fills in tablas, or runs a servidor. */
  conDatosAjenos: boolean
}

interface Contada {
  agente: { nombre: string; definicion: { contextos: readonly string[] } }
  pidiente: Pidiente
}

/**
 * The contexts of an agente as they are now for whoever asks. One that they may not see is left out, and the trace says so. Throws
 * AgenteNoDisponible where one cannot be told, as whoever wrote the agente counts on it.
 */
export async function tellContextos(
  deps: BuildDeps,
  { agente: { nombre: agente, definicion }, pidiente }: Contada,
  signal: AbortSignal,
): Promise<ContextosDichos> {
  const { contextos } = definicion
  const told: ContextosDichos = { dichos: [], pasos: [], conDatosAjenos: false }
  if (contextos.length === 0) return told
  const usuario = await findUsuario(deps.db, { agente, pidiente })
  const { visibles, faltan } = await findVisibles(deps.db, { contextos, role: usuario.role })
  const dichos: ContextoDeAgente[] = []
  const pasos: ContextosDichos['pasos'][number][] = faltan
    ? [{ tipo: 'contexto', nombre: null, estado: 'omitido', motivo: NO_SE_MUESTRA, tokens: 0 }]
    : []
  for (const { id, nombre, ...contenido } of visibles) {
    const { texto, tokens } = await buildForUsuario(deps, contenido, { valores: {}, usuario, signal }).catch(
      (cause: unknown) => {
        signal.throwIfAborted()
        const motivo = `no puede leer su contexto «${nombre}»: ${explainFailure(cause).replace(/\.$/, '')}`
        throw new AgenteNoDisponible({ agente, motivo }, { cause })
      },
    )
    dichos.push({ id, nombre, texto })
    pasos.push({ tipo: 'contexto', nombre, estado: 'ok', motivo: null, tokens })
  }
  return { dichos, pasos, conDatosAjenos: visibles.some(({ piezas }) => piezas.some(isFromOutside)) }
}

/** Throws AgenteNoDisponible where one of `antes`, which an agente was told, is not for whoever asks any more. None is read again. */
export async function refuseRetirados(
  db: Kysely<Database>,
  { agente: { nombre: agente, definicion }, pidiente }: Contada,
  antes: readonly ContextoDeAgente[],
): Promise<void> {
  if (antes.length === 0) return
  const usuario = await findUsuario(db, { agente, pidiente })
  const { visibles } = await findVisibles(db, { contextos: definicion.contextos, role: usuario.role })
  const legibles = visibles.filter(({ piezas }) => findUnread(piezas, usuario) === null)
  const retirado = antes.find((dicho) => !legibles.some((each) => isSame(each, dicho)))
  if (!retirado) return
  const motivo = `ya no puede usar su contexto «${retirado.nombre}»: no existe, o no se le muestra a quien lo pide. Pregúntele de nuevo`
  throw new AgenteNoDisponible({ agente, motivo })
}

function isSame(contexto: { id: string; nombre: string }, { id, nombre }: ContextoDeAgente): boolean {
  return id === undefined ? contexto.nombre === nombre : contexto.id === id
}

/** Texts and parameters are written by whoever configures the product. */
function isFromOutside({ tipo }: PiezaDeContexto): boolean {
  return tipo === 'tabla' || tipo === 'esquema'
}

/** As they are now. A published proceso asks for nobody. */
async function findUsuario(
  db: Kysely<Database>,
  { agente, pidiente }: { agente: string; pidiente: Pidiente },
): Promise<Actor> {
  if (pidiente === null) return { ...NADIE, username: NADIE.id }
  const found = await findPidiente(db, pidiente.id)
  if (found) return found
  throw new AgenteNoDisponible({ agente, motivo: 'lo pide alguien cuya cuenta ya no está activa' })
}
