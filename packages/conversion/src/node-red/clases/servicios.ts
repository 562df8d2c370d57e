import type { Punto } from '../../dibujo/datos.ts'
import { type Origen, origenOf, parametrosOf } from '../../dibujo/dibujo.ts'
import { HUECO, splitDireccion } from '../../dibujo/servicio.ts'
import { type Hueco, writeSql } from '../../dibujo/sql.ts'
import { cualquiera, type Formula, writeRuta } from '../../expresion/formula.ts'
import { joinPartes } from '../../expresion/write-expresion.ts'
import { readCampos, readLista, readNumero } from '../../read.ts'
import type { ClaseDeNodeRed, TraduccionDeNodeRed } from '../traduccion-node-red.ts'

const METODOS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
type Campos = (readonly [string, Origen])[]

function convertHttp(t: TraduccionDeNodeRed): readonly Punto[] {
  const url = t.texto('url')
  const partes = (url === '' ? t.msg.read(['url']).partes : t.direccion(url).partes) ?? []
  const codigos = partes.filter((parte) => typeof parte === 'object')
  const direccion = splitDireccion(
    partes.map((parte) => (typeof parte === 'string' ? parte : HUECO)).join(''),
  )
  if (direccion === null) return t.leave('Su dirección la dice el mensaje: elija un servidor y una ruta.')
  const metodo =
    t.texto('method', 'GET') === 'use'
      ? (t.msg.read(['method']).partes?.join('') ?? '')
      : t.texto('method', 'GET')
  if (!METODOS.has(metodo)) return t.leave('Su método lo dice el mensaje: elija uno.')
  const campos: Campos = []
  const lugares: Record<string, { lugar: string; nombre?: string }> = {}
  const send = (alli: string, lugar: string, origen: Origen): string => {
    const nombre = `${alli.replace(/\W+/g, '_')}${campos.some(([known]) => known === alli) ? campos.length + 1 : ''}`
    campos.push([nombre, origen])
    lugares[nombre] = { lugar, ...(nombre !== alli && { nombre: alli }) }
    return nombre
  }
  const fill = () => origenOf(codigos.shift() ?? cualquiera('NULO'))
  const fillTexto = (text: string): Origen => {
    const pieces = text.split(HUECO).flatMap((each, index) => {
      const hueco = index === 0 ? [] : [codigos.shift() ?? cualquiera('NULO')]
      return each === '' ? hueco : [...hueco, each]
    })
    const [only] = pieces
    if (pieces.length === 1 && typeof only === 'object') return origenOf(only)
    return origenOf(joinPartes(pieces) ?? cualquiera('NULO'))
  }
  const ruta = direccion.ruta.replaceAll(HUECO, () => `{${send('ruta', 'ruta', fill())}}`)
  for (const [nombre, valor] of direccion.consulta)
    send(nombre, 'consulta', valor.includes(HUECO) ? fillTexto(valor) : { valor })
  const sends = metodo !== 'GET' && metodo !== 'HEAD'
  if (sends) send('cuerpo', 'cuerpo', origenOf(t.msg.read(['payload'])))
  else if (t.texto('paytoqs') === 'query')
    t.approximate('Los campos de «payload» no se envían en la consulta: añádalos como parámetros.')
  if (readCampos(t.nodo, 'headers').length + readLista(t.nodo, 'headers').length > 0)
    t.approximate('Sus cabeceras no se tomaron: añádalas como parámetros.')
  if (t.msg.cambia?.('headers') === true)
    t.approximate('Las cabeceras de «msg.headers» no se tomaron: añádalas como parámetros.')
  if (t.texto('authType') !== '') t.suggest('Su autenticación se pone en el servidor.')
  const servidor = t.name('rest', direccion.host)
  t.dibujo.detallar(
    servidor.servidorId,
    `Dirección base ${direccion.base}. Sus credenciales no vienen en el archivo.`,
  )
  const ret = t.texto('ret', 'txt')
  const objeto = {
    metodo,
    ruta,
    lugares,
    ...(ret !== 'txt' && { respuesta: ret === 'bin' ? 'binario' : 'json' }),
    ...(ret === 'txt' && { respuesta: 'texto' }),
  }
  return t.call({ ...servidor, tipoObjeto: 'operacion', objeto, parametros: parametrosOf(campos) }, (id) => ({
    payload: cualquiera(`${id}.cuerpo`),
    statusCode: cualquiera(`${id}.estado`),
    headers: cualquiera(`${id}.cabeceras`),
  }))
}

function huecosOf(partes: readonly (string | Formula)[]): (string | Hueco)[] {
  let number = 0
  return partes.map((parte) =>
    typeof parte === 'string' ? parte : { formula: parte, nombre: `p${++number}` },
  )
}

/** Null: it computes more than values, and is told of. What may have been another thing is told as well. */
function writeConsulta(
  t: TraduccionDeNodeRed,
  partes: readonly (string | Formula)[],
  campos: Campos,
): string | null {
  const sentencia = writeSql(huecosOf(partes), campos)
  for (const duda of sentencia?.dudas ?? []) t.approximate(duda)
  return sentencia?.sql ?? null
}

const SQL_CALCULADO =
  'En su SQL se calculan nombres, condiciones o listas, y no solo valores: escriba la consulta.'

function query(
  t: TraduccionDeNodeRed,
  servidor: object,
  { sql, campos }: { sql: string; campos: Campos },
): readonly Punto[] {
  const reads = /^\s*(select|with|show)\b/i.test(sql)
  return t.call(
    { ...servidor, tipoObjeto: 'consulta', objeto: { sql }, parametros: parametrosOf(campos) },
    (id) => ({
      payload: reads ? cualquiera(`${id}.filas`) : cualquiera(`{ affectedRows: ${id}.afectadas }`),
    }),
  )
}

/** The statement comes in `topic`, the values of its `?` and `:campo` in `payload`. */
function convertMysql(t: TraduccionDeNodeRed): readonly Punto[] {
  const { partes } = t.msg.read(['topic'])
  if (partes === undefined)
    return t.leave('Su SQL lo pone el mensaje en «topic», y no se sabe cuál: escriba la consulta.')
  const campos: Campos = []
  const written = writeConsulta(t, partes, campos)
  if (written === null) return t.leave(SQL_CALCULADO)
  let position = 0
  const sql = written
    .replace(/\?/g, () => {
      const nombre = `v${position + 1}`
      campos.push([nombre, origenOf(cualquiera(writeRuta(t.msg.read(['payload']).formula, [position++])))])
      return `:${nombre}`
    })
    .replace(/(?<![:\w]):([A-Za-z_]\w*)/g, (whole, nombre: string) => {
      if (campos.every(([known]) => known !== nombre))
        campos.push([nombre, origenOf(t.msg.read(['payload', nombre]))])
      return whole
    })
  return query(t, t.servidor('mysql', 'mydb'), { sql, campos })
}

function convertPostgres(t: TraduccionDeNodeRed): readonly Punto[] {
  const { partes = [] } = t.direccion(t.texto('query'))
  const campos: Campos = []
  const written = writeConsulta(t, partes, campos)
  if (written === null) return t.leave(SQL_CALCULADO)
  const sql = written.replace(/\$(\d+)/g, (_, number: string) => {
    const nombre = `v${number}`
    const position = Number(number) - 1
    if (campos.every(([known]) => known !== nombre))
      campos.push([nombre, origenOf(cualquiera(writeRuta(t.msg.read(['params']).formula, [position])))])
    return `:${nombre}`
  })
  if (sql.trim() === '') return t.leave('Su consulta la dice el mensaje: escríbala.')
  return query(t, t.servidor('postgresql', 'postgreSQLConfig'), { sql, campos })
}

function convertMqttOut(t: TraduccionDeNodeRed): readonly Punto[] {
  const topic = t.texto('topic')
  const campos: Campos = [['mensaje', origenOf(t.msg.read(['payload']))]]
  if (topic === '') campos.push(['tema', origenOf(t.msg.read(['topic']))])
  const calidad = ['0', '1', '2'].find((each) => each === t.texto('qos')) ?? '0'
  const objeto = {
    tema: topic || '{tema}',
    formato: 'json',
    calidad,
    ...(t.texto('retain') === 'true' && { retener: true }),
  }
  return t.call(
    { ...t.servidor('mqtt', 'broker'), tipoObjeto: 'publicacion', objeto, parametros: parametrosOf(campos) },
    () => ({}),
  )
}

function convertCorreo(t: TraduccionDeNodeRed): readonly Punto[] {
  const to = t.texto('name')
  const campos: Campos = [
    ['asunto', origenOf(t.msg.read(['topic']))],
    ['texto', origenOf(t.msg.read(['payload']))],
  ]
  if (to === '') campos.push(['para', origenOf(t.msg.read(['to']))])
  const objeto = {
    para: to === '' ? ['{para}'] : to.split(',').map((each) => each.trim()),
    asunto: '{asunto}',
    texto: '{texto}',
  }
  const servidor = t.name('smtp', t.texto('server', 'Correo') || 'Correo')
  return t.call({ ...servidor, tipoObjeto: 'correo', objeto, parametros: parametrosOf(campos) }, () => ({}))
}

const UNIDADES: ReadonlyMap<string, number> = new Map([
  ['milliseconds', 1],
  ['seconds', 1_000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
])

function convertDelay(t: TraduccionDeNodeRed): readonly Punto[] {
  if (t.texto('pauseType', 'delay') !== 'delay')
    return t.leave('Reparte los mensajes en el tiempo: para eso están los límites del canal y del proceso.')
  const ms = readNumero(t.nodo, 'timeout', 1) * (UNIDADES.get(t.texto('timeoutUnits', 'seconds')) ?? 1_000)
  const objeto = { ms: Math.round(Math.min(31_536_000_000, Math.max(0, ms))) }
  return t.call({ ...t.name('interno', 'Interno'), tipoObjeto: 'espera', objeto }, () => ({}))
}

export const SERVICIOS: Readonly<Record<string, ClaseDeNodeRed>> = {
  'http request': {
    veredicto: 'tomado',
    mensaje:
      'Un proceso sobre un servidor REST, uno por dirección base. Un estado de error lo es también del nodo.',
    convert: convertHttp,
  },
  mysql: {
    veredicto: 'tomado',
    mensaje: 'Un proceso sobre un servidor MySQL, con el SQL que un nodo anterior deja en «topic».',
    convert: convertMysql,
  },
  postgresql: {
    veredicto: 'tomado',
    mensaje: 'Un proceso sobre un servidor PostgreSQL; lo que se calculaba dentro del SQL va en parámetros.',
    convert: convertPostgres,
  },
  'mqtt out': {
    veredicto: 'tomado',
    mensaje: 'Un proceso que publica en un servidor MQTT.',
    convert: convertMqttOut,
  },
  'e-mail': {
    veredicto: 'tomado',
    mensaje: 'Un proceso que envía el correo por un servidor SMTP.',
    convert: convertCorreo,
  },
  delay: {
    veredicto: 'tomado',
    mensaje: 'Una espera del servidor Interno.',
    convert: convertDelay,
  },
}
