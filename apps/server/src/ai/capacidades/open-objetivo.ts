import {
  type AppError,
  CapacidadRechazada,
  type Columna,
  columnaSchema,
  compileCoercion,
  type ErrorDeCampo,
  HerramientaCambiada,
  HerramientaFallida,
  HerramientaNoPermitida,
  HerramientaRetirada,
  hasPermission,
  isPlainObject,
  type LlamadaContext,
  type Llamadas,
  motivoOf,
  type ObjetivoDeCapacidad,
  type Parametro,
  PermisoDenegado,
  type RespuestaDeHerramienta,
  type Role,
} from '@div/contract'
import type { InternoTablas } from '@div/servidores'
import type { Kysely } from 'kysely'
import { isColeccionVisible, refuseForbidden } from '../../api/access/find-forbidden.ts'
import type { Database, Row } from '../../db/tables.ts'
import type { Definitions } from '../../motor/definitions/definitions.ts'
import { inputSchemaOf } from '../../motor/publishing/mcp/tool-schema.ts'
import type { SubprocesoCall } from '../../motor/runtime/run-subproceso.ts'
import { callHerramienta } from '../mcp/call-herramienta.ts'
import { findPermitida } from '../mcp/permitidas-repository.ts'
import type { Rag } from '../rag/buscar.ts'
import { objetivoOf } from './objetivo-row.ts'

export interface ObjetivoDeps {
  db: Kysely<Database>
  definitions(): Pick<Definitions, 'find' | 'catchUp'>
  llamadas: Pick<Llamadas, 'prepare'>
  runProceso(call: SubprocesoCall): Promise<unknown>
  tablas: Pick<InternoTablas, 'find'>
  rag: Pick<Rag, 'search'>
}

type Valores = Readonly<Record<string, unknown>>

/** What a capability does, ready to be done. */
export interface Abierta {
  /** As a person knows what it uses. */
  nombre: string
  /** Null: whoever offers it says itself which arguments are none. */
  parametros: readonly Parametro[] | null
  /** What a model is told of them. */
  esquema: Valores
  /** What it uses is said to change data, whatever is said of the capability. */
  escribe?: boolean
  /** Another one of it does something else under the same name; null: there is only one. */
  version: number | string | null
  /** What is wrong with those that it knows; whoever offers it itself says so only when it is used. */
  findErrores(valores: Valores): readonly ErrorDeCampo[]
  /** Throws what keeps this person from it. */
  authorize(pidiente: { role: Role }): Promise<void>
  /** With values that have nothing wrong. */
  use(valores: Valores, context: LlamadaContext): Promise<{ salida: unknown; ejecucionId: string | null }>
}

/** Null: it cannot be used now, as its proceso is not published, or its tool not allowed. */
export async function openObjetivo(row: Row<'aiCapabilities'>, deps: ObjetivoDeps): Promise<Abierta | null> {
  const objetivo = objetivoOf(row)
  switch (objetivo.tipo) {
    case 'proceso':
      return openProceso(objetivo, deps)
    case 'tabla':
      return openTabla(objetivo, deps)
    case 'coleccion':
      return openColeccion(objetivo, deps)
    case 'herramienta':
      return openHerramienta(row, objetivo, deps)
  }
}

type De<Tipo> = Extract<ObjetivoDeCapacidad, { tipo: Tipo }>

async function openProceso({ procesoId }: De<'proceso'>, deps: ObjetivoDeps): Promise<Abierta | null> {
  const { db, definitions, runProceso } = deps
  const published = await definitions().find(procesoId, null)
  const plan = published?.outcome.plan
  if (!published || !plan) return null
  const proceso = await db
    .selectFrom('procesos')
    .select('nombre')
    .where('id', '=', procesoId)
    .executeTakeFirst()
  if (!proceso) return null
  const { version } = published
  const { parametros } = plan.entrada
  return {
    nombre: proceso.nombre,
    parametros,
    esquema: inputSchemaOf(parametros),
    version,
    findErrores: (valores) => readEach(parametros, valores).errores,
    async authorize({ role }) {
      if (!hasPermission(role, 'procesos.leer')) throw new PermisoDenegado({ permiso: 'procesos.leer' })
      const { flujo } = await db
        .selectFrom('procesoVersiones')
        .select('flujo')
        .where('procesoId', '=', procesoId)
        .where('version', '=', version)
        .executeTakeFirstOrThrow()
      await refuseForbidden(db, flujo, role)
    },
    async use(entrada, context) {
      let ejecucionId: string | null = null
      const onBegin = (id: string) => {
        ejecucionId = id
      }
      const salida = await runProceso({ procesoId, version, entrada, context, origen: 'agente', onBegin })
      return { salida, ejecucionId }
    },
  }
}

async function openTabla(objetivo: De<'tabla'>, { db, tablas }: ObjetivoDeps): Promise<Abierta | null> {
  const { tablaId, claves, columnas: shown, limite } = objetivo
  const tabla = await db
    .selectFrom('tablas')
    .select(['nombre', 'columnas'])
    .where('id', '=', tablaId)
    .executeTakeFirst()
  if (!tabla) return null
  const columnas = tabla.columnas.map((columna) => columnaSchema.parse(columna))
  const parametros = columnas
    .filter(({ nombre }) => claves.includes(nombre))
    .map(({ nombre, tipo, descripcion }: Columna) => ({ nombre, tipo, descripcion }))
  // A column that is gone since is neither asked for nor shown.
  const visible = shown.filter((nombre) => columnas.some((columna) => columna.nombre === nombre))
  const read = (valores: Valores) => {
    const { leidos: donde, errores } = readEach(parametros, valores)
    if (errores.length === 0 && Object.keys(donde).length === 0)
      errores.push({ campo: '', mensaje: `Diga al menos una de: ${claves.join(', ')}.` })
    return { donde, errores }
  }
  return {
    nombre: tabla.nombre,
    parametros,
    esquema: { ...inputSchemaOf(parametros), minProperties: 1 },
    version: null,
    findErrores: (valores) => read(valores).errores,
    async authorize({ role }) {
      if (!hasPermission(role, 'tablas.leer')) throw new PermisoDenegado({ permiso: 'tablas.leer' })
    },
    async use(valores, context) {
      const { donde } = read(valores)
      const { filas, total } = await tablas.find(tabla.nombre, { donde, limite }, context)
      const seen = filas.map((fila) => Object.fromEntries(visible.map((nombre) => [nombre, fila[nombre]])))
      return { salida: { filas: seen, total }, ejecucionId: null }
    },
  }
}

const CONSULTA: Parametro = {
  nombre: 'consulta',
  tipo: 'texto',
  requerido: true,
  descripcion: 'Lo que se busca en los documentos, con sus palabras.',
  validacion: { largoMinimo: 2, largoMaximo: 2_000 },
}

async function openColeccion(objetivo: De<'coleccion'>, { db, rag }: ObjetivoDeps): Promise<Abierta | null> {
  const { coleccionId, limite } = objetivo
  const find = () =>
    db
      .selectFrom('ragColecciones')
      .select(['nombre', 'roles'])
      .where('id', '=', coleccionId)
      .executeTakeFirst()
  const coleccion = await find()
  if (!coleccion) return null
  return {
    nombre: coleccion.nombre,
    parametros: [CONSULTA],
    esquema: inputSchemaOf([CONSULTA]),
    version: null,
    findErrores: (valores) => readEach([CONSULTA], valores).errores,
    async authorize({ role }) {
      const row = await find()
      if (!row || !isColeccionVisible(row.roles, role)) throw new PermisoDenegado({ permiso: 'rag.leer' })
    },
    async use(valores, context) {
      const { leidos } = readEach([CONSULTA], valores)
      const busqueda = { texto: String(leidos.consulta), limite, modo: 'hibrido' } as const
      const { pasajes, avisos } = await rag.search(coleccionId, busqueda, context)
      const seen = pasajes.map(({ texto, titulo, documento }) => ({ texto, titulo, documento }))
      return { salida: { pasajes: seen, avisos }, ejecucionId: null }
    },
  }
}

async function openHerramienta(
  row: Row<'aiCapabilities'>,
  objetivo: De<'herramienta'>,
  { db, definitions, llamadas }: ObjetivoDeps,
): Promise<Abierta | null> {
  const { servidorId, herramienta } = objetivo
  const found = await findPermitida(db, objetivo)
  if (!found?.servidor.activo || !found.herramienta) return null
  const { nombre: servidor } = found.servidor
  // As somebody allowed it: what its server says of it by now no model reads.
  const { esquema, escribe, huella } = found.herramienta
  const tipoObjeto = row.escribe || escribe ? 'accion' : 'consulta'
  return {
    nombre: `${herramienta} · ${servidor}`,
    ...{ parametros: null, esquema, escribe, version: huella },
    findErrores: () => [],
    async authorize({ role }) {
      if (!hasPermission(role, 'servidores.leer')) throw new PermisoDenegado({ permiso: 'servidores.leer' })
    },
    async use(argumentos, context) {
      // It may have been allowed just now, by another process.
      await definitions().catchUp()
      const respuesta = await callHerramienta(
        llamadas,
        { servidor: servidorId, herramienta, argumentos, tipoObjeto, huella },
        context,
      ).catch((cause: unknown) => {
        if (!isNotAllowed(cause)) throw cause
        const motivo = `no se usó. ${withoutStop(cause)}`
        throw new CapacidadRechazada({ capacidad: row.nombre, motivo }, { cause })
      })
      if (!respuesta.esError) return { salida: tellHerramienta(respuesta), ejecucionId: null }
      throw new HerramientaFallida({ herramienta, servidor, motivo: motivoOf(respuesta) })
    },
  }
}

/** Nothing was asked of it: it is not what was allowed. */
function isNotAllowed(cause: unknown): cause is AppError {
  return [HerramientaCambiada, HerramientaNoPermitida, HerramientaRetirada].some(
    (each) => cause instanceof each,
  )
}

/** The sentence around it ends with one. */
const withoutStop = ({ message }: AppError) => message.replace(/\.$/, '')

/** Its data, which its text only repeats, else its text; of what is neither, of which kind it is. */
function tellHerramienta({ datos, texto, contenido }: RespuestaDeHerramienta) {
  const kinds = contenido.flatMap((each) => (isPlainObject(each) && each.type !== 'text' ? [each.type] : []))
  const omitido = [...new Set(kinds)]
  return { ...(datos === null ? { texto } : { datos }), ...(omitido.length > 0 && { omitido }) }
}

/** Those that are given, as their types, and what is wrong with them. */
function readEach(parametros: readonly Parametro[], valores: Valores) {
  const errores: ErrorDeCampo[] = []
  const read = parametros.flatMap((parametro): [string, unknown][] => {
    const { nombre, requerido } = parametro
    const given = Object.hasOwn(valores, nombre) ? valores[nombre] : undefined
    if (!requerido && (given === undefined || given === null)) return []
    return [[nombre, compileCoercion(parametro)(given, nombre, errores)]]
  })
  return { leidos: Object.fromEntries(read), errores }
}
