import {
  type CasoDePrueba,
  type CategoriaDePlantilla,
  type DependenciaDePaquete,
  type Flujo,
  type Parametro,
  type Plantilla,
  type Proceso,
  plantillaSchema,
  type TipoDato,
} from '@div/contract'
import { draw, type NodoEscrito } from './write-flujo.ts'

/** Databases that the shop's statements are written for. */
const BASES_DE_DATOS = ['sqlite', 'postgresql', 'mysql'] as const

interface ServidorEscrito {
  /** Of the one that is taken when it stands there by this name. */
  nombre: string
  /** The first is the one that the bundle is written for. */
  tipos: readonly [string, ...string[]]
  uso: string
}

/** The built-in server, which every installation has. */
export const INTERNO: ServidorEscrito = {
  nombre: 'Interno',
  tipos: ['interno'],
  uso: 'Las tablas, esperas y aprobaciones de DIV',
}

/** The shop that a first start brings along; another database with its tables does as well. */
export const TIENDA: ServidorEscrito = {
  nombre: 'Tienda de ejemplo',
  tipos: BASES_DE_DATOS,
  uso: 'La base de datos; las sentencias son las de la tienda de ejemplo',
}

export interface PlantillaEscrita {
  nombre: string
  resumen: string
  categoria: CategoriaDePlantilla
  propuesta: Plantilla['propuesta']
  servidores: Readonly<Record<string, ServidorEscrito>>
  tablas?: readonly { nombre: string; columnas: readonly ColumnaEscrita[]; filas: readonly object[] }[]
  modo?: Proceso['modo']
  compensacion?: Flujo['compensacion']
  nodos: readonly NodoEscrito[]
  /** `entrada > existe`, `existe.si > respuesta`. */
  conexiones: readonly string[]
  casos: readonly CasoEscrito[]
}

interface ColumnaEscrita {
  nombre: string
  tipo?: TipoDato
  unico?: boolean
}

type CasoEscrito = Pick<CasoDePrueba, 'nombre'> & {
  entrada?: Readonly<Record<string, unknown>>
  /** Outputs of the nodes that reach outside. */
  fijados?: Readonly<Record<string, unknown>>
  /** Its status and its answer (none: any); a text: the code it must fail with. */
  espera: readonly [estadoHttp: number, salida?: unknown] | string
}

/** A bundle as the product exports it, and what the gallery says of it. Throws a ZodError when it is none. */
export function definePlantilla(id: string, escrita: PlantillaEscrita): Plantilla {
  const { nombre, resumen, categoria, propuesta, modo = 'memoria', compensacion } = escrita
  const flujo = draw(
    escrita.nodos.map((nodo) => withTipoServidor(nodo, escrita)),
    escrita.conexiones,
  )
  return plantillaSchema.parse({
    id,
    nombre,
    resumen,
    categoria,
    propuesta,
    servidores: Object.entries(escrita.servidores).map(([referencia, { tipos, uso }]) => ({
      referencia,
      tiposServidor: tipos,
      uso,
    })),
    tablas: (escrita.tablas ?? []).map(({ filas, ...tabla }) => ({ tabla, filas })),
    paquete: {
      formato: 'div-proceso',
      version: 1,
      proceso: {
        nombre,
        descripcion: resumen,
        modo,
        flujo: { ...flujo, ...(compensacion && { compensacion }) },
      },
      dependencias: listDependencias(escrita),
      casosPrueba: escrita.casos.map(toCaso),
    },
  })
}

function withTipoServidor(nodo: NodoEscrito, { servidores }: PlantillaEscrita): NodoEscrito {
  if (nodo.tipo !== 'proceso') return nodo
  return { ...nodo, tipoServidor: servidores[String(nodo.servidorId)]?.tipos[0] }
}

function listDependencias({ servidores, tablas = [] }: PlantillaEscrita): DependenciaDePaquete[] {
  return [
    ...Object.entries(servidores).map(
      ([
        referencia,
        {
          nombre,
          tipos: [tipoServidor],
        },
      ]) => ({
        recurso: 'servidores' as const,
        referencia,
        nombre,
        tipoServidor,
      }),
    ),
    ...tablas.map(({ nombre }) => ({ recurso: 'tablas' as const, referencia: nombre, nombre })),
  ]
}

function toCaso({ nombre, entrada = {}, fijados = {}, espera }: CasoEscrito) {
  return { nombre, entrada, datosFijados: fijados, esperado: toEsperado(espera) }
}

function toEsperado(espera: CasoEscrito['espera']) {
  if (typeof espera === 'string') return { estado: 'error', codigo: espera }
  const [estadoHttp, ...salida] = espera
  return salida.length === 0
    ? { estado: 'ok', estadoHttp, comparar: 'ninguna' }
    : { estado: 'ok', estadoHttp, comparar: 'completa', salida: salida[0] }
}

type Declarado = Omit<Parametro, 'nombre' | 'tipo' | 'ejemplo'>

/** What an entrada takes, and does not begin without. */
export function dato(nombre: string, tipo: TipoDato, ejemplo: unknown, options: Declarado = {}): Parametro {
  return { nombre, tipo, requerido: true, ejemplo, ...options }
}
