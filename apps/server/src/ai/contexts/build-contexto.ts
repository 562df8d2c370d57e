import {
  type AiContexto,
  type AiContextoArmado,
  columnaSchema,
  compileCoercion,
  DatosInvalidos,
  type DetalleDeObjeto,
  type ErrorDeCampo,
  estimateTokens,
  fillVariables,
  LimiteSuperado,
  type Limits,
  lookUp,
  type PiezaDeContexto,
} from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { type Filtro, listFilas } from '../../motor/tablas/filas-repository.ts'
import { writeEsquema, writeExtracto, writeValor } from './write-extracto.ts'

/** What pieces are read from. */
export interface ContextoDeps {
  db: Kysely<Database>
  limits: Pick<Limits, 'contextoBytes'>
  /** What an object of a servidor consists of, as it stands there now. */
  describe(servidorId: string, nombre: string): Promise<DetalleDeObjeto>
}

interface Pieza {
  texto: string
  filasOmitidas?: number
}

type De<Tipo extends PiezaDeContexto['tipo']> = Extract<PiezaDeContexto, { tipo: Tipo }>

/**
 * What a model is told, of what stands there now: a tabla that has changed is told as it is. Whoever calls it has seen to it that the
 * person may use the context. Throws DatosInvalidos at the piece that cannot be told, and LimiteSuperado.
 */
export async function buildContexto(
  deps: ContextoDeps,
  { variables, piezas }: Pick<AiContexto, 'variables' | 'piezas'>,
  given: Readonly<Record<string, string>>,
): Promise<AiContextoArmado> {
  const fill = createFill(valoresOf(variables, given), deps.limits)
  const told: (Pieza & { bytes: number })[] = []
  let bytes = 0
  for (const [index, pieza] of piezas.entries()) {
    const built = await buildPieza(deps, pieza, { campo: `piezas[${index}]`, fill })
    const texto = pieza.titulo === '' ? built.texto : `## ${pieza.titulo}\n\n${built.texto}`
    const size = Buffer.byteLength(texto)
    bytes += size + (index === 0 ? 0 : SEPARATOR.length)
    if (bytes > deps.limits.contextoBytes) {
      throw refuseLength(deps.limits)
    }
    told.push({ ...built, texto, bytes: size })
  }
  return {
    texto: told.map(({ texto }) => texto).join(SEPARATOR),
    bytes,
    tokens: estimateTokens(bytes),
    piezas: told.map(({ texto, ...size }) => ({ ...size, tokens: estimateTokens(size.bytes) })),
  }
}

const SEPARATOR = '\n\n'

function valoresOf(
  variables: AiContexto['variables'],
  given: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const known = new Set(variables.map(({ nombre }) => nombre))
  const errores = Object.keys(given)
    .filter((nombre) => !known.has(nombre))
    .map((nombre) => ({ campo: `valores.${nombre}`, mensaje: 'El contexto no tiene esta variable.' }))
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  return new Map(variables.map(({ nombre, defecto }) => [nombre, lookUp(given, nombre) ?? defecto]))
}

/** A short text can stand for a very long one: what is too long is not even written. */
function createFill(valores: ReadonlyMap<string, string>, limits: ContextoDeps['limits']) {
  return (texto: string) => {
    let room = limits.contextoBytes
    return fillVariables(texto, valores, (characters) => {
      room -= characters
      if (room < 0) throw refuseLength(limits)
    })
  }
}

function refuseLength({ contextoBytes }: ContextoDeps['limits']) {
  return new LimiteSuperado({ limite: 'de bytes de un contexto', maximo: contextoBytes })
}

interface Place {
  campo: string
  fill: (texto: string) => string
}

function buildPieza(deps: ContextoDeps, pieza: PiezaDeContexto, place: Place): Promise<Pieza> {
  switch (pieza.tipo) {
    case 'texto':
      return Promise.resolve({ texto: place.fill(pieza.texto) })
    case 'parametro':
      return buildParametro(deps, pieza, place)
    case 'tabla':
      return buildTabla(deps, pieza, place)
    case 'esquema':
      return buildEsquema(deps, pieza)
  }
}

function refuse(campo: string, mensaje: string) {
  return new DatosInvalidos(undefined, { errores: [{ campo, mensaje }] })
}

/** It may have become a secret since it was named here (security rule 9). */
async function buildParametro(
  { db }: ContextoDeps,
  { parametroId }: De<'parametro'>,
  { campo }: Place,
): Promise<Pieza> {
  const row = await db
    .selectFrom('parametros')
    .select(['nombre', 'secreto', 'valor'])
    .where('id', '=', parametroId)
    .executeTakeFirst()
  if (!row) throw refuse(`${campo}.parametroId`, 'No existe este parámetro.')
  if (row.secreto) throw refuse(`${campo}.parametroId`, 'Es un parámetro secreto: a un modelo no se le dice.')
  return { texto: `${row.nombre}: ${writeValor(row.valor)}` }
}

async function buildTabla(
  { db }: ContextoDeps,
  { tablaId, columnas: wanted, filas: limite, filtro }: De<'tabla'>,
  { campo, fill }: Place,
): Promise<Pieza> {
  const row = await db
    .selectFrom('tablas')
    .select(['nombre', 'columnas'])
    .where('id', '=', tablaId)
    .executeTakeFirst()
  if (!row) throw refuse(`${campo}.tablaId`, 'No existe esta tabla.')
  const columnas = row.columnas.map((columna) => columnaSchema.parse(columna))
  const find = (nombre: string, at: string) => {
    const columna = columnas.find((each) => each.nombre === nombre)
    if (!columna) throw refuse(`${campo}.${at}`, `La tabla «${row.nombre}» no tiene la columna «${nombre}».`)
    return columna
  }
  const shown = wanted.length === 0 ? columnas : wanted.map((nombre) => find(nombre, 'columnas'))
  const filtros: Filtro[] = []
  if (filtro) {
    const { operador } = filtro
    const columna = find(filtro.columna, 'filtro.columna')
    const text = fill(filtro.valor)
    const isText = operador === 'contiene' || operador === 'vacio'
    const errores: ErrorDeCampo[] = []
    const coerce = compileCoercion({ nombre: columna.nombre, tipo: columna.tipo, requerido: true })
    const valor = isText ? text : coerce(text, `${campo}.filtro.valor`, errores)
    if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
    filtros.push({ columna, operador, valor })
  }
  const { filas, total } = await listFilas(db, tablaId, {
    filtros,
    q: null,
    orden: null,
    direccion: 'asc',
    limite,
    despues: null,
    saltar: 0,
  })
  return {
    texto: writeExtracto(
      shown,
      filas.map(({ datos }) => datos),
    ),
    filasOmitidas: total - filas.length,
  }
}

async function buildEsquema(
  { describe }: ContextoDeps,
  { servidorId, objetos }: De<'esquema'>,
): Promise<Pieza> {
  const texts: string[] = []
  // One after the other: the connections of a servidor are of its procesos first.
  for (const nombre of objetos) texts.push(writeEsquema(nombre, await describe(servidorId, nombre)))
  return { texto: texts.join('\n\n') }
}
