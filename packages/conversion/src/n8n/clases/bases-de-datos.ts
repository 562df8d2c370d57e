import type { Punto } from '../../dibujo/datos.ts'
import type { Origen } from '../../dibujo/dibujo.ts'
import { parametrosOf } from '../../dibujo/dibujo.ts'
import { type Hueco, writeSql } from '../../dibujo/sql.ts'
import { read, readCampos, readLista, readTexto } from '../../read.ts'
import { findCalculado, type Parte, splitPartes } from '../plantilla.ts'
import { type Ambito, type ClaseDeN8n, nombreOfCodigo, type TraduccionDeN8n } from '../traduccion-n8n.ts'

type Campos = (readonly [string, Origen])[]

/** The statement as it is written, with what is computed in it. */
function partesOfSql(t: TraduccionDeN8n, ambito: Ambito): (string | Hueco)[] {
  return splitPartes(readTexto(t.parametros, 'query')).map((parte) =>
    typeof parte === 'string'
      ? parte
      : { formula: t.formula(`={{ ${parte.codigo} }}`, ambito), nombre: nombreOfCodigo(parte.codigo) },
  )
}

/** A statement whose computed parts are parameters; `$1` and `?` take theirs from the field that lists them. */
function convertConsulta(t: TraduccionDeN8n, tipoServidor: string): readonly Punto[] {
  const sentencia = writeSql(partesOfSql(t, t.ambito), [])
  if (sentencia === null)
    return t.leave(
      'En su SQL se calculan nombres, condiciones o listas, y no solo valores: escriba la consulta.',
    )
  for (const duda of sentencia.dudas) t.approximate(duda)
  return t.call(
    (ambito) => {
      const campos: Campos = []
      const written = writeSql(partesOfSql(t, ambito), campos)?.sql ?? ''
      const given = reemplazos(t, ambito)
      const sql = written
        .replace(
          /\$(\d+)/g,
          (whole, number: string) => name(given[Number(number) - 1], `p${number}`, campos) ?? whole,
        )
        .replace(/\?/g, (whole) => {
          const at = campos.filter(([nombre]) => /^p\d+$/.test(nombre)).length
          return name(given[at], `p${at + 1}`, campos) ?? whole
        })
      return {
        ...t.servidor(tipoServidor),
        tipoObjeto: 'consulta',
        objeto: { sql: sql || 'select 1' },
        parametros: parametrosOf(campos),
      }
    },
    { clase: 'lista', read: (de) => `SI_NULO(${de}.filas; [])` },
  )
}

function name(origen: Origen | undefined, nombre: string, campos: Campos): string | null {
  if (origen === undefined) return null
  if (campos.every(([known]) => known !== nombre)) campos.push([nombre, origen])
  return `:${nombre}`
}

/** `={{ $json.a }},{{ $json.b }}`, or a list in one expression. */
function reemplazos(t: TraduccionDeN8n, ambito: Ambito): Origen[] {
  const field =
    read(t.parametros, 'options.queryReplacement') ?? read(t.parametros, 'additionalFields.queryParams')
  if (typeof field !== 'string' || field === '') return []
  const partes = splitPartes(field)
  const [only] = partes
  if (
    partes.length === 1 &&
    typeof only === 'object' &&
    only.codigo.startsWith('[') &&
    only.codigo.endsWith(']')
  )
    return only.codigo
      .slice(1, -1)
      .split(',')
      .map((codigo) => t.origen(`={{ ${codigo.trim()} }}`, ambito))
  return partes
    .flatMap((parte): Parte[] =>
      typeof parte === 'string' ? parte.split(',').filter((each) => each.trim() !== '') : [parte],
    )
    .map((parte) =>
      typeof parte === 'string' ? { valor: parte.trim() } : t.origen(`={{ ${parte.codigo} }}`, ambito),
    )
}

const OPERADORES: ReadonlyMap<string, string> = new Map([
  ['equal', '='],
  ['=', '='],
  ['!=', '<>'],
  ['>', '>'],
  ['<', '<'],
  ['>=', '>='],
  ['<=', '<='],
  ['LIKE', 'contiene'],
  ['IS NULL', 'esNulo'],
  ['IS NOT NULL', 'noEsNulo'],
])

function condicionIn(row: unknown): string {
  return readTexto(row, 'condition', 'equal')
}

/** The rows that an operation is about: those that its conditions describe, or those that have the keys of the item. */
function filtroOf(t: TraduccionDeN8n, ambito: Ambito, campos: Campos) {
  const rows = readLista(t.parametros, 'where.values')
  const filtro = rows.map((row, index) => {
    const parametro = `donde${index + 1}`
    const condicion = condicionIn(row)
    if (condicion === 'LIKE') t.approximate('LIKE se tomó como «contiene».')
    const operador = OPERADORES.get(condicion)
    const needsNone = operador === 'esNulo' || operador === 'noEsNulo'
    if (!needsNone) campos.push([parametro, t.origen(read(row, 'value'), ambito)])
    return { columna: columnaOf(read(row, 'column')), operador, ...(!needsNone && { parametro }) }
  })
  return readTexto(t.parametros, 'combineConditions', 'AND') === 'OR' && filtro.length > 0
    ? { o: filtro }
    : filtro
}

/** What is deleted: the row of each item by its key, what the conditions describe, or all there is. */
function borrado(t: TraduccionDeN8n, ambito: Ambito, campos: Campos) {
  if (readTexto(t.parametros, 'operation') === 'delete') {
    const columna = readTexto(t.parametros, 'deleteKey', 'id') || 'id'
    campos.push([columna, t.origen(`={{ $json["${columna}"] }}`, ambito)])
    return { filtro: [{ columna }] }
  }
  const isTruncate = readTexto(t.parametros, 'deleteCommand', 'truncate') === 'truncate'
  if (!isTruncate && readLista(t.parametros, 'where.values').length > 0)
    return { filtro: filtroOf(t, ambito, campos) }
  t.approximate('Borra todas las filas.')
  return { todas: true }
}

/** Names are texts, or what a list of the editor has stored. */
function nombreIn(valor: unknown): string {
  return typeof valor === 'string' ? valor : readTexto(valor, 'value')
}

function columnaOf(valor: unknown): string {
  return nombreIn(valor) || 'id'
}

/** Where names of tables and columns may stand that an expression computes. */
const LUGARES_DE_NOMBRES = [
  'table',
  'schema',
  'deleteKey',
  'updateKey',
  'columns',
  'columnsToUpdate',
  'columns.matchingColumns',
  'options.outputColumns',
  'where.values[].column',
  'sort.values[].column',
  'valuesToSend.values[].column',
]

/** Columns with where their values come from: as they are mapped, or the fields of the item by their names. */
function columnasOf(t: TraduccionDeN8n, ambito: Ambito): Campos {
  const mapped = readCampos(t.parametros, 'columns.value')
  if (mapped.length > 0) return mapped.map(([columna, value]) => [columna, t.origen(value, ambito)])
  const sent = readLista(t.parametros, 'valuesToSend.values')
  if (sent.length > 0)
    return sent.map((row) => [columnaOf(read(row, 'column')), t.origen(read(row, 'value'), ambito)])
  const names = readTexto(t.parametros, 'columns') || readTexto(t.parametros, 'columnsToUpdate')
  const listed = names
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return listed.map((columna) => [columna, t.origen(`={{ $json["${columna}"] }}`, ambito)])
}

function convertTabla(t: TraduccionDeN8n, tipoServidor: string, operacion: string): readonly Punto[] {
  const tabla = nombreIn(read(t.parametros, 'table'))
  const esquema = nombreIn(read(t.parametros, 'schema'))
  const writes = operacion === 'insertar' || operacion === 'actualizar'
  if (tabla === '') return t.leave('No dice su tabla: elija una.')
  const calculado = findCalculado(t.parametros, LUGARES_DE_NOMBRES)
  if (calculado !== undefined)
    return t.leave(`Calcula nombres de tablas o columnas («${calculado}»): elíjalos, o escriba la consulta.`)
  if (writes && columnasOf(t, t.ambito).length === 0)
    return t.leave('Sus columnas salen de los campos de cada elemento: elija cuáles se escriben.')
  const keys = readLista(t.parametros, 'columns.matchingColumns').filter((each) => typeof each === 'string')
  const matched =
    keys.length > 0 ? keys : [readTexto(t.parametros, 'updateKey')].filter((each) => each !== '')
  if (operacion === 'actualizar' && matched.length === 0)
    return t.leave('No dice por qué columnas busca lo que cambia.')
  const unknown = readLista(t.parametros, 'where.values')
    .map(condicionIn)
    .find((each) => !OPERADORES.has(each))
  if (!writes && unknown !== undefined)
    return t.leave(`La condición «${unknown}» no tiene igual: escriba una consulta.`)
  return t.call(
    (ambito) => {
      const columnas = writes ? columnasOf(t, ambito) : []
      const campos: Campos = [...columnas]
      const written = columnas
        .map(([columna]) => columna)
        .filter((each) => operacion !== 'actualizar' || !matched.includes(each))
      return {
        ...t.servidor(tipoServidor),
        tipoObjeto: 'tabla',
        objeto: {
          ...(esquema !== '' && esquema !== 'public' && esquema !== 'dbo' && { esquema }),
          tabla,
          operacion,
          ...(writes && { columnas: written }),
          ...(operacion === 'actualizar' && { filtro: matched.map((columna) => ({ columna })) }),
          ...(operacion === 'eliminar' && borrado(t, ambito, campos)),
          ...(operacion === 'seleccionar' && seleccion(t, ambito, campos)),
          ...(writes && tipoServidor === 'postgresql' && { devolver: columnas.map(([columna]) => columna) }),
        },
        parametros: parametrosOf(campos),
      }
    },
    operacion === 'seleccionar' || (writes && tipoServidor === 'postgresql')
      ? { clase: 'lista', read: (de) => `SI_NULO(${de}.filas; [])` }
      : { clase: 'uno', read: (de) => de },
  )
}

function seleccion(t: TraduccionDeN8n, ambito: Ambito, campos: Campos) {
  const isFiltered = readLista(t.parametros, 'where.values').length > 0
  const orden = readLista(t.parametros, 'sort.values').map((row) => ({
    columna: columnaOf(read(row, 'column')),
    sentido: readTexto(row, 'direction', 'ASC') === 'DESC' ? 'desc' : 'asc',
  }))
  const columnas = readLista(t.parametros, 'options.outputColumns').filter(
    (each) => typeof each === 'string' && each !== '*',
  )
  return {
    ...(isFiltered && { filtro: filtroOf(t, ambito, campos) }),
    ...(columnas.length > 0 && { columnas }),
    ...(orden.length > 0 && { orden }),
    ...(read(t.parametros, 'returnAll') !== true && {
      limite: Math.max(0, Math.trunc(t.numero('limit', 50))),
    }),
  }
}

const OPERACIONES: ReadonlyMap<string, string> = new Map([
  ['select', 'seleccionar'],
  ['insert', 'insertar'],
  ['update', 'actualizar'],
  ['delete', 'eliminar'],
  ['deleteTable', 'eliminar'],
])

function fromSql(tipoServidor: string): ClaseDeN8n {
  return {
    veredicto: 'tomado',
    mensaje: `Un proceso sobre un servidor ${tipoServidor}: consulta o tabla. Lo que se calculaba dentro del SQL va en parámetros.`,
    convert: (t) => {
      const operation = readTexto(t.parametros, 'operation', 'insert')
      if (operation === 'executeQuery') return convertConsulta(t, tipoServidor)
      const operacion = OPERACIONES.get(operation)
      if (operacion === undefined)
        return t.leave(`La operación «${operation}» no tiene igual: escriba una consulta.`)
      if (operation === 'deleteTable' && readTexto(t.parametros, 'deleteCommand', 'truncate') === 'drop')
        return t.leave('Borra la tabla entera.')
      return convertTabla(t, tipoServidor, operacion)
    },
  }
}

export const BASES_DE_DATOS: Readonly<Record<string, ClaseDeN8n>> = {
  'n8n-nodes-base.postgres': fromSql('postgresql'),
  'n8n-nodes-base.mySql': fromSql('mysql'),
  'n8n-nodes-base.microsoftSql': fromSql('sqlserver'),
}
