import { cualquiera, type Formula, opcional, type Paso, writeRuta } from '../expresion/formula.ts'

/**
 * What comes out of a foreign node, said in our formulas. `uno` is one thing, of which a path is read; `lista` are several, for each of which
 * the next node works.
 */
export type Datos = Uno | Lista

export interface Uno {
  clase: 'uno'
  read: (ruta: readonly Paso[]) => Formula
  /** Whether some node put a field there; absent: none did. */
  cambia?: (campo: string) => boolean
}

export interface Lista {
  clase: 'lista'
  formula: string
  /** Lists of one `serie` hold what belongs together at the same positions. */
  serie: string
}

/** Where something comes from in our drawing. */
export interface Extremo {
  nodo: string
  salida?: string
}

/** What arrives at an input, or leaves by an output, of a foreign node. */
export interface Punto {
  extremos: readonly Extremo[]
  datos: Datos
}

/** The value of a formula, as one thing. */
export function uno(formula: string): Uno {
  return { clase: 'uno', read: (ruta) => cualquiera(writeRuta(formula, ruta)) }
}

/** As before, but for fields that have a new value. */
export function withCampos(antes: Uno, campos: Readonly<Record<string, Formula>>): Uno {
  const known = new Map(Object.entries(campos))
  return {
    clase: 'uno',
    cambia: (campo) => known.has(campo) || antes.cambia?.(campo) === true,
    read: ([first, ...rest]) => {
      const campo = typeof first === 'string' ? known.get(first) : undefined
      if (campo === undefined) return antes.read(first === undefined ? [] : [first, ...rest])
      return rest.length === 0 ? campo : cualquiera(writeRuta(campo.formula, rest))
    },
  }
}

/** All of it as one list. */
export function asLista(datos: Datos): string {
  return datos.clase === 'lista' ? datos.formula : `[${datos.read([]).formula}]`
}

/** The first of several, or the only one. */
export function primero(datos: Datos): Uno {
  return datos.clase === 'uno' ? datos : uno(`PRIMERO(${datos.formula})`)
}

/** What comes by several ways: of those that were not taken nothing comes. */
export function merge(puntos: readonly Punto[]): Punto | null {
  const [first, ...others] = puntos
  if (first === undefined) return null
  const extremos = puntos
    .flatMap((punto) => punto.extremos)
    .filter(
      ({ nodo, salida }, index, all) =>
        all.findIndex((other) => other.nodo === nodo && other.salida === salida) === index,
    )
  return {
    extremos,
    datos: others.every(({ datos }) => isSame(datos, first.datos)) ? first.datos : mergeDatos(puntos),
  }
}

function isSame(left: Datos, right: Datos): boolean {
  if (left === right) return true
  return left.clase === 'lista' && right.clase === 'lista' && left.formula === right.formula
}

function mergeDatos(puntos: readonly Punto[]): Datos {
  const all = puntos.map(({ datos }) => datos)
  const ones = all.filter((datos) => datos.clase === 'uno')
  if (ones.length === all.length) {
    const known = new Map<string, Formula>()
    const changed = new Map<string, boolean>()
    const cambia = (campo: string): boolean => {
      const found = changed.get(campo) ?? ones.some((each) => each.cambia?.(campo) === true)
      changed.set(campo, found)
      return found
    }
    const read = (ruta: readonly Paso[]): Formula => {
      const key = JSON.stringify(ruta)
      const formula = known.get(key) ?? mergeFormulas(ones, ruta)
      known.set(key, formula)
      return formula
    }
    // Ways that part and meet again and again would else be read twice at each meeting.
    return { clase: 'uno', read, cambia }
  }
  return { clase: 'lista', formula: joinListas(all), serie: `mezcla ${all.map(asLista).join()}` }
}

function mergeFormulas(ones: readonly Uno[], ruta: readonly Paso[]): Formula {
  const read = [...new Set(ones.map((datos) => datos.read(ruta).formula))]
  return cualquiera(
    read.length === 1 ? (read[0] ?? 'NULO') : `PRIMERO_NO_NULO(${read.map(opcional).join('; ')})`,
  )
}

/** One list after the other, whichever of them are there. */
export function joinListas(all: readonly Datos[]): string {
  const lists = all.map((datos) =>
    datos.clase === 'lista'
      ? opcional(datos.formula)
      : `FILTRAR([${opcional(datos.read([]).formula)}]; NO ES_NULO(elemento))`,
  )
  return `UNIR_LISTAS(${lists.join('; ')})`
}
