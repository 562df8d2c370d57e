import {
  AppError,
  EntornoNoResponde,
  type EstadoDePromocion,
  type Paquete,
  type Promocion,
} from '@div/contract'
import { keyOf } from './comparar.ts'
import type { EntornoClient } from './entorno-client.ts'

type Resultado = Promocion['resultados'][number]

/** A proceso that is taken there, as it is to arrive. */
export interface Envio {
  nombre: string
  paquete: Paquete
  /** What it calls, by its name here. */
  llama: readonly string[]
  /** The draft there whose place it takes; undefined: there is none. */
  reemplaza: { id: string; revision: number } | undefined
}

export interface PromoverOptions {
  client: Pick<EntornoClient, 'importPaquete' | 'publish'>
  publicar: boolean
  nota: string
  /** Begins with no further proceso after so long. */
  limiteMs: number
}

/**
 * Takes procesos there one after the other, in their order. What one is refused keeps only those from going that call it; once that DIV no
 * longer answers nothing further is begun: what it did with the last one is not known.
 */
export async function promote(
  envios: readonly Envio[],
  { client, publicar, nota, limiteMs }: PromoverOptions,
): Promise<Resultado[]> {
  const resultados: Resultado[] = []
  const until = performance.now() + limiteMs
  const stayed = new Set<string>()
  let why: string | null = null
  for (const envio of envios) {
    if (why === null && performance.now() > until) why = `No se intentó: pasaron ${limiteMs} ms.`
    const called = envio.llama.find((nombre) => stayed.has(keyOf(nombre)))
    const reason = why ?? (called === undefined ? null : `No se intentó: llama a «${called}», que no llegó.`)
    const resultado: Resultado =
      reason === null
        ? await promoteUno(envio)
        : { nombre: envio.nombre, estado: 'sinIntentar', version: null, mensaje: reason }
    resultados.push(resultado)
    if (STAYED.has(resultado.estado)) stayed.add(keyOf(envio.nombre))
    if (resultado.estado === 'incierto') why = 'No se intentó: el entorno dejó de responder.'
  }
  return resultados

  async function promoteUno({ nombre, paquete, reemplaza }: Envio): Promise<Resultado> {
    let isStored = false
    try {
      const { id, revision } = await client.importPaquete(paquete, reemplaza)
      isStored = true
      if (!publicar) return { nombre, estado: 'borrador', version: null, mensaje: null }
      const { version, sinCambios } = await client.publish(id, { revision, nota })
      return { nombre, estado: sinCambios ? 'sinCambios' : 'publicado', version, mensaje: null }
    } catch (cause) {
      // Of one proceso: what became of the others is told as well.
      if (!(cause instanceof AppError)) throw cause
      const { estado, mensaje } = explain(cause, isStored)
      return { nombre, estado, version: null, mensaje }
    }
  }
}

/** What calls such a one would run against what was there before. */
const STAYED: ReadonlySet<EstadoDePromocion> = new Set(['fallido', 'incierto', 'sinIntentar'])

function explain(cause: AppError, isStored: boolean): { estado: EstadoDePromocion; mensaje: string } {
  const { message } = cause
  if (cause instanceof EntornoNoResponde) {
    const doubt = isStored
      ? 'El borrador llegó; no se sabe si se publicó.'
      : 'No se sabe si llegó. Compare otra vez para verlo.'
    return { estado: 'incierto', mensaje: `${message} ${doubt}` }
  }
  return { estado: 'fallido', mensaje: isStored ? `${message} Quedó allí como borrador.` : message }
}
