import { AppError, LIMITS, type Limits, type Nodo, type Referencia } from '@div/contract'
import { type Origen, SampleScope, sampleFrame } from '@div/engine'
import type { FormulaHost } from '@div/formula'
import { FUNCIONES } from '@div/funciones'
import { compileRegla } from './compile-regla.ts'
import { type Estructura, estructuraToFormula, formulaToEstructura } from './estructura-formula.ts'
import { type Regla, reglaSchema } from './regla.ts'
import { formulaToRegla, reglaToFormula } from './regla-formula.ts'
import { compilePaso } from './transformacion/compile-paso.ts'
import { needsRun } from './transformacion/convertir.ts'
import { transformacion } from './transformacion/transformacion.ts'

/** What nodes would make of data that is at hand, computed by what also runs them. For who draws. */

/** What is known: what other nodes put out once, by their ids, and the item where there is one. */
export interface Muestras {
  salidas: ReadonlyMap<string, unknown>
  item?: { elemento: unknown; indice: number }
}

/** `pendiente`: only a run can tell, which is no mistake. `sinMuestra`: what was named and has no sample, which is none either where it is a node. */
export type Computed =
  | { clase: 'valor'; valor: unknown }
  | { clase: 'error'; mensaje: string; sinMuestra: readonly string[] }
  | { clase: 'pendiente' }

const NODO: Nodo = {
  id: 'muestra',
  tipo: 'transformacion',
  nombre: 'Muestra',
  posicion: { x: 0, y: 0 },
  parametros: [],
}

/** What values, rules and steps come to within the limits of this installation, as far as it has others. */
export function computingWith(limites: Partial<Limits> = {}) {
  const limits: Limits = { ...LIMITS, ...limites }
  const computeIn = (muestras: Muestras, compile: Compile) => compute(compile, { muestras, limits })

  /** What a literal, a reference or a formula comes to. */
  function computeOrigen(origen: Origen, muestras: Muestras): Computed {
    return computeIn(muestras, (scope) => scope.readNow(origen, ''))
  }

  /** Whether a rule holds. */
  function computeRegla(regla: unknown, muestras: Muestras): Computed {
    const parsed = reglaSchema.safeParse(regla)
    if (!parsed.success) return { clase: 'pendiente' }
    return computeIn(muestras, (scope) => compileRegla(parsed.data, '', scope))
  }

  /** What each step leaves of a list, after what the list is itself. */
  function computePasos(lista: Referencia, pasos: unknown, muestras: Muestras): readonly Computed[] {
    const results: Computed[] = [computeOrigen({ valorAsignado: lista }, muestras)]
    for (const paso of Array.isArray(pasos) ? pasos : []) {
      const before = results.at(-1)
      const parsed = transformacion.config.shape.pasos.safeParse([paso])
      const [step] = parsed.success ? parsed.data : []
      results.push(
        step === undefined || before?.clase !== 'valor' || needsRun(step)
          ? { clase: 'pendiente' }
          : computeIn(muestras, (scope) => {
              const run = compilePaso(step, '', scope)
              return (frame) => run(before.valor, frame)
            }),
      )
    }
    return results
  }

  return {
    computeOrigen,
    computeRegla,
    computePasos,
    reglaToFormula,
    formulaToRegla: (expresion: string) => formulaToRegla(expresion, limits),
    estructuraToFormula,
    formulaToEstructura: (expresion: string) => formulaToEstructura(expresion, limits),
  }
}

export type { Estructura, Regla }

type Compile = (scope: SampleScope) => (frame: ReturnType<typeof sampleFrame>) => unknown

function compute(compile: Compile, { muestras, limits }: { muestras: Muestras; limits: Limits }): Computed {
  const { salidas, item } = muestras
  const { host, wasAsked } = watchHost()
  const world = { salidas, ...(item && { item }), funciones: FUNCIONES, host, limits }
  const scope = new SampleScope(NODO, world)
  try {
    const read = compile(scope)
    if (wasAsked()) return { clase: 'pendiente' }
    const [mensaje] = scope.hallazgos
    if (mensaje !== undefined) return { clase: 'error', mensaje, sinMuestra: [...scope.sinMuestra] }
    const valor = read(sampleFrame())
    return wasAsked() ? { clase: 'pendiente' } : { clase: 'valor', valor }
  } catch (error) {
    // What an expression fails with is told to who draws; anything else is ours.
    if (!(error instanceof AppError)) throw error
    return { clase: 'error', mensaje: error.message, sinMuestra: [] }
  }
}

/** Parametros, tablas and sequences are the server's: a formula that asks for one waits for a run. */
function watchHost(): { host: FormulaHost; wasAsked: () => boolean } {
  let asked = false
  const ask = () => {
    asked = true
    return undefined
  }
  return {
    wasAsked: () => asked,
    host: {
      zonaHoraria: Intl.DateTimeFormat().resolvedOptions().timeZone,
      now: Date.now,
      parametro: ask,
      isSecret: () => false,
      tabla: ask,
      columnas: ask,
      consecutivo: () => Promise.reject(new Error('a sample takes no sequence')),
    },
  }
}
