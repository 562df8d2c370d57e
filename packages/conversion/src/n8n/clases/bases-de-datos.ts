import type { Punto } from '../../dibujo/datos.ts'
import type { Origen } from '../../dibujo/dibujo.ts'
import { parametrosOf } from '../../dibujo/dibujo.ts'
import { escribirSql, type Hueco } from '../../dibujo/sql.ts'
import { leer, leerCampos, leerLista, leerTexto } from '../../leer.ts'
import { findCalculado, type Parte, separarPartes } from '../plantilla.ts'
import { type Ambito, type ClaseDeN8n, nombreDeCodigo, type TraduccionDeN8n } from '../traduccion-n8n.ts'

type Campos = (readonly [string, Origen])[]

/** The statement as it is written, with what is computed in it. */
function partesDeSql(t: TraduccionDeN8n, ambito: Ambito): (string | Hueco)[] {
  return separarPartes(leerTexto(t.parametros, 'query')).map((parte) =>
    typeof parte === 'string'
      ? parte
      : { formula: t.formula(`={{ ${parte.codigo} }}`, ambito), nombre: nombreDeCodigo(parte.codigo) },
  )
}

/** A statement whose computed parts are parameters; `$1` and `?` take theirs from the field that lists them. */
function convertirConsulta(t: TraduccionDeN8n, tipoServidor: string): readonly Punto[] {
  const sentencia = escribirSql(partesDeSql(t, t.ambito), [])
  if (sentencia === null)
    return t.dejar(
      'En su SQL se calculan nombres, condiciones o listas, y no solo valores: escriba la consulta.',
    )
  for (const duda of sentencia.dudas) t.aproximar(duda)
  return t.llamar(
    (ambito) => {
      const campos: Campos = []
      const written = escribirSql(partesDeSql(t, ambito), campos)?.sql ?? ''
      const given = reemplazos(t, ambito)
      const sql = written
        .replace(
          /\$(\d+)/g,
          (whole, number: string) => nombrar(given[Number(number) - 1], `p${number}`, campos) ?? whole,
        )
        .replace(/\?/g, (whole) => {
          const at = campos.filter(([nombre]) => /^p\d+$/.test(nombre)).length
          return nombrar(given[at], `p${at + 1}`, campos) ?? whole
        })
      return {
        ...t.servidor(tipoServidor),
        tipoObjeto: 'consulta',
        objeto: { sql: sql || 'select 1' },
        parametros: parametrosOf(campos),
      }
    },
    { clase: 'lista', leer: (de) => `SI_NULO(${de}.filas; [])` },
  )
}

function nombrar(origen: Origen | undefined, nombre: string, campos: Campos): string | null {
  if (origen === undefined) return null
  if (campos.every(([known]) => known !== nombre)) campos.push([nombre, origen])
  return `:${nombre}`
}

/** `={{ $json.a }},{{ $json.b }}`, or a list in one expression. */
function reemplazos(t: TraduccionDeN8n, ambito: Ambito): Origen[] {
  const field =
    leer(t.parametros, 'options.queryReplacement') ?? leer(t.parametros, 'additionalFields.queryParams')
  if (typeof field !== 'string' || field === '') return []
  const partes = separarPartes(field)
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

function condicionEn(row: unknown): string {
  return leerTexto(row, 'condition', 'equal')
}

/** The rows that an operation is about: those that its conditions describe, or those that have the keys of the item. */
function filtroDe(t: TraduccionDeN8n, ambito: Ambito, campos: Campos) {
  const rows = leerLista(t.parametros, 'where.values')
  const filtro = rows.map((row, index) => {
    const parametro = `donde${index + 1}`
    const condicion = condicionEn(row)
    if (condicion === 'LIKE') t.aproximar('LIKE se tomó como «contiene».')
    const operador = OPERADORES.get(condicion)
    const needsNone = operador === 'esNulo' || operador === 'noEsNulo'
    if (!needsNone) campos.push([parametro, t.origen(leer(row, 'value'), ambito)])
    return { columna: columnaDe(leer(row, 'column')), operador, ...(!needsNone && { parametro }) }
  })
  return leerTexto(t.parametros, 'combineConditions', 'AND') === 'OR' && filtro.length > 0
    ? { o: filtro }
    : filtro
}

/** What is deleted: the row of each item by its key, what the conditions describe, or all there is. */
function borrado(t: TraduccionDeN8n, ambito: Ambito, campos: Campos) {
  if (leerTexto(t.parametros, 'operation') === 'delete') {
    const columna = leerTexto(t.parametros, 'deleteKey', 'id') || 'id'
    campos.push([columna, t.origen(`={{ $json["${columna}"] }}`, ambito)])
    return { filtro: [{ columna }] }
  }
  const isTruncate = leerTexto(t.parametros, 'deleteCommand', 'truncate') === 'truncate'
  if (!isTruncate && leerLista(t.parametros, 'where.values').length > 0)
    return { filtro: filtroDe(t, ambito, campos) }
  t.aproximar('Borra todas las filas.')
  return { todas: true }
}

/** Names are texts, or what a list of the editor has stored. */
function nombreEn(valor: unknown): string {
  return typeof valor === 'string' ? valor : leerTexto(valor, 'value')
}

function columnaDe(valor: unknown): string {
  return nombreEn(valor) || 'id'
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
function columnasDe(t: TraduccionDeN8n, ambito: Ambito): Campos {
  const mapped = leerCampos(t.parametros, 'columns.value')
  if (mapped.length > 0) return mapped.map(([columna, value]) => [columna, t.origen(value, ambito)])
  const sent = leerLista(t.parametros, 'valuesToSend.values')
  if (sent.length > 0)
    return sent.map((row) => [columnaDe(leer(row, 'column')), t.origen(leer(row, 'value'), ambito)])
  const names = leerTexto(t.parametros, 'columns') || leerTexto(t.parametros, 'columnsToUpdate')
  const listed = names
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return listed.map((columna) => [columna, t.origen(`={{ $json["${columna}"] }}`, ambito)])
}

function convertirTabla(t: TraduccionDeN8n, tipoServidor: string, operacion: string): readonly Punto[] {
  const tabla = nombreEn(leer(t.parametros, 'table'))
  const esquema = nombreEn(leer(t.parametros, 'schema'))
  const writes = operacion === 'insertar' || operacion === 'actualizar'
  if (tabla === '') return t.dejar('No dice su tabla: elija una.')
  const calculado = findCalculado(t.parametros, LUGARES_DE_NOMBRES)
  if (calculado !== undefined)
    return t.dejar(`Calcula nombres de tablas o columnas («${calculado}»): elíjalos, o escriba la consulta.`)
  if (writes && columnasDe(t, t.ambito).length === 0)
    return t.dejar('Sus columnas salen de los campos de cada elemento: elija cuáles se escriben.')
  const keys = leerLista(t.parametros, 'columns.matchingColumns').filter((each) => typeof each === 'string')
  const matched =
    keys.length > 0 ? keys : [leerTexto(t.parametros, 'updateKey')].filter((each) => each !== '')
  if (operacion === 'actualizar' && matched.length === 0)
    return t.dejar('No dice por qué columnas busca lo que cambia.')
  const unknown = leerLista(t.parametros, 'where.values')
    .map(condicionEn)
    .find((each) => !OPERADORES.has(each))
  if (!writes && unknown !== undefined)
    return t.dejar(`La condición «${unknown}» no tiene igual: escriba una consulta.`)
  return t.llamar(
    (ambito) => {
      const columnas = writes ? columnasDe(t, ambito) : []
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
      ? { clase: 'lista', leer: (de) => `SI_NULO(${de}.filas; [])` }
      : { clase: 'uno', leer: (de) => de },
  )
}

function seleccion(t: TraduccionDeN8n, ambito: Ambito, campos: Campos) {
  const isFiltered = leerLista(t.parametros, 'where.values').length > 0
  const orden = leerLista(t.parametros, 'sort.values').map((row) => ({
    columna: columnaDe(leer(row, 'column')),
    sentido: leerTexto(row, 'direction', 'ASC') === 'DESC' ? 'desc' : 'asc',
  }))
  const columnas = leerLista(t.parametros, 'options.outputColumns').filter(
    (each) => typeof each === 'string' && each !== '*',
  )
  return {
    ...(isFiltered && { filtro: filtroDe(t, ambito, campos) }),
    ...(columnas.length > 0 && { columnas }),
    ...(orden.length > 0 && { orden }),
    ...(leer(t.parametros, 'returnAll') !== true && {
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

function deSql(tipoServidor: string): ClaseDeN8n {
  return {
    veredicto: 'tomado',
    mensaje: `Un proceso sobre un servidor ${tipoServidor}: consulta o tabla. Lo que se calculaba dentro del SQL va en parámetros.`,
    convertir: (t) => {
      const operation = leerTexto(t.parametros, 'operation', 'insert')
      if (operation === 'executeQuery') return convertirConsulta(t, tipoServidor)
      const operacion = OPERACIONES.get(operation)
      if (operacion === undefined)
        return t.dejar(`La operación «${operation}» no tiene igual: escriba una consulta.`)
      if (operation === 'deleteTable' && leerTexto(t.parametros, 'deleteCommand', 'truncate') === 'drop')
        return t.dejar('Borra la tabla entera.')
      return convertirTabla(t, tipoServidor, operacion)
    },
  }
}

export const BASES_DE_DATOS: Readonly<Record<string, ClaseDeN8n>> = {
  'n8n-nodes-base.postgres': deSql('postgresql'),
  'n8n-nodes-base.mySql': deSql('mysql'),
  'n8n-nodes-base.microsoftSql': deSql('sqlserver'),
}
