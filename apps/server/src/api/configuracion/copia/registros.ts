import {
  agenteSchema,
  aiCapabilitySchema,
  aiContextoSchema,
  ajustesAsincronosSchema,
  ajustesSchema,
  ajustesTrazasSchema,
  alertaSchema,
  asignacionSchema,
  CopiaIlegible,
  calendarioSchema,
  canalSchema,
  casoDePruebaSchema,
  categoriaSchema,
  coleccionDeRagSchema,
  coleccionSchema,
  columnaSchema,
  consecutivoSchema,
  flujoSchema,
  migrateFlujo,
  parametroCompartidoSchema,
  precioSchema,
  presupuestoSchema,
  procesoSchema,
  servidorSchema,
  tablaSchema,
  tareaSchema,
  versionDeAgenteSchema,
} from '@div/contract'
import { z } from 'zod'
import { damaged } from './cabecera.ts'

/** Rows of a tabla that one line holds. */
export const FILAS_POR_LINEA = 500
/** The version of what the lines say; the file around them has its own. */
export const CONTENIDO = 2

const ID = { id: z.uuid() }
/** Of whichever version of the product made the copy. */
const flujo = z.preprocess(migrateFlujo, flujoSchema)
const entero = z.union([z.int(), z.string().regex(/^-?\d{1,19}$/)])

/** What a copy holds: a line of JSON each, in an order in which what is named stands before who names it. Secrets are open in it. */
export const registroSchema = z.discriminatedUnion('tipo', [
  z.strictObject({
    tipo: z.literal('copia'),
    contenido: z.int(),
    creada: z.iso.datetime(),
    version: z.string(),
  }),
  z.strictObject({ tipo: z.literal('categorias'), datos: categoriaSchema.extend(ID) }),
  z.strictObject({ tipo: z.literal('servidores'), datos: servidorSchema.extend(ID) }),
  z.strictObject({ tipo: z.literal('parametros'), datos: parametroCompartidoSchema.extend(ID) }),
  z.strictObject({
    tipo: z.literal('tablas'),
    datos: tablaSchema.extend({
      ...ID,
      columnas: z.array(columnaSchema.omit({ antes: true })),
      /** Of its rows, which follow. */
      filas: z.int(),
      huella: z.string(),
    }),
  }),
  z.strictObject({
    tipo: z.literal('filas'),
    tablaId: z.uuid(),
    filas: z
      .array(z.strictObject({ id: z.string().regex(/^\d{1,19}$/), datos: z.record(z.string(), z.unknown()) }))
      .max(FILAS_POR_LINEA),
  }),
  z.strictObject({
    tipo: z.literal('consecutivos'),
    datos: consecutivoSchema.extend({ ...ID, inicio: entero, incremento: entero, ultimo: entero.nullable() }),
  }),
  z.strictObject({
    tipo: z.literal('procesos'),
    datos: procesoSchema.extend({ ...ID, flujo, versionPublicada: z.int().nullable() }),
  }),
  z.strictObject({
    tipo: z.literal('versiones'),
    procesoId: z.uuid(),
    datos: z.strictObject({
      version: z.int().min(1),
      modo: procesoSchema.shape.modo,
      flujo,
      nota: z.string(),
      publicadaEn: z.iso.datetime(),
      publicadaPor: z.string().nullable(),
    }),
  }),
  z.strictObject({ tipo: z.literal('casos'), procesoId: z.uuid(), datos: casoDePruebaSchema }),
  z.strictObject({
    tipo: z.literal('canales'),
    datos: canalSchema.extend({ ...ID, asignaciones: z.array(asignacionSchema) }),
  }),
  z.strictObject({ tipo: z.literal('calendarios'), datos: calendarioSchema.extend(ID) }),
  z.strictObject({ tipo: z.literal('tareas-programadas'), datos: tareaSchema.extend(ID) }),
  z.strictObject({ tipo: z.literal('alertas'), datos: alertaSchema.extend(ID) }),
  z.strictObject({ tipo: z.literal('colecciones'), datos: coleccionSchema.extend(ID) }),
  z.strictObject({
    tipo: z.literal('rag'),
    datos: z.strictObject({ ...coleccionDeRagSchema.shape, ...ID }),
  }),
  z.strictObject({
    tipo: z.literal('ai-capabilities'),
    datos: z.strictObject({ ...aiCapabilitySchema.shape, ...ID }),
  }),
  z.strictObject({
    tipo: z.literal('ai-contexts'),
    datos: z.strictObject({ ...aiContextoSchema.shape, ...ID }),
  }),
  z.strictObject({
    tipo: z.literal('ai-agents'),
    datos: agenteSchema.extend({
      ...ID,
      versionPublicada: z.int().nullable(),
      versiones: z.array(versionDeAgenteSchema),
    }),
  }),
  z.strictObject({ tipo: z.literal('ai/pricing'), datos: precioSchema.extend(ID) }),
  z.strictObject({ tipo: z.literal('ai/budget'), datos: presupuestoSchema.extend(ID) }),
  z.strictObject({
    tipo: z.literal('configuracion'),
    datos: ajustesSchema.extend({
      asincronos: ajustesAsincronosSchema.prefault({}),
      trazas: ajustesTrazasSchema.prefault({}),
    }),
  }),
  /** Without it the copy was not made to its end. */
  z.strictObject({ tipo: z.literal('fin'), registros: z.int() }),
])
export type Registro = z.output<typeof registroSchema>
export type RegistroDe<Tipo extends Registro['tipo']> = Extract<Registro, { tipo: Tipo }>

/** A line may hold a flujo, which is no larger than a body. */
const MAX_LINE = 67_108_864
const LINE_END = 0x0a

/** What could not be read back is not written: better no copy than one that turns out to be none. */
export async function* writeLines(registros: AsyncIterable<Registro>): AsyncGenerator<Buffer> {
  let written = 0
  for await (const registro of registros) {
    written++
    yield Buffer.from(`${JSON.stringify(registroSchema.parse(registro))}\n`)
  }
  yield Buffer.from(`${JSON.stringify({ tipo: 'fin', registros: written })}\n`)
}

/** Throws CopiaIlegible at what is no record, and when the end is missing. */
export async function* readLines(
  content: AsyncIterable<Buffer>,
  { maxBytes }: { maxBytes: number },
): AsyncGenerator<Registro> {
  let read = 0
  let bytes = 0
  let pending: Buffer[] = []
  let pendingBytes = 0
  for await (const part of content) {
    bytes += part.length
    if (bytes > maxBytes) throw new CopiaIlegible({ motivo: `su contenido pasa de ${maxBytes} bytes` })
    let start = 0
    for (let end = part.indexOf(LINE_END); end >= 0; end = part.indexOf(LINE_END, start)) {
      const registro = readLine(Buffer.concat([...pending, part.subarray(start, end)]))
      pending = []
      pendingBytes = 0
      start = end + 1
      if (registro.tipo === 'fin') {
        if (registro.registros !== read) throw damaged()
        return
      }
      read++
      yield registro
    }
    pending.push(part.subarray(start))
    pendingBytes += part.length - start
    if (pendingBytes > MAX_LINE) throw damaged()
  }
  throw damaged()
}

function readLine(line: Buffer): Registro {
  const parsed = registroSchema.safeParse(tryJson(line.toString()))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const motivo = `contiene algo que esta versión no entiende (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''})`
  throw new CopiaIlegible({ motivo }, { cause: parsed.error })
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema refuses undefined.
    return undefined
  }
}
