import type { Columna, DetalleDeObjeto } from '@div/contract'

/** Rows as a table of Markdown: what models read best, and a person too. */
export function writeExtracto(
  columnas: readonly Pick<Columna, 'nombre'>[],
  filas: readonly Readonly<Record<string, unknown>>[],
): string {
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    lineOf(columnas.map(({ nombre }) => nombre)),
    lineOf(columnas.map(() => '---')),
    ...filas.map((fila) => lineOf(columnas.map(({ nombre }) => writeCell(fila[nombre])))),
  ].join('\n')
}

/** A line break or a bar would begin another cell. */
function writeCell(value: unknown): string {
  return writeValor(value)
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    .replaceAll('|', '\\|')
}

export function writeValor(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What an object of a servidor consists of. */
export function writeEsquema(nombre: string, { clase, columnas, parametros }: DetalleDeObjeto): string {
  return [
    `${nombre} (${clase})`,
    ...columnas.map((columna) => `- ${writeColumna(columna)}`),
    ...parametros.map((parametro) => `- ${parametro.modo ?? 'IN'} ${writeColumna(parametro)}`),
  ].join('\n')
}

function writeColumna({
  nombre,
  tipo,
  tipoNativo,
  nulo,
  clave,
  referencia,
}: DetalleDeObjeto['columnas'][number]): string {
  const notes = [
    tipoNativo === '' ? tipo : tipoNativo,
    ...(clave ? ['clave'] : []),
    ...(nulo || clave ? [] : ['no nulo']),
    ...(referencia ? [`→ ${referencia.objeto}.${referencia.columna}`] : []),
  ]
  return `${nombre}: ${notes.join(', ')}`
}
