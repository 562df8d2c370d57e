import { type LineaDeInforme, lookUp } from '@div/contract'
import { type Convertidos, closeDibujo, removeVacios, writePaquete } from '../close-dibujo.ts'
import { type Datos, merge, type Punto, primero } from '../dibujo/datos.ts'
import { Dibujo, origenOf, parametrosOf } from '../dibujo/dibujo.ts'
import { cualquiera } from '../expresion/formula.ts'
import { type Componente, reach, splitComponentes } from '../grafo.ts'
import { readLista, readNumero, readTexto } from '../read.ts'
import { writeOriginal } from '../secretos.ts'
import type { Original } from '../traduccion.ts'
import { walk } from '../walk.ts'
import { withoutPrincipio } from './clases/principios.ts'
import { close } from './clases/series.ts'
import { CLASES_DE_NODE_RED } from './clases.ts'
import type { NodoDeNodeRed } from './documento.ts'
import { type GrafoDeNodeRed, readGrafo } from './grafo-node-red.ts'
import { type ClaseDeNodeRed, TraduccionDeNodeRed } from './traduccion-node-red.ts'

const DESCONOCIDA: ClaseDeNodeRed = {
  veredicto: 'noTomado',
  mensaje: 'Esta clase de nodo no tiene igual aquí.',
}
const DESACTIVADA: ClaseDeNodeRed = {
  veredicto: 'noTomado',
  mensaje: 'Estaba desactivado.',
  convert: () => [],
}
const SIN_CAMINO: ClaseDeNodeRed = { veredicto: 'noTomado', mensaje: 'Cuelga de una salida que no se tomó.' }
const SUBFLUJO: ClaseDeNodeRed = {
  veredicto: 'tomado',
  mensaje: 'Un proceso que ejecuta otro, el de su subflujo.',
  convert: callSubflujo,
}
const PREFIJO = 'subflow:'

/** Flows that hang together, each as a proceso, with a line for every entry of the file. */
export function convertNodeRed(entradas: readonly NodoDeNodeRed[]): Convertidos {
  const grafo = readGrafo(entradas)
  const comments = new Set(grafo.ids.filter((id) => grafo.nodos.get(id)?.type === 'comment'))
  const componentes = splitComponentes(
    grafo.ids.filter((id) => !comments.has(id)),
    grafo.aristas.filter(({ de, a }) => !comments.has(de) && !comments.has(a)),
  )
  const hechas = componentes.map((componente) => new ConversionDeFlujo(grafo, componente))
  const conversiones = removeVacios(hechas)
  const lines = new Map(hechas.flatMap((each) => [...each.lines]))
  for (const [id, nodo] of grafo.nodos) {
    if (lines.has(id)) continue
    const clase = claseOf(nodo)
    const home = conversiones.find(({ tab }) => tab === nodo.z) ?? conversiones[0]
    if (comments.has(id))
      home?.dibujo.notar([nodo.name, readTexto(nodo, 'info')].filter((each) => each !== '').join('\n'))
    lines.set(id, {
      nodo: nombreOf(nodo),
      tipo: nodo.type,
      veredicto: clase.veredicto,
      mensaje: clase.mensaje,
    })
  }
  const used = new Map<string, number>()
  return {
    paquetes: conversiones.map(({ dibujo, tab }) => {
      const home = grafo.nodos.get(tab)
      const title = readTexto(home, 'label') || readTexto(home, 'name') || 'Flujo de Node-RED'
      const count = (used.get(title) ?? 0) + 1
      used.set(title, count)
      return writePaquete(dibujo, {
        nombre: count === 1 ? title : `${title} ${count}`,
        descripcion: `Traído de Node-RED: ${title}`,
      })
    }),
    informe: [...grafo.nodos.keys()].flatMap((id) => lines.get(id) ?? []),
    detalles: new Map(conversiones.flatMap(({ dibujo }) => [...dibujo.detalles])),
  }
}

class ConversionDeFlujo {
  readonly dibujo = new Dibujo()
  readonly isEmpty: boolean
  readonly lines = new Map<string, LineaDeInforme>()
  /** The tab or subflow that it stands in. */
  readonly tab: string
  readonly #grafo: GrafoDeNodeRed
  readonly #salidas = new Map<string, readonly Punto[]>()
  readonly #antes = new Map<string, Punto>()
  readonly #series: readonly ReadonlySet<string>[]

  constructor(grafo: GrafoDeNodeRed, componente: Componente) {
    this.#grafo = grafo
    this.tab = componente.orden.map((id) => grafo.nodos.get(id)?.z ?? '').find((z) => z !== '') ?? ''
    const { salientes } = componente
    this.#series = [...grafo.cierres].map(([open, close]) => {
      const next = (id: string) => (salientes.get(id) ?? []).map(({ a }) => a).filter((a) => a !== close)
      return reach(next(open), next)
    })
    const hechas = new Map<string, { traduccion: TraduccionDeNodeRed; clase: ClaseDeNodeRed }>()
    walk(componente, (id, entradas) => {
      const made = this.#convert(id, entradas)
      if (grafo.nodos.has(id)) hechas.set(id, made)
      this.#salidas.set(id, made.puntos)
      return made.puntos
    })
    for (const { de, a } of componente.vueltas)
      hechas
        .get(de)
        ?.traduccion.approximate(
          `Volvía atrás, a «${nombreOf(grafo.nodos.get(a))}»: un proceso no puede, y aquí termina.`,
        )
    for (const [id, { traduccion, clase }] of hechas)
      this.lines.set(id, traduccion.informar(clase.mensaje, originalOf(traduccion.nodo)))
    this.isEmpty = this.dibujo.isEmpty
    this.#close()
  }

  #convert(id: string, entradas: readonly (Punto | null)[] | null) {
    const { nodos, cierres } = this.#grafo
    const opened = [...cierres].find(([, close]) => close === id)?.[0]
    const nodo = nodos.get(id) ?? nodos.get(opened ?? '') ?? FALTA
    const clase = entradas === null && nodos.has(id) ? SIN_CAMINO : claseOf(nodo)
    const start = entradas === null || entradas.length === 0 ? [withoutPrincipio(this.dibujo)] : entradas
    const traduccion = new TraduccionDeNodeRed({
      ajeno: {
        id,
        nombre: nombreOf(nodo),
        tipo: nodo.type,
        nodo: nodos.has(id) ? nodo : { ...nodo, type: 'serie', name: `Fin de ${nombreOf(nodo)}` },
        isInSequence: this.#series.some((serie) => serie.has(id)),
        search: (other) => nodos.get(other),
      },
      dibujo: this.dibujo,
      entradas: start,
      veredicto: clase.veredicto,
    })
    return {
      traduccion,
      clase,
      puntos: this.#run(traduccion, { clase, opened, isReached: entradas !== null }),
    }
  }

  #run(
    traduccion: TraduccionDeNodeRed,
    { clase, opened, isReached }: { clase: ClaseDeNodeRed; opened: string | undefined; isReached: boolean },
  ): readonly Punto[] {
    const { id } = traduccion.ajeno
    const begun = opened === undefined ? undefined : this.#salidas.get(opened)?.[0]?.extremos[0]
    const antes = this.#antes.get(opened ?? '')
    if (begun?.salida === 'elemento' && antes !== undefined && !traduccion.nodo.d)
      return close(traduccion, { split: begun.nodo, antes })
    if (!isReached || !this.#grafo.nodos.has(id)) return []
    this.#antes.set(id, traduccion.entrada())
    return clase.convert?.(traduccion) ?? [traduccion.entrada()]
  }

  /** A subflow answers with what leaves by its first output; anything else as it ends. */
  #close(): void {
    const home = this.#grafo.nodos.get(this.tab)
    const [out] = home?.type === 'subflow' ? readLista(home, 'out') : []
    const puntos = readLista(out, 'wires').flatMap((wire) => {
      const from = this.#salidas.get(readTexto(wire, 'id'))?.[readNumero(wire, 'port', 0)]
      return from === undefined ? [] : [from]
    })
    const answer = merge(puntos)
    if (answer !== null) {
      const payload = origenOf(primero(answer.datos).read(['payload']))
      this.dibujo.add(
        {
          tipo: 'salida',
          nombre: 'Resultado',
          estadoHttp: 200,
          parametros: parametrosOf([['payload', payload]]),
        },
        answer.extremos,
      )
      return
    }
    closeDibujo(this.dibujo, this.#payloads())
  }

  #payloads(): ReadonlyMap<string, Datos> {
    const every = [...this.#salidas.values()].flat()
    return new Map(
      every.flatMap(({ extremos, datos }) =>
        extremos.map(
          ({ nodo }) => [nodo, { clase: 'uno', read: () => primero(datos).read(['payload']) }] as const,
        ),
      ),
    )
  }
}

const FALTA: NodoDeNodeRed = { id: '', type: '', name: '', z: '', d: false }

function claseOf(nodo: NodoDeNodeRed): ClaseDeNodeRed {
  if (nodo.d) return DESACTIVADA
  if (nodo.type.startsWith(PREFIJO)) return SUBFLUJO
  return lookUp(CLASES_DE_NODE_RED, nodo.type) ?? DESCONOCIDA
}

function callSubflujo(t: TraduccionDeNodeRed): readonly Punto[] {
  const id = t.nodo.type.slice(PREFIJO.length)
  const definicion = t.ajeno.search(id)
  if (readLista(definicion, 'out').length > 1) t.approximate('Solo se toma su primera salida.')
  const procesoId = t.dibujo.depend({ recurso: 'procesos', referencia: id, nombre: definicion?.name || id })
  const parametros = parametrosOf([['payload', origenOf(t.msg.read(['payload']))]])
  return t.call(
    { ...t.name('interno', 'Interno'), tipoObjeto: 'proceso', objeto: { procesoId }, parametros },
    (made) => ({ payload: cualquiera(`${made}.payload`) }),
  )
}

function nombreOf(nodo: NodoDeNodeRed | undefined): string {
  return nodo?.name || readTexto(nodo, 'label') || nodo?.type || ''
}

/** Fields of every entry that say nothing of what it does. */
const COMUNES = new Set(['id', 'type', 'name', 'z', 'd', 'g', 'x', 'y', 'wires', 'w', 'h'])

/** What whoever does by hand what was not taken has to see: code as it is, settings as JSON. */
function originalOf(nodo: NodoDeNodeRed): Original {
  const code = readTexto(nodo, 'func')
  const own = Object.entries(nodo).filter(([nombre]) => !COMUNES.has(nombre))
  return writeOriginal(code || (own.length === 0 ? '' : Object.fromEntries(own)))
}
