import type { Lado, Limits, SecretosDeEjecucion } from '@div/contract'
import type { Campos } from '@div/engine'
import { ocultosDeRespuesta } from '../history/hide-derived.ts'
import type { Mascaras } from '../history/mascaras.ts'
import type { RunRecord } from '../history/run-record.ts'
import { createSampler, hideCampos, Muestra } from '../history/sample.ts'
import { divideValor, type Parte } from './divide-valor.ts'

/** Where in a run a value stood. Without a step: its answer. */
interface Lugar {
  paso: number | null
  lado: Lado
}

/** One large value, and wherever in the run it stood. */
interface ValorDividido {
  lugares: Lugar[]
  partes: readonly Parte[]
}

export interface ValoresEnteros {
  valores: readonly ValorDividido[]
  /** False: something went past a limit, and of it only the beginning is there. */
  isWhole: boolean
}

interface Deps {
  limits: Pick<Limits, 'pruebaValoresBytes' | 'pruebaValoresEnMemoriaBytes' | 'pruebaValoresPartes'>
  /** Of each value that are shown at once. */
  maxChars: number
}

/**
 * Keeps what the samples of test runs leave out until they end: of each run within its limit, and of all those that go on in a process within
 * theirs.
 */
export function createWholeKeeper({ limits, maxChars }: Deps) {
  let inMemory = 0

  /** `mascaras` are left out of what is kept. */
  function begin(mascaras: Mascaras) {
    const sampler = createSampler({ maxChars, mascaras })
    const enteros = new Map<unknown, Muestra>()
    const samples = new WeakMap<object, unknown>()
    let kept = 0
    let isWhole = true

    /** As much of it as there is room for: the first of a list are worth more than none. */
    function keep(value: unknown, key: unknown, secretos: SecretosDeEjecucion): void {
      const room = Math.min(limits.pruebaValoresBytes - kept, limits.pruebaValoresEnMemoriaBytes - inMemory)
      if (room <= 0) {
        isWhole = false
        return
      }
      const entero = createSampler({ maxChars: room, mascaras }).take(value, secretos)
      kept += entero.json.length
      inMemory += entero.json.length
      enteros.set(key, entero)
    }

    /** What of a value is kept whole; null when all of it is shown. */
    function findEntero(key: unknown, secretos: SecretosDeEjecucion): Muestra | null {
      // What is small enough to stay alive may still be more than is shown of it.
      if (!(key instanceof Muestra) && isBig(key) && sampler.take(key, secretos).isCut)
        keep(key, key, secretos)
      return enteros.get(key) ?? null
    }

    function divideAll(run: RunRecord): ValoresEnteros {
      const found = new Map<unknown, ValorDividido>()
      let places = limits.pruebaValoresPartes

      function look(value: unknown, lugar: Lugar, ocultos: Campos | null): void {
        const key = sampleOf(value)
        // What is hidden of it depends on where it stands.
        const known = ocultos === null ? found.get(key) : undefined
        if (known) {
          known.lugares.push(lugar)
          return
        }
        const entero = findEntero(key, run.secretos)
        const shown = ocultos === null || entero === null ? entero : hideCampos(entero, ocultos)
        if (!(shown instanceof Muestra)) return
        const divided = divideValor(JSON.parse(run.secretos.redactJson(shown.json)), places)
        places -= divided.partes.length
        isWhole &&= divided.isWhole
        found.set(ocultos === null ? key : lugar, { lugares: [lugar], partes: divided.partes })
      }

      for (const [paso, { nodo, entrada, salida }] of run.pasos.entries()) {
        const ocultos = run.plan.ocultos?.get(nodo)
        look(entrada, { paso, lado: 'entrada' }, ocultos?.entrada ?? null)
        look(salida, { paso, lado: 'salida' }, ocultos?.salida ?? null)
      }
      look(run.respuesta?.cuerpo, { paso: null, lado: 'salida' }, ocultosDeRespuesta(run))
      return { valores: [...found.values()], isWhole }
    }

    /** The very same object may have been sampled when a node put it out. */
    function sampleOf(value: unknown): unknown {
      return typeof value === 'object' && value !== null ? (samples.get(value) ?? value) : value
    }

    return {
      /** What the span of a test run holds of a value. */
      hold(value: unknown, secretos: SecretosDeEjecucion): unknown {
        const held = sampler.hold(value, secretos)
        if (!(held instanceof Muestra)) return held
        if (typeof value === 'object' && value !== null) samples.set(value, held)
        if (held.isCut) keep(value, held, secretos)
        return held
      },

      /** The large values of a run that ended, with what is secret hidden. */
      divide(run: RunRecord): ValoresEnteros {
        return run.secretos.hidesAll ? { valores: [], isWhole: true } : divideAll(run)
      },

      /** Must be called once, however the run ended. */
      release(): void {
        inMemory -= kept
        kept = 0
        enteros.clear()
      },
    }
  }

  return { begin }
}

/** Whether it could be. */
function isBig(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null)
}

export type KeptWhole = ReturnType<ReturnType<typeof createWholeKeeper>['begin']>
