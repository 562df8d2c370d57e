import fc from 'fast-check'
import type { Guion } from './servidores-testing.ts'
import { flujoDe, llamada, type NodoDePrueba } from './testing.ts'

/*
 * Random flows that are valid by construction: statements one after another, some of which hold flows of their own. What a statement
 * may read is chosen among the nodes that are certain to have run before it.
 */

type Enunciado =
  | { clase: 'mapea'; lee: number }
  | {
      clase: 'llama'
      lee: number
      guion: Guion
      enError: 'detener' | 'continuar'
      reintentos: number
      deshace: Guion | null
    }
  | { clase: 'ramaDeError'; lee: number; guion: Guion; bien: Enunciado[]; mal: Enunciado[] }
  | { clase: 'decide'; lee: number; casos: Enunciado[][]; otro: Enunciado[]; suelta: boolean }
  | {
      clase: 'porCada'
      cuantos: number
      concurrencia: number
      enError: 'detener' | 'continuar'
      politica: 'detener' | 'continuar' | 'rama'
      cuerpo: Enunciado[]
      campos: boolean
      atajo: boolean
      cursor: boolean
      transaccion: boolean
    }
  | { clase: 'aLaVez'; ramas: Enunciado[][] }
  | { clase: 'transaccion'; miembros: Guion[] }

const guion: fc.Arbitrary<Guion> = fc.record({
  ms: fc.integer({ min: 1, max: 50 }),
  alMomento: fc.boolean(),
  falla: fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 1, arbitrary: fc.constant(true as const) },
  ),
  error: fc.constantFrom('transitorio' as const, 'definitivo' as const, 'interno' as const),
})
const lee = fc.nat({ max: 100 })
const enError = fc.constantFrom('detener' as const, 'continuar' as const)

const { cuerpo: enunciados } = fc.letrec<{ cuerpo: Enunciado[]; enunciado: Enunciado }>((tie) => {
  const cuerpo = fc.array(tie('enunciado'), { maxLength: 4, depthIdentifier: 'flujo' })
  return {
    cuerpo,
    enunciado: fc.oneof(
      { depthIdentifier: 'flujo', maxDepth: 3 },
      fc.record({ clase: fc.constant('mapea' as const), lee }),
      fc.record({
        clase: fc.constant('llama' as const),
        lee,
        guion,
        enError,
        reintentos: fc.nat({ max: 3 }),
        deshace: fc.option(guion),
      }),
      fc.record({ clase: fc.constant('ramaDeError' as const), lee, guion, bien: cuerpo, mal: cuerpo }),
      fc.record({
        clase: fc.constant('decide' as const),
        lee,
        casos: fc.array(cuerpo, { minLength: 1, maxLength: 3 }),
        otro: cuerpo,
        suelta: fc.boolean(),
      }),
      fc.record({
        clase: fc.constant('porCada' as const),
        cuantos: fc.nat({ max: 4 }),
        concurrencia: fc.integer({ min: 1, max: 4 }),
        enError,
        politica: fc.constantFrom('detener' as const, 'continuar' as const, 'rama' as const),
        cuerpo,
        campos: fc.boolean(),
        atajo: fc.boolean(),
        cursor: fc.boolean(),
        transaccion: fc.boolean(),
      }),
      fc.record({
        clase: fc.constant('aLaVez' as const),
        ramas: fc.array(cuerpo, { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        clase: fc.constant('transaccion' as const),
        miembros: fc.array(guion, { minLength: 1, maxLength: 3 }),
      }),
    ),
  }
})

export type FlujoDePrueba = ReturnType<typeof flujoDe>

export const randomFlujo: fc.Arbitrary<FlujoDePrueba> = enunciados.map((cuerpo) =>
  new Lowering({ undoes: false }).lower(cuerpo),
)

/** Some of its calls say how they are undone, and all that failed is. */
export const randomFlujoDeshecho = enunciados.map((cuerpo) => ({
  ...new Lowering({ undoes: true }).lower(cuerpo),
  compensacion: 'enErrorOCancelacion',
}))

/** Where the next statement is attached: the ends that lead to it, and the nodes that it may read. */
interface Place {
  ends: readonly string[]
  visible: readonly string[]
}

class Lowering {
  readonly #nodos: NodoDePrueba[] = []
  readonly #conexiones: string[] = []
  #transacciones = 0
  readonly #undoes: boolean

  constructor({ undoes }: { undoes: boolean }) {
    this.#undoes = undoes
  }

  lower(cuerpo: readonly Enunciado[]): FlujoDePrueba {
    const { ends, visible } = this.#sequence(cuerpo, { ends: ['e'], visible: ['e'] })
    const parametros = visible.map((id) => ({ nombre: id, valorAsignado: { nodo: id, ruta: '' } }))
    this.#add({ id: 'fin', tipo: 'salida', parametros }, ends)
    return flujoDe(this.#nodos, this.#conexiones.join(' '))
  }

  #sequence(cuerpo: readonly Enunciado[], place: Place): Place {
    return cuerpo.reduce((at, enunciado) => this.#statement(enunciado, at), place)
  }

  #statement(enunciado: Enunciado, place: Place): Place {
    switch (enunciado.clase) {
      case 'mapea':
        return this.#after(this.#mapea(place, enunciado.lee), place)
      case 'llama': {
        const { guion: objeto, enError, reintentos: max, deshace } = enunciado
        const compensacion = this.#undoes && deshace !== null
        const politica = { enError, reintentos: { max, esperaMs: 10, factor: 2 }, compensacion }
        const campos = { parametros: this.#reads(place, enunciado.lee), politica }
        const after = this.#after(this.#add(llamada(this.#newId(), objeto, campos), place.ends), place)
        if (compensacion) this.#undo(after, enunciado.lee, deshace)
        return after
      }
      case 'ramaDeError':
        return this.#errorBranch(enunciado, place)
      case 'decide':
        return this.#decide(enunciado, place)
      case 'porCada':
        return this.#forEach(enunciado, place)
      case 'aLaVez':
        return this.#parallel(enunciado, place)
      case 'transaccion': {
        const transaccion = `t${this.#transacciones++}`
        return enunciado.miembros.reduce((at, objeto) => {
          const campos = { parametros: this.#reads(at, 0), transaccion, servidorId: transaccion }
          return this.#after(this.#add(llamada(this.#newId(), objeto, campos), at.ends), at)
        }, place)
      }
    }
  }

  /** What undoes a call reads what the call gave, and something before it. */
  #undo({ ends: [undone = ''], visible }: Place, reads: number, guion: Guion): void {
    const parametros = [
      { nombre: 'hecho', valorAsignado: { nodo: undone, ruta: '' } },
      ...this.#reads({ ends: [], visible }, reads),
    ]
    this.#add(llamada(this.#newId(), guion, { parametros }), [`${undone}:compensar`])
  }

  #errorBranch(
    { lee: reads, guion: objeto, bien, mal }: Extract<Enunciado, { clase: 'ramaDeError' }>,
    place: Place,
  ): Place {
    const campos = { parametros: this.#reads(place, reads), politica: { enError: 'rama' } }
    const id = this.#add(llamada(this.#newId(), objeto, campos), place.ends)
    const visible = [...place.visible, id]
    return this.#merge(
      [
        this.#sequence(bien, { ends: [id], visible }),
        this.#sequence(mal, { ends: [`${id}:error`], visible }),
      ],
      { ...place, visible },
    )
  }

  #decide({ lee: reads, casos, otro, suelta }: Extract<Enunciado, { clase: 'decide' }>, place: Place): Place {
    // Every run gives `e.n` some value; the cases look for different ones.
    const izquierda = { valorAsignado: { nodo: 'e', ruta: 'n' } }
    const id = this.#add(
      {
        id: this.#newId(),
        tipo: 'condicion',
        casos: casos.map((_, index) => ({
          nombre: `c${index}`,
          regla: { y: [{ izquierda, operador: 'igual', derecha: { valor: (reads + index) % 3 } }] },
        })),
      },
      place.ends,
    )
    const ramas = [...casos.entries()].map(([index, cuerpo]) =>
      this.#sequence(cuerpo, { ends: [`${id}:c${index}`], visible: place.visible }),
    )
    const last = this.#sequence(otro, { ends: [`${id}:otro`], visible: place.visible })
    // What follows one branch only is left out when another is taken.
    return suelta ? last : this.#merge([...ramas, last], place)
  }

  #forEach(enunciado: Extract<Enunciado, { clase: 'porCada' }>, place: Place): Place {
    const { cuantos, concurrencia, enError, politica, cursor } = enunciado
    const nombre = enunciado.transaccion ? `t${this.#transacciones++}` : undefined
    const before = nombre ? this.#member(nombre, place) : place
    const x = Array.from({ length: cuantos }, (_, index) => index)
    const rows = { parametros: [{ nombre: 'x', valor: x }], objeto: { lotes: [x.slice(0, 1), x.slice(1)] } }
    const source = cursor ? llamada(this.#newId(), {}, rows) : { id: this.#newId(), tipo: 'transformacion' }
    const lista = this.#add({ ...source, parametros: rows.parametros }, before.ends)
    const split = this.#add(
      {
        id: this.#newId(),
        tipo: 'splitter-split',
        lista: { nodo: lista, ruta: 'x' },
        concurrencia,
        enError,
        cursor,
        politica: { enError: politica },
      },
      [lista],
    )
    // The rows that a cursor reads pass by; its node itself puts out nothing.
    const visible = cursor ? before.visible : [...before.visible, lista]
    const join = this.#region(enunciado, { split, nombre, visible })
    const done = { ends: [join], visible: [...visible, join] }
    if (politica !== 'rama') return nombre ? this.#member(nombre, done) : done
    return this.#merge([done, this.#after(this.#mapea({ ends: [`${split}:error`], visible }, 0), place)], {
      ends: [],
      visible,
    })
  }

  /** What runs once an element, up to its join. */
  #region(
    { cuerpo, campos, atajo }: Extract<Enunciado, { clase: 'porCada' }>,
    { split, nombre, visible }: { split: string; nombre: string | undefined; visible: readonly string[] },
  ): string {
    const first = this.#add(
      {
        id: this.#newId(),
        tipo: 'transformacion',
        parametros: [{ nombre: 'v', valorAsignado: { nodo: split, ruta: 'elemento' } }],
      },
      [`${split}:elemento`],
    )
    const begin = this.#after(first, { ends: [], visible })
    const body = this.#sequence(cuerpo, nombre ? this.#member(nombre, begin) : begin)
    // The split leads to the last node directly too: it still waits for the others.
    const inside = atajo
      ? this.#after(
          this.#mapea({ ends: [...body.ends, `${split}:elemento`], visible: begin.visible }, 0),
          begin,
        )
      : body
    const parametros = campos
      ? inside.visible.map((id) => ({ nombre: id, valorAsignado: { nodo: id, ruta: '' } }))
      : []
    return this.#add({ id: this.#newId(), tipo: 'splitter-join', split, parametros }, inside.ends)
  }

  /** A call of a transaction. */
  #member(transaccion: string, place: Place): Place {
    const campos = { parametros: this.#reads(place, 0), transaccion, servidorId: transaccion }
    return this.#after(this.#add(llamada(this.#newId(), {}, campos), place.ends), place)
  }

  #parallel({ ramas }: Extract<Enunciado, { clase: 'aLaVez' }>, place: Place): Place {
    const split = this.#add({ id: this.#newId(), tipo: 'splitter-split' }, place.ends)
    const ends = ramas.flatMap((cuerpo) => {
      const first = this.#mapea({ ends: [split], visible: place.visible }, 0)
      return this.#sequence(cuerpo, { ends: [first], visible: [...place.visible, first] }).ends
    })
    const join = this.#add({ id: this.#newId(), tipo: 'splitter-join', split }, ends)
    return { ends: [join], visible: [...place.visible, join] }
  }

  /** Brings branches together again in one node; what ran on one of them only is out of sight. */
  #merge(ramas: readonly Place[], { visible }: Place): Place {
    const id = this.#mapea({ ends: ramas.flatMap(({ ends }) => ends), visible }, 0)
    return { ends: [id], visible: [...visible, id] }
  }

  #mapea(place: Place, reads: number): string {
    return this.#add(
      { id: this.#newId(), tipo: 'transformacion', parametros: this.#reads(place, reads) },
      place.ends,
    )
  }

  #reads({ visible }: Place, choice: number): object[] {
    const nodo = visible[choice % visible.length] ?? 'e'
    return [{ nombre: 'x', valorAsignado: { nodo, ruta: '' }, defecto: 'por defecto' }]
  }

  #after(id: string, { visible }: Place): Place {
    return { ends: [id], visible: [...visible, id] }
  }

  #add(nodo: NodoDePrueba, ends: readonly string[]): string {
    this.#nodos.push(nodo)
    for (const end of ends) this.#conexiones.push(`${end}>${nodo.id}`)
    return nodo.id
  }

  #newId(): string {
    return `n${this.#nodos.length}`
  }
}
