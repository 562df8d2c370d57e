import type { ColumnaFija, OpcionesAnchoFijo } from './ancho-fijo.ts'
import { CODIGO, type ColumnaPuesta } from './columna-puesta.ts'

export interface Columnas {
  /** By the code of the kind of record; the empty code where all are alike. */
  tipos: ReadonlyMap<string, readonly ColumnaPuesta[]>
  /** Of the widest record. */
  ancho: number
  problems: readonly { message: string; path: (string | number)[] }[]
}

/** Where each column stands, and what cannot be. */
export function placeColumnas({
  columnas,
  codigoInicio,
  codigoLargo,
  registros,
}: Pick<OpcionesAnchoFijo, 'columnas' | 'codigoInicio' | 'codigoLargo' | 'registros'>): Columnas {
  const problems: { message: string; path: (string | number)[] }[] = []
  const codes = new Set(codigoLargo === 0 ? [''] : columnas.map(({ registro }) => registro).filter(Boolean))
  const tipos = new Map<string, readonly ColumnaPuesta[]>()
  let ancho = codigoLargo === 0 ? 0 : codigoInicio - 1 + codigoLargo
  for (const code of codes) {
    let next = 0
    const placed: ColumnaPuesta[] = []
    for (const [index, columna] of columnas.entries()) {
      if (codigoLargo > 0 && columna.registro !== '' && columna.registro !== code) continue
      const inicio = columna.inicio === undefined ? next : columna.inicio - 1
      next = inicio + columna.largo
      ancho = Math.max(ancho, next)
      const path = ['columnas', index]
      const before = placed.find((other) => other.inicio < next && inicio < other.fin)
      if (before)
        problems.push({
          message: `Está en las mismas posiciones que «${before.columna.nombre}».`,
          path: [...path, 'inicio'],
        })
      if (placed.some((other) => other.columna.nombre === columna.nombre))
        problems.push({ message: 'Ya hay una columna con este nombre.', path: [...path, 'nombre'] })
      if (
        codigoLargo > 0 &&
        overlaps({ inicio, fin: next }, { inicio: codigoInicio - 1, fin: codigoInicio - 1 + codigoLargo })
      )
        problems.push({ message: 'Está en las posiciones del código del tipo.', path: [...path, 'inicio'] })
      placed.push({ columna, inicio, fin: next })
    }
    tipos.set(code, placed)
  }
  problems.push(...codeProblems(columnas, { codigoLargo, registros }))
  return { tipos, ancho, problems }
}

const overlaps = (one: { inicio: number; fin: number }, other: { inicio: number; fin: number }) =>
  one.inicio < other.fin && other.inicio < one.fin

function codeProblems(
  columnas: readonly ColumnaFija[],
  { codigoLargo, registros }: Pick<OpcionesAnchoFijo, 'codigoLargo' | 'registros'>,
): { message: string; path: (string | number)[] }[] {
  const problems: { message: string; path: (string | number)[] }[] = []
  if (columnas.length === 0) problems.push({ message: 'Añada al menos una columna.', path: ['columnas'] })
  if (codigoLargo > 0 && registros === 'seguidos')
    problems.push({ message: 'Los registros de varios tipos van uno por línea.', path: ['registros'] })
  for (const [index, { registro, nombre }] of columnas.entries()) {
    const path = ['columnas', index, 'registro']
    if (codigoLargo === 0 && registro !== '')
      problems.push({ message: 'Diga antes el largo del código del tipo.', path })
    if (codigoLargo > 0 && registro !== '' && registro.length !== codigoLargo)
      problems.push({ message: `El código tiene ${codigoLargo} caracteres.`, path })
    if (codigoLargo > 0 && nombre === CODIGO)
      problems.push({ message: 'Así se llama el código del tipo.', path: ['columnas', index, 'nombre'] })
  }
  if (codigoLargo > 0 && columnas.every(({ registro }) => registro === ''))
    problems.push({ message: 'Diga de qué tipo de registro es cada columna.', path: ['columnas'] })
  return problems
}
