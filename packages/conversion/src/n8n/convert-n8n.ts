import { type LineaDeInforme, lookUp } from '@div/contract'
import { type Convertidos, closeDibujo, removeVacios, writePaquete } from '../close-dibujo.ts'
import type { Datos, Punto } from '../dibujo/datos.ts'
import { Dibujo } from '../dibujo/dibujo.ts'
import { type Componente, splitComponentes } from '../grafo.ts'
import { readTexto } from '../read.ts'
import { writeOriginal } from '../secretos.ts'
import type { Original } from '../traduccion.ts'
import { leadsTo, passesBy, walk } from '../walk.ts'
import { closeBucle } from './clases/bucles.ts'
import { CLASES_DE_N8N } from './clases.ts'
import type { FlujoDeN8n, NodoDeN8n } from './documento.ts'
import {
  answersLater,
  BUCLE,
  finOf,
  type GrafoDeN8n,
  inicioOf,
  NOTA,
  readGrafo,
  readRegiones,
} from './grafo-n8n.ts'
import { type DatosDeNodo, nombresOfN8n } from './nombres-n8n.ts'
import { findCalculado } from './plantilla.ts'
import { type ClaseDeN8n, TraduccionDeN8n } from './traduccion-n8n.ts'

const DESCONOCIDA: ClaseDeN8n = { veredicto: 'noTomado', mensaje: 'Esta clase de nodo no tiene igual aquí.' }
const DESACTIVADA: ClaseDeN8n = { veredicto: 'noTomado', mensaje: 'Estaba desactivado: lo que llega sigue.' }
const SIN_CAMINO: ClaseDeN8n = { veredicto: 'noTomado', mensaje: 'Cuelga de una salida que no se tomó.' }

/** The flows of a workflow that hang together, each as a proceso, with a line for every node. */
export function convertN8n(flujo: FlujoDeN8n): Convertidos {
  const grafo = readGrafo(flujo)
  const isNota = (id: string) => grafo.nodos.get(id)?.type === NOTA
  const componentes = splitComponentes(
    grafo.ids.filter((id) => !isNota(id)),
    grafo.aristas.filter(({ de, a }) => !isNota(de) && !isNota(a)),
  )
  const hechas = componentes.map((componente) => new ConversionDeComponente(grafo, componente))
  const lines = new Map(hechas.flatMap((each) => [...each.lines]))
  const dibujos = removeVacios(hechas).map(({ dibujo }) => dibujo)
  const [first] = dibujos
  for (const [id, nodo] of grafo.nodos) {
    if (!isNota(id)) continue
    first?.notar(readTexto(nodo.parameters, 'content'))
    const mensaje = first === undefined ? 'No hay ningún flujo al que pertenezca.' : claseOf(nodo).mensaje
    lines.set(id, {
      nodo: id,
      tipo: nodo.type,
      veredicto: first === undefined ? 'noTomado' : 'tomado',
      mensaje,
    })
  }
  return {
    paquetes: dibujos.map((dibujo, index) =>
      writePaquete(dibujo, {
        nombre: dibujos.length === 1 ? flujo.name : `${flujo.name} ${index + 1}`,
        descripcion: `Traído de n8n: ${flujo.name}`,
      }),
    ),
    informe: [...grafo.nodos.keys()].flatMap((id) => lines.get(id) ?? []),
    detalles: new Map(dibujos.flatMap((dibujo) => [...dibujo.detalles])),
  }
}

class ConversionDeComponente {
  readonly dibujo = new Dibujo()
  readonly isEmpty: boolean
  readonly lines = new Map<string, LineaDeInforme>()
  readonly #grafo: GrafoDeN8n
  readonly #componente: Componente
  readonly #regiones: ReadonlyMap<string, ReadonlySet<string>>
  readonly #salidas = new Map<string, readonly Punto[]>()
  readonly #hechas = new Map<string, { traduccion: TraduccionDeN8n; clase: ClaseDeN8n }>()

  constructor(grafo: GrafoDeN8n, componente: Componente) {
    this.#grafo = grafo
    this.#componente = componente
    this.#regiones = readRegiones(componente)
    walk(componente, (id, entradas) => this.#convert(id, entradas))
    for (const { de, a } of componente.vueltas)
      this.#hechas
        .get(de)
        ?.traduccion.approximate(`Volvía atrás, a «${a}»: un proceso no puede, y aquí termina.`)
    for (const [id, { traduccion, clase }] of this.#hechas)
      this.lines.set(id, traduccion.informar(clase.mensaje, originalOf(traduccion.ajeno.nodo)))
    this.isEmpty = this.dibujo.isEmpty
    closeDibujo(this.dibujo, this.#ends())
  }

  #convert(id: string, entradas: readonly (Punto | null)[] | null): readonly Punto[] {
    const bucle = inicioOf(id)
    const nombre = bucle ?? id
    const nodo = this.#grafo.nodos.get(nombre)
    if (nodo === undefined) return []
    const clase = entradas === null ? SIN_CAMINO : claseOf(nodo)
    const traduccion = new TraduccionDeN8n({
      ajeno: {
        id,
        nombre,
        tipo: nodo.type,
        nodo,
        isInLoop: [...this.#regiones.values()].some((region) => region.has(id)),
        respondeDespues: answersLater(id, this.#componente, this.#grafo.nodos),
      },
      dibujo: this.dibujo,
      entradas: entradas ?? [],
      veredicto: clase.veredicto,
      nombresOf: (made, ambito) => nombresOfN8n(made, ambito, this.#datosDe(id)),
    })
    const puntos = entradas === null ? [] : this.#run(traduccion, clase, bucle)
    this.#salidas.set(id, puntos)
    if (bucle === null) this.#hechas.set(id, { traduccion, clase })
    return puntos
  }

  #run(traduccion: TraduccionDeN8n, clase: ClaseDeN8n, bucle: string | null): readonly Punto[] {
    const { id } = traduccion.ajeno
    if (bucle !== null) {
      const opened = this.#salidas.get(bucle)?.[0]?.extremos[0]
      if (opened?.salida !== 'elemento') return traduccion.leave('')
      const closed = closeBucle(traduccion, opened.nodo)
      for (const { nodo } of closed.flatMap(({ extremos }) => extremos))
        this.#hechas.get(bucle)?.traduccion.count(nodo)
      return closed
    }
    const isLoop = this.#regiones.has(id)
    if (traduccion.ajeno.nodo.type === BUCLE && !isLoop && clase.convert)
      return traduccion.leave('Nada vuelve a él, de modo que no repite nada.')
    const calculado = findCalculado(traduccion.parametros, clase.nombres ?? [])
    if (calculado !== undefined)
      return traduccion.leave(`Calcula el nombre de un campo («${calculado}»), que aquí es fijo.`)
    return clase.convert?.(traduccion) ?? [traduccion.entrada()]
  }

  /** Of another node: what it put out, of a loop what it gathered. */
  #datosDe(reader: string): DatosDeNodo {
    return (nombre) => {
      const at = this.#salidas.has(finOf(nombre)) ? finOf(nombre) : nombre
      const punto = this.#salidas.get(at)?.[0]
      const isOutside = [...this.#regiones.values()].some((region) => region.has(at) && !region.has(reader))
      if (punto === undefined || isOutside || !leadsTo(at, reader, this.#componente)) return null
      return { datos: punto.datos, isCertain: passesBy(at, reader, this.#componente) }
    }
  }

  #ends(): ReadonlyMap<string, Datos> {
    const every = [...this.#salidas.values()].flat()
    return new Map(every.flatMap(({ extremos, datos }) => extremos.map(({ nodo }) => [nodo, datos] as const)))
  }
}

function claseOf(nodo: NodoDeN8n): ClaseDeN8n {
  return nodo.disabled ? DESACTIVADA : (lookUp(CLASES_DE_N8N, nodo.type) ?? DESCONOCIDA)
}

/** What whoever does by hand what was not taken has to see: code as it is, settings as JSON. */
function originalOf({ parameters, notes }: NodoDeN8n): Original {
  const code =
    readTexto(parameters, 'jsCode') ||
    readTexto(parameters, 'functionCode') ||
    readTexto(parameters, 'pythonCode')
  const { texto, hasSecretos } = writeOriginal(
    code || (Object.keys(parameters).length === 0 ? '' : parameters),
  )
  return { texto: [notes, texto].filter((each) => each !== '').join('\n'), hasSecretos }
}
