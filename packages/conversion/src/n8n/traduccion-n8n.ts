import { type Extremo, type Lista, type Punto, type Uno, uno } from '../dibujo/datos.ts'
import { type Ajustes, type Origen, origenOf, parametrosOf } from '../dibujo/dibujo.ts'
import type { Formula } from '../expresion/formula.ts'
import type { Nombres } from '../expresion/write-expresion.ts'
import type { Ajeno } from '../grafo.ts'
import { readNumero, readTexto } from '../read.ts'
import { type Clase, Traduccion } from '../traduccion.ts'
import type { NodoDeN8n } from './documento.ts'
import { splitPartes, writeJson, writeValor } from './plantilla.ts'

export interface AjenoDeN8n extends Ajeno {
  nodo: NodoDeN8n
  isInLoop: boolean
  /** An answer stands behind it. */
  respondeDespues: boolean
}
export interface ClaseDeN8n extends Clase<TraduccionDeN8n> {
  /** Settings that hold names of fields: of a node in which an expression computes one nothing is taken. */
  nombres?: readonly string[]
}

/** What names mean where a value is computed: `$json` is `item`. */
export interface Ambito {
  item: Uno
  /** Of the item among the others; null where it is the only one. */
  indice: string | null
  desde: readonly Extremo[]
}

/** What a call gives: several items, or one for each that it was made for. */
interface Resultado {
  clase: 'uno' | 'lista'
  /** Of what the node put out, what are items there. */
  read: (de: string) => string
}

/** n8n works through lists: every node does its work for each item that arrives. */
export class TraduccionDeN8n extends Traduccion<AjenoDeN8n> {
  readonly #nombresDe: (ambito: Ambito) => Nombres

  constructor(
    options: ConstructorParameters<typeof Traduccion<AjenoDeN8n>>[0] & {
      nombresOf: (traduccion: TraduccionDeN8n, ambito: Ambito) => Nombres
    },
  ) {
    super(options)
    this.#nombresDe = (ambito) => options.nombresOf(this, ambito)
  }

  get parametros(): Readonly<Record<string, unknown>> {
    return this.ajeno.nodo.parameters
  }

  /** For the only item, or the first. */
  get ambito(): Ambito {
    return { item: this.item, indice: null, desde: this.entrada().extremos }
  }

  /** For each element of a transformación over a list. */
  get porElemento(): Ambito {
    return { item: uno('elemento'), indice: 'indice', desde: this.entrada().extremos }
  }

  /** A setting that is a number here; where an expression computes it, it is told which number stands in its place. */
  numero(ruta: string, defecto: number): number {
    if (readTexto(this.parametros, ruta).startsWith('='))
      this.approximate(`«${ruta}» se calcula, y aquí es un número fijo: quedó en ${defecto}.`)
    return readNumero(this.parametros, ruta, defecto)
  }

  /** Any value of a field; what has no formula is null there, and told. */
  formula(valor: unknown, ambito: Ambito = this.ambito): Formula {
    return writeValor(valor, this.#nombresDe(ambito), this.#noEntendido)
  }

  /** What a field holds that is written as JSON. */
  json(valor: unknown, ambito: Ambito = this.ambito): Formula {
    if (typeof valor !== 'string') return this.formula(valor, ambito)
    return writeJson(valor, this.#nombresDe(ambito), this.#noEntendido)
  }

  readonly #noEntendido = (codigo: string) => this.approximate(`No se entendió «${codigo}»: quedó nulo.`)

  origen(valor: unknown, ambito: Ambito = this.ambito): Origen {
    const isComputed =
      typeof valor === 'string' ? valor.startsWith('=') : JSON.stringify(valor)?.includes('"=')
    return isComputed ? origenOf(this.formula(valor, ambito)) : { valor: valor ?? null }
  }

  /**
   * A text of settings of a node: what is computed in it becomes a parameter that it names in braces. Those parameters are added to `campos`.
   */
  texto(
    valor: unknown,
    {
      ambito,
      campos,
      write = (nombre) => `{${nombre}}`,
    }: {
      ambito: Ambito
      campos: (readonly [string, Origen])[]
      write?: (nombre: string) => string
    },
  ): string {
    const partes = splitPartes(
      typeof valor === 'number' ? String(valor) : typeof valor === 'string' ? valor : '',
    )
    return partes
      .map((parte) => {
        if (typeof parte === 'string') return parte
        const nombre = nombreOf(parte.codigo, campos)
        campos.push([nombre, this.origen(`={{ ${parte.codigo} }}`, ambito)])
        return write(nombre)
      })
      .join('')
  }

  /** A call: once, or once for each item of a list. */
  call(ajustes: (ambito: Ambito) => Ajustes, { clase, read }: Resultado): readonly Punto[] {
    const { datos, extremos } = this.entrada()
    const politica = this.#politica()
    if (datos.clase === 'uno') {
      const id = this.add({ tipo: 'proceso', ...ajustes(this.ambito), ...politica })
      const salida = {
        extremos: [{ nodo: id }],
        datos: clase === 'uno' ? uno(read(id)) : this.#lista(read(id)),
      }
      if (politica.politica?.enError !== 'rama') return [salida]
      return [salida, { extremos: [{ nodo: id, salida: 'error' }], datos: uno(id) }]
    }
    if (politica.politica?.enError === 'rama')
      this.approximate('Su salida de error no se tomó: trata una lista.')
    const { lista, desde } = this.referencia(datos.formula, extremos)
    const reintentos = politica.politica?.reintentos
    const enError =
      this.ajeno.nodo.continueOnFail || this.ajeno.nodo.onError !== undefined ? 'continuar' : 'detener'
    const split = this.add(
      { tipo: 'splitter-split', nombre: `Por cada uno: ${this.ajeno.nombre}`, lista, enError },
      desde,
    )
    const id = this.add(
      {
        tipo: 'proceso',
        ...ajustes({ item: uno(`${split}.elemento`), indice: `${split}.indice`, desde }),
        ...(reintentos && { politica: { reintentos } }),
      },
      [{ nodo: split, salida: 'elemento' }],
    )
    const join = this.add(
      { tipo: 'splitter-join', nombre: `Reunir: ${this.ajeno.nombre}`, split, union: { tipo: 'todos' } },
      [{ nodo: id }],
    )
    const of = read('elemento')
    const each = of === 'elemento' ? `${join}.elementos` : `MAPEAR(${join}.elementos; ${of})`
    const reunida: Lista =
      clase === 'uno'
        ? { clase: 'lista', formula: each, serie: datos.serie }
        : this.#lista(`APLANAR(${each})`)
    return [{ extremos: [{ nodo: join }], datos: reunida }]
  }

  /** A value for each item that arrives, of settings that say how to make one. */
  transform(formula: (ambito: Ambito) => string): readonly Punto[] {
    const { datos } = this.entrada()
    const isLista = datos.clase === 'lista'
    const ambito = isLista ? this.porElemento : this.ambito
    const written = isLista ? `MAPEAR(${datos.formula}; ${formula(ambito)})` : formula(ambito)
    const [campo, id] = this.compute(written, isLista ? 'elementos' : 'json')
    return [{ extremos: [{ nodo: id }], datos: isLista ? { ...datos, formula: campo } : uno(campo) }]
  }

  /** The items that arrive, made another list. */
  transformLista(formula: string): readonly Punto[] {
    const [campo, id] = this.compute(formula, 'elementos')
    return [{ extremos: [{ nodo: id }], datos: this.#lista(campo) }]
  }

  /** A transformación of one field: what names it, and its id. */
  compute(formula: string, campo: string): [formula: string, id: string] {
    const parametros = parametrosOf([[campo, origenOf({ formula, tipo: 'cualquiera' })]])
    const id = this.add({ tipo: 'transformacion', parametros })
    return [`${id}.${campo}`, id]
  }

  #lista(formula: string): Lista {
    return { clase: 'lista', formula, serie: this.ajeno.id }
  }

  /** The server that its credentials name; of one that needs none, where it is. */
  servidor(tipoServidor: string, nombre = ''): { servidorId: string; tipoServidor: string } {
    const [credencial] = Object.values(this.ajeno.nodo.credentials)
    const called = nombre || credencial?.name || `${tipoServidor} de n8n`
    const servidorId = this.dibujo.depend({
      recurso: 'servidores',
      referencia: `${tipoServidor}:${called}`,
      nombre: called,
      tipoServidor,
    })
    return { servidorId, tipoServidor }
  }

  #politica(): { politica?: { enError: string; reintentos?: { max: number; esperaMs: number } } } {
    const { onError, continueOnFail, retryOnFail, maxTries, waitBetweenTries } = this.ajeno.nodo
    const enError =
      onError === 'continueErrorOutput'
        ? 'rama'
        : continueOnFail || onError === 'continueRegularOutput'
          ? 'continuar'
          : 'detener'
    if (enError === 'detener' && !retryOnFail) return {}
    const esperaMs = Math.trunc(Math.min(3_600_000, Math.max(0, waitBetweenTries)))
    const reintentos = { max: Math.trunc(Math.min(20, Math.max(0, maxTries - 1))), esperaMs }
    return { politica: { enError, ...(retryOnFail && { reintentos }) } }
  }
}

const FIELD = /\.([A-Za-z_]\w*)(?![\w(])/g

/** The last field that an expression reads. */
export function nombreOfCodigo(codigo: string): string {
  return [...codigo.matchAll(FIELD)].at(-1)?.[1] ?? 'valor'
}

/** After the last field that it reads, `$json.body.id` → `id`; another one where that is taken. */
function nombreOf(codigo: string, campos: readonly (readonly [string, Origen])[]): string {
  const last = nombreOfCodigo(codigo)
  const taken = new Set(campos.map(([nombre]) => nombre))
  if (!taken.has(last)) return last
  let number = 2
  while (taken.has(`${last}${number}`)) number++
  return `${last}${number}`
}
