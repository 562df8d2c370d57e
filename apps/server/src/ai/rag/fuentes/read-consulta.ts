import { createHash } from 'node:crypto'
import {
  DatosInvalidos,
  type FuenteDeRag,
  LimiteSuperado,
  type Limits,
  type Llamadas,
  monotonicNow,
} from '@div/contract'
import { z } from 'zod'
import { newRunId } from '../../../motor/runtime/new-run-id.ts'
import type { Encontrado, LecturaDeFuente } from './plan-fuente.ts'

type Consulta = Extract<FuenteDeRag['origen'], { tipo: 'consulta' }>

interface ConsultaDeps {
  llamadas: Pick<Llamadas, 'prepare'>
  tipoServidor: string
  nombre: string
  limits: Pick<Limits, 'ragDocumentos' | 'ragFuenteMs'>
  signal: AbortSignal
}

const salidaSchema = z.object({ filas: z.array(z.record(z.string(), z.unknown())) })
const MAX_NOMBRE = 200

/** A row is a document. Throws DatosInvalidos where a row has no key, one of another, or not the columns. */
export async function readConsulta(
  consulta: Consulta,
  { llamadas, tipoServidor, nombre, limits, signal }: ConsultaDeps,
): Promise<LecturaDeFuente> {
  const llamada = llamadas.prepare({
    nodo: 'rag',
    nombreNodo: nombre,
    servidorId: consulta.servidorId,
    tipoServidor,
    tipoObjeto: 'consulta',
    // The database itself refuses what writes, also within a function that only seems to read.
    objeto: { sql: consulta.sql, soloLectura: true },
    parametros: [],
  })
  const idEjecucion = newRunId()
  const answer = await llamada.call(
    {},
    {
      idEjecucion,
      claveIdempotencia: `${idEjecucion}/rag/1`,
      signal,
      deadline: monotonicNow() + limits.ragFuenteMs,
      profundidad: 0,
      savepoint: false,
    },
  )
  const { filas } = salidaSchema.parse(answer)
  if (filas.length > limits.ragDocumentos)
    throw new LimiteSuperado({ limite: 'ragDocumentos', maximo: limits.ragDocumentos })
  return { encontrados: readFilas(filas, consulta), presentes: [] }
}

/** Rows without a text are none. */
export function readFilas(
  filas: readonly Readonly<Record<string, unknown>>[],
  columnas: Pick<Consulta, 'clave' | 'titulo' | 'texto'>,
): Encontrado[] {
  const seen = new Set<string>()
  const encontrados: Encontrado[] = []
  for (const fila of filas) {
    const textOf = (campo: 'clave' | 'titulo' | 'texto') => {
      const columna = columnas[campo]
      if (!Object.hasOwn(fila, columna))
        throw refuse(`origen.${campo}`, `La consulta no da la columna «${columna}».`)
      return writeText(fila[columna])
    }
    const clave = textOf('clave')
    if (clave === '') throw refuse('origen.clave', 'Hay una fila sin clave.')
    if (seen.has(clave)) throw refuse('origen.clave', `La clave «${clave}» está repetida.`)
    seen.add(clave)
    const titulo = textOf('titulo').replaceAll(/\s+/g, ' ')
    const texto = textOf('texto')
    if (texto === '') continue
    const bytes = Buffer.from(titulo === '' ? texto : `# ${titulo}\n\n${texto}`)
    encontrados.push({
      clave,
      nombre: [titulo, clave]
        .filter((part) => part !== '')
        .join(' · ')
        .slice(-MAX_NOMBRE),
      tipo: 'markdown',
      bytes,
      huella: createHash('sha256').update(bytes).digest(),
    })
  }
  return encontrados
}

function writeText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return (typeof value === 'string' ? value : JSON.stringify(value)).trim()
}

function refuse(campo: string, mensaje: string) {
  return new DatosInvalidos(undefined, { errores: [{ campo, mensaje }] })
}
