import { DatosInvalidos, type ErrorDeCampo, type PreguntaDeRag, preguntaDeRagSchema } from '@div/contract'
import type { Archivo, Celda } from '../../../archivos/read-archivo.ts'

const COLUMNAS = ['pregunta', 'documento', 'fragmento'] as const
/** Of what is wrong so much is told. */
const MAX_ERRORES = 20

/**
 * The questions of a file with the columns `pregunta`, `documento` and, if it has one, `fragmento`: a row for each thing that is expected. Throws
 * DatosInvalidos with the rows that are wrong; then none of them is taken.
 */
export async function readPreguntas({ cabecera, filas }: Archivo): Promise<PreguntaDeRag[]> {
  const names = cabecera.map((name) => name.toLowerCase())
  const places = new Map(COLUMNAS.map((columna) => [columna, names.indexOf(columna)]))
  const missing = COLUMNAS.slice(0, 2).filter((columna) => places.get(columna) === -1)
  if (missing.length > 0)
    throw refuse(missing.map((columna) => ({ campo: columna, mensaje: `Falta la columna «${columna}».` })))
  const preguntas = new Map<string, PreguntaDeRag>()
  const errores: ErrorDeCampo[] = []
  for await (const { linea, celdas } of filas) {
    const textOf = (columna: (typeof COLUMNAS)[number]) => writeCelda(celdas[places.get(columna) ?? -1])
    const texto = textOf('pregunta')
    const known = preguntas.get(texto.toLowerCase())
    const esperado = { documento: textOf('documento'), fragmento: textOf('fragmento') }
    const pregunta = { texto, esperados: [...(known?.esperados ?? []), esperado] }
    const read = preguntaDeRagSchema.safeParse(pregunta)
    if (read.success) preguntas.set(texto.toLowerCase(), read.data)
    else
      errores.push({
        campo: `fila ${linea}`,
        mensaje: [...new Set(read.error.issues.map(({ message }) => message))].join(' '),
      })
  }
  if (errores.length > 0) throw refuse(errores.slice(0, MAX_ERRORES))
  if (preguntas.size === 0) throw refuse([{ campo: 'archivo', mensaje: 'No tiene ninguna pregunta.' }])
  return [...preguntas.values()]
}

function writeCelda(celda: Celda | undefined): string {
  return celda === null || celda === undefined ? '' : String(celda).trim()
}

function refuse(errores: ErrorDeCampo[]) {
  return new DatosInvalidos(undefined, { errores })
}
