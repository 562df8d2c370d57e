import { setTimeout as sleep } from 'node:timers/promises'
import { Fecha, isPlainObject, type LlamadaContext, monotonicNow, ServidorRechaza } from '@div/contract'
import { z } from 'zod'
import { countDone, type Evento, type TipoEvento } from '../eventos/define-evento.ts'
import { huellaOf } from '../eventos/huella-of.ts'
import { buildTabla } from './build-tabla.ts'
import type { Dialect } from './dialect.ts'
import type { Fila } from './sql-calls.ts'
import type { SqlConnection } from './sql-connection.ts'
import { tablaSchema } from './tabla-schema.ts'

const nombreSchema = z.string().trim().min(1).max(128)

const filaNuevaSchema = z.strictObject({
  esquema: nombreSchema.optional().meta({ title: 'Esquema' }),
  tabla: nombreSchema.meta({ title: 'Tabla o vista' }),
  columnaCursor: nombreSchema.meta({
    title: 'Columna que crece',
    description: 'Un número que sube con cada fila, o cuándo se cambió. Conviene que tenga un índice.',
    examples: ['id', 'actualizado_en'],
  }),
  columnaClave: nombreSchema.meta({
    title: 'Clave',
    description: 'La columna que distingue una fila de otra.',
  }),
  desde: z
    .enum(['ahora', 'principio'])
    .default('ahora')
    .meta({
      title: 'La primera vez',
      etiquetas: { ahora: 'Solo lo que llegue', principio: 'También lo que ya hay' },
    }),
  cadaSegundos: z.int().min(1).max(86_400).default(5).meta({ title: 'Mirar cada (segundos)' }),
})
type FilaNueva = z.output<typeof filaNuevaSchema>

/** How far a table was read: the highest value, and the rows that had it. */
const posicionSchema = z.object({
  tipo: z.enum(['fecha', 'fechaHora', 'valor']),
  valor: z.union([z.string(), z.number()]),
  claves: z.array(z.string()),
})
type Posicion = z.infer<typeof posicionSchema>

/** With no place where a table was empty when listening began. */
const cursorSchema = z.object({ posicion: posicionSchema.nullable() }).nullable().catch(null)

/** Of one value, those that are told apart when listening begins at the end. */
const MAX_AT_THE_END = 10_000

/** Each new or changed row of a table, by a column that only grows. */
export function defineFilaNueva<Conn extends SqlConnection>(
  dialect: Dialect,
): TipoEvento<Conn, typeof filaNuevaSchema> {
  return {
    label: 'Fila nueva o cambiada',
    summary:
      'Empieza con cada fila cuya columna pasa de lo ya leído. Una fila que se confirma tarde con un valor menor no se ve.',
    opciones: filaNuevaSchema,
    campos: [{ ruta: 'fila', tipo: 'objeto', descripcion: 'Sus columnas, por su nombre.' }],
    prepare(opciones) {
      const readers = compileReaders(opciones, dialect)
      return {
        async *listen(connection, { cursor, signal, opened, room }) {
          const lector = openLector(connection, { opciones, readers, signal })
          const known = cursorSchema.parse(cursor)
          let posicion = known?.posicion ?? null
          if (known === null && opciones.desde === 'ahora') {
            const start = await lector.readEnd()
            yield { eventos: [], cursorAfter: () => ({ posicion: start }), settle: async () => {} }
            posicion = start
          }
          opened()
          while (true) {
            const most = await room()
            const from = posicion
            const filas = await lector.readAfter(from, most)
            if (filas.length > 0) {
              const after = (count: number) => lector.advance(from, filas.slice(0, count))
              yield {
                eventos: filas.map(lector.toEvento),
                cursorAfter: (count) => ({ posicion: after(count) }),
                async settle(suertes) {
                  posicion = after(countDone(suertes))
                },
              }
            }
            if (filas.length < most) await sleep(opciones.cadaSegundos * 1_000, undefined, { signal })
          }
        },
      }
    },
  }
}

interface LectorDeps {
  opciones: FilaNueva
  readers: ReturnType<typeof compileReaders>
  signal: AbortSignal
}

/** One table, read from a place on. */
function openLector(connection: SqlConnection, { opciones, readers, signal }: LectorDeps) {
  const { servidor } = connection
  const { esquema = '', tabla, columnaCursor, columnaClave } = opciones
  const options = { maxFilas: Number.MAX_SAFE_INTEGER }

  async function read(reader: Reader, valores: Fila): Promise<Fila[]> {
    return (await connection.read(reader, valores, contextOf(connection, signal), options)).filas
  }

  function placeOf(fila: Fila): Omit<Posicion, 'claves'> {
    const value = fila[columnaCursor]
    if (value instanceof Date) return { tipo: 'fechaHora', valor: value.toISOString() }
    if (value instanceof Fecha) return { tipo: 'fecha', valor: value.toString() }
    if (typeof value === 'number' || typeof value === 'string') return { tipo: 'valor', valor: value }
    throw new ServidorRechaza({
      servidor,
      motivo: `«${columnaCursor}» no es un número, un texto ni una fecha`,
    })
  }

  function claveOf(fila: Fila): string {
    const value = fila[columnaClave]
    if (value === null || value === undefined || isPlainObject(value))
      throw new ServidorRechaza({ servidor, motivo: `«${columnaClave}» no distingue una fila de otra` })
    return String(value instanceof Date ? value.toISOString() : value)
  }

  /** After these rows; where there are none, where it stood. */
  function advance(before: Posicion | null, filas: readonly Fila[]): Posicion | null {
    let posicion = before
    for (const fila of filas) {
      const { tipo, valor } = placeOf(fila)
      const claves = posicion?.valor === valor ? posicion.claves : []
      posicion = { tipo, valor, claves: [...claves, claveOf(fila)] }
    }
    return posicion
  }

  const isSeen = (posicion: Posicion | null, fila: Fila): boolean =>
    posicion?.valor === placeOf(fila).valor && posicion.claves.includes(claveOf(fila))

  return {
    advance,
    /** After all that there is. */
    async readEnd(): Promise<Posicion | null> {
      const last = advance(null, await read(readers.ultima, {}))
      if (last === null) return null
      return advance(null, await read(readers.siguientes, { limite: MAX_AT_THE_END, cursor: boundOf(last) }))
    },
    async readAfter(posicion: Posicion | null, most: number): Promise<Fila[]> {
      // Those that have the value of the place are read with what follows it.
      const limite = most + (posicion?.claves.length ?? 0)
      const filas = posicion
        ? await read(readers.siguientes, { limite, cursor: boundOf(posicion) })
        : await read(readers.primeras, { limite })
      return filas.filter((fila) => !isSeen(posicion, fila)).slice(0, most)
    },
    toEvento(fila: Fila): Evento {
      const clave = huellaOf(esquema, tabla, claveOf(fila), String(placeOf(fila).valor))
      return { clave, huella: clave, read: () => ({ fila }) }
    },
  }
}

type Reader = ReturnType<typeof buildTabla>

function compileReaders({ esquema, tabla, columnaCursor, columnaClave }: FilaNueva, dialect: Dialect) {
  const select = (changes: object, parametros: readonly string[]): Reader =>
    buildTabla(
      tablaSchema.parse({
        ...(esquema !== undefined && { esquema }),
        tabla,
        operacion: 'seleccionar',
        // One column twice is refused by SQL Server.
        orden: [...new Set([columnaCursor, columnaClave])].map((columna) => ({ columna })),
        limite: { parametro: 'limite' },
        ...changes,
      }),
      dialect,
      parametros,
    )
  const noEsNulo = [{ columna: columnaCursor, operador: 'noEsNulo' }]
  return {
    ultima: select({ filtro: noEsNulo, orden: [{ columna: columnaCursor, sentido: 'desc' }], limite: 1 }, []),
    primeras: select({ filtro: noEsNulo }, ['limite']),
    siguientes: select({ filtro: [{ columna: columnaCursor, operador: '>=', parametro: 'cursor' }] }, [
      'limite',
      'cursor',
    ]),
  }
}

function contextOf({ limits }: SqlConnection, signal: AbortSignal): LlamadaContext {
  return {
    idEjecucion: '',
    claveIdempotencia: '',
    profundidad: 0,
    savepoint: false,
    signal,
    deadline: monotonicNow() + limits.ejecucionMs,
  }
}

function boundOf({ tipo, valor }: Posicion): unknown {
  if (tipo === 'fechaHora') return new Date(valor)
  return tipo === 'fecha' ? Fecha.parse(String(valor)) : valor
}
