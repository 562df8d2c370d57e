import type { OpcionesAnchoFijo } from './ancho-fijo.ts'
import { CODIGO, type ColumnaPuesta } from './columna-puesta.ts'

export interface Columnas {
  /** By the code of the kind of record; the empty code where all are alike. */
  tipos: ReadonlyMap<string, readonly ColumnaPuesta[]>
  /** Of the widest record. */
  ancho: number
  problems: readonly Problem[]
}

type Opciones = Pick<OpcionesAnchoFijo, 'columnas' | 'codigoInicio' | 'codigoLargo' | 'registros'>

/** Where each column stands, and what cannot be. */
export function placeColumnas(opciones: Opciones): Columnas {
  const { columnas, codigoInicio, codigoLargo } = opciones
  const codes = codigoLargo === 0 ? [''] : columnas.map(({ registro }) => registro).filter(Boolean)
  const placed = [...new Set(codes)].map((code) => ({ code, ...placeTipo(code, opciones) }))
  const ends = placed.flatMap(({ puestas }) => puestas.map(({ fin }) => fin))
  return {
    tipos: new Map(placed.map(({ code, puestas }) => [code, puestas])),
    ancho: Math.max(codigoLargo === 0 ? 0 : codigoInicio - 1 + codigoLargo, ...ends),
    problems: [...placed.flatMap(({ problems }) => problems), ...codeProblems(opciones)],
  }
}

interface Problem {
  message: string
  path: (string | number)[]
}

/** The columns of one kind of record, in their order. */
function placeTipo(code: string, opciones: Opciones): { puestas: ColumnaPuesta[]; problems: Problem[] } {
  const puestas: ColumnaPuesta[] = []
  const problems: Problem[] = []
  let next = 0
  for (const [index, columna] of opciones.columnas.entries()) {
    if (opciones.codigoLargo > 0 && columna.registro !== '' && columna.registro !== code) continue
    const inicio = columna.inicio === undefined ? next : columna.inicio - 1
    next = inicio + columna.largo
    const puesta = { columna, inicio, fin: next }
    for (const { message, field } of placeProblems(puesta, puestas, opciones))
      problems.push({ message, path: ['columnas', index, field] })
    puestas.push(puesta)
  }
  return { puestas, problems }
}

function placeProblems(
  puesta: ColumnaPuesta,
  puestas: readonly ColumnaPuesta[],
  { codigoInicio, codigoLargo }: Opciones,
): { message: string; field: string }[] {
  const problems: { message: string; field: string }[] = []
  const before = puestas.find((other) => overlaps(puesta, other))
  if (before)
    problems.push({
      message: `Está en las mismas posiciones que «${before.columna.nombre}».`,
      field: 'inicio',
    })
  if (puestas.some((other) => other.columna.nombre === puesta.columna.nombre))
    problems.push({ message: 'Ya hay una columna con este nombre.', field: 'nombre' })
  const code = { inicio: codigoInicio - 1, fin: codigoInicio - 1 + codigoLargo }
  if (codigoLargo > 0 && overlaps(puesta, code))
    problems.push({ message: 'Está en las posiciones del código del tipo.', field: 'inicio' })
  return problems
}

const overlaps = (one: { inicio: number; fin: number }, other: { inicio: number; fin: number }) =>
  one.inicio < other.fin && other.inicio < one.fin

function codeProblems({ columnas, codigoLargo, registros }: Opciones): Problem[] {
  const problems: Problem[] = []
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
