import { lookUp, writeObjeto, writeTexto } from '@div/contract'
import { asLista, type Punto } from '../../dibujo/datos.ts'
import { type Origen, origenOf, parametrosOf } from '../../dibujo/dibujo.ts'
import { writeFormato } from '../../expresion/fechas.ts'
import { tighten } from '../../expresion/write-expresion.ts'
import { read, readCampos, readJson, readTexto } from '../../read.ts'
import { parametroOf } from '../../secretos.ts'
import type { Ambito, ClaseDeN8n, TraduccionDeN8n } from '../traduccion-n8n.ts'

type Campos = (readonly [string, Origen])[]

/** A field more, or another value of one. */
function withCampo(
  t: TraduccionDeN8n,
  nombre: string,
  formula: (ambito: Ambito) => string,
): readonly Punto[] {
  return t.transform(
    (ambito) => `FUSIONAR(${ambito.item.read([]).formula}; ${writeObjeto([[nombre, formula(ambito)]])})`,
  )
}

const RESUMENES: Readonly<Record<string, string>> = {
  hashMD5: 'MD5',
  hashSHA1: 'SHA1',
  hashSHA256: 'SHA256',
  hashSHA512: 'SHA512',
  hmacSHA1: 'HMAC_SHA1',
  hmacSHA256: 'HMAC_SHA256',
  hmacSHA512: 'HMAC_SHA512',
}

function convertCrypto(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const action = readTexto(p, 'action', 'hash')
  const nombre = readTexto(p, 'dataPropertyName', 'data')
  if (action === 'generate' && readTexto(p, 'encodingType', 'uuid') === 'uuid')
    return withCampo(t, nombre, () => 'UUID()')
  const funcion = lookUp(RESUMENES, `${action}${readTexto(p, 'type', 'MD5')}`)
  if (funcion === undefined || readTexto(p, 'encoding', 'hex') !== 'hex')
    return t.leave('Este resumen o firma no tiene función aquí.')
  return withCampo(t, nombre, (ambito) => {
    const value = t.formula(read(p, 'value'), ambito).formula
    return `${funcion}(${action === 'hmac' ? `${value}; ${claveOf(t, ambito)}` : value})`
  })
}

/** What signs: as it is computed, else a parámetro, since what is written out stays there. */
function claveOf(t: TraduccionDeN8n, ambito: Ambito): string {
  const secret = read(t.parametros, 'secret')
  if (typeof secret === 'string' && secret.startsWith('=')) return t.formula(secret, ambito).formula
  const nombre = parametroOf('clave', t.ajeno.nombre)
  t.dibujo.depend({ recurso: 'parametros', referencia: nombre, nombre })
  t.suggest(`Su clave no se trajo: es el parámetro secreto «${nombre}».`)
  return `PARAMETRO(${writeTexto(nombre)})`
}

function convertFecha(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const nombre = readTexto(p, 'outputFieldName', 'newDate')
  const date = (ambito: Ambito) =>
    `FECHAHORA(TEXTO(${t.formula(read(p, 'date') ?? read(p, 'magnitude') ?? read(p, 'value'), ambito).formula}))`
  const byDefault = t.ajeno.nodo.typeVersion < 2 ? 'format' : 'getCurrentDate'
  switch (readTexto(p, 'operation', readTexto(p, 'action', byDefault))) {
    case 'getCurrentDate':
      return withCampo(t, readTexto(p, 'outputFieldName', 'currentDate'), () => 'TEXTO(AHORA())')
    case 'formatDate': {
      const format = readTexto(p, 'format', 'MM/dd/yyyy')
      const written = writeFormato(format === 'custom' ? readTexto(p, 'customFormat') : format)
      if (written === null) return t.leave('Su formato de fecha no tiene igual.')
      return withCampo(
        t,
        readTexto(p, 'outputFieldName', 'formattedDate'),
        (ambito) => `FORMATO_FECHA(${date(ambito)}; ${written})`,
      )
    }
    case 'addToDate':
    case 'subtractFromDate': {
      const signo = readTexto(p, 'operation') === 'addToDate' ? '' : '-'
      const funcion = lookUp(SUMAR, readTexto(p, 'timeUnit', 'days'))
      if (funcion === undefined) return t.leave('Su unidad de tiempo no tiene igual.')
      return withCampo(
        t,
        nombre,
        (ambito) =>
          `TEXTO(${funcion}(${date(ambito)}; ${signo}${tighten(t.formula(read(p, 'duration') ?? 0, ambito).formula)}))`,
      )
    }
    default:
      return t.leave('Esta cuenta con fechas no se tomó: hágala con una fórmula.')
  }
}

const SUMAR: Readonly<Record<string, string>> = {
  years: 'SUMAR_ANIOS',
  months: 'SUMAR_MESES',
  weeks: 'SUMAR_SEMANAS',
  days: 'SUMAR_DIAS',
  hours: 'SUMAR_HORAS',
  minutes: 'SUMAR_MINUTOS',
  seconds: 'SUMAR_SEGUNDOS',
}

const UNIDADES: ReadonlyMap<string, number> = new Map([
  ['seconds', 1_000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
])

/** What a node of each version waits that says nothing. */
const HORA = { amount: 1, unit: 'hours' }
const SEGUNDOS = { amount: 5, unit: 'seconds' }

function interno(t: TraduccionDeN8n): { servidorId: string; tipoServidor: string } {
  return t.servidor('interno', 'Interno')
}

function convertWait(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const how = readTexto(p, 'resume', 'timeInterval')
  if (how !== 'timeInterval')
    return t.leave(
      'Espera una llamada o una fecha: use «Espera de una señal» o el parámetro «hasta» de una espera.',
    )
  const byDefault = t.ajeno.nodo.typeVersion > 1 ? SEGUNDOS : HORA
  const ms =
    t.numero('amount', byDefault.amount) * (UNIDADES.get(readTexto(p, 'unit', byDefault.unit)) ?? 1_000)
  const { datos } = t.entrada()
  if (ms > 60_000) t.suggest('Para esperas largas el proceso ha de ser durable.')
  const id = t.add({
    tipo: 'proceso',
    ...interno(t),
    tipoObjeto: 'espera',
    objeto: { ms: Math.round(Math.min(31_536_000_000, Math.max(0, ms))) },
  })
  return [{ extremos: [{ nodo: id }], datos }]
}

function convertSubproceso(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const id = readTexto(p, 'workflowId.value', readTexto(p, 'workflowId'))
  const nombre = readTexto(p, 'workflowId.cachedResultName', id)
  if (id === '' || id.startsWith('=')) return t.leave('El flujo al que llama se calcula o no se dice.')
  const mapped = readCampos(p, 'workflowInputs.value')
  const procesoId = t.dibujo.depend({ recurso: 'procesos', referencia: id, nombre })
  return t.call(
    (ambito) => {
      const campos: Campos =
        mapped.length > 0
          ? mapped.map(([campo, value]) => [campo, t.origen(value, ambito)])
          : [['datos', origenOf(ambito.item.read([]))]]
      return { ...interno(t), tipoObjeto: 'proceso', objeto: { procesoId }, parametros: parametrosOf(campos) }
    },
    { clase: 'lista', read: (de) => `SI(ES_LISTA(${de}); ${de}; [${de}])` },
  )
}

function convertXml(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const nombre = readTexto(p, 'dataPropertyName', 'data')
  if (readTexto(p, 'mode', 'xmlToJson') === 'xmlToJson') {
    t.approximate('Los atributos llevan «@», y no «$».')
    return t.transform(({ item }) => `DE_XML(${item.read(nombre.split('.')).formula})`)
  }
  return t.transform(({ item }) => {
    const whole = item.read([]).formula
    const root = `SI(CONTAR(CLAVES(${whole})) = 1; ${whole}; { root: ${whole} })`
    return writeObjeto([[nombre, `A_XML(${root})`]])
  })
}

const DE_FTP: ReadonlyMap<string, string> = new Map([
  ['download', 'leer'],
  ['list', 'listar'],
  ['delete', 'borrar'],
  ['rename', 'mover'],
  ['upload', 'escribir'],
])

function convertFtp(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const operation = readTexto(p, 'operation', 'download')
  const operacion = DE_FTP.get(operation)
  if (operacion === undefined) return t.leave(`La operación «${operation}» no se tomó.`)
  const isBinary = operacion === 'leer' || (operacion === 'escribir' && read(p, 'binaryData') !== false)
  if (isBinary) t.approximate('Los archivos se leen y escriben como texto: elija su formato en el nodo.')
  const nombre = readTexto(p, 'binaryPropertyName', 'data')
  return t.call(
    (ambito) => {
      const campos: Campos = []
      if (operacion === 'escribir') {
        const content = isBinary ? `={{ $json["${nombre}"] }}` : read(p, 'fileContent')
        campos.push(['contenido', t.origen(content, ambito)])
      }
      const texto = (valor: unknown) => t.texto(valor, { ambito, campos })
      const objeto = {
        operacion,
        ruta: texto(read(p, 'path') ?? read(p, 'oldPath')) || '.',
        ...(operacion === 'mover' && { destino: texto(read(p, 'newPath') ?? '') }),
      }
      const tipo = readTexto(p, 'protocol', 'ftp') === 'sftp' ? 'sftp' : 'ftp'
      return { ...t.servidor(tipo), tipoObjeto: 'archivo', objeto, parametros: parametrosOf(campos) }
    },
    operacion === 'listar'
      ? { clase: 'lista', read: (de) => `SI_NULO(${de}.entradas; [])` }
      : {
          clase: 'uno',
          read: (de) => (operacion === 'leer' ? writeObjeto([[nombre, `${de}.contenido`]]) : de),
        },
  )
}

/** Another answer may stand behind it, so what is answered does not go on from the answer but from before it. */
function convertRespuesta(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  if (t.ajeno.isInLoop) return t.leave('Contesta dentro de un bucle: aquí se contesta una vez, al final.')
  const estado = Math.trunc(t.numero('options.responseCode', 200))
  const how = readTexto(p, 'respondWith', 'firstIncomingItem')
  const { datos } = t.entrada()
  const cuerpo = cuerpoOf(t, how)
  if (cuerpo === undefined)
    return t.leave('Contesta con un archivo o una redirección: ponga la salida a mano.')
  const cabeceras = readLista(t).map(({ nombre, origen }) => ({ nombre, ...origen }))
  t.add({
    tipo: 'salida',
    estadoHttp: estado >= 200 && estado <= 599 ? estado : 200,
    ...(how === 'text' && { tipoContenido: 'text/plain; charset=utf-8' }),
    ...(cabeceras.length > 0 && { cabeceras }),
    parametros: cuerpo === null ? [] : parametrosOf([['cuerpo', cuerpo]]),
  })
  return [{ extremos: t.entrada().extremos, datos }]
}

function readLista(t: TraduccionDeN8n): { nombre: string; origen: Origen }[] {
  const rows = read(t.parametros, 'options.responseHeaders.entries')
  return (Array.isArray(rows) ? rows : [])
    .map((row: unknown) => ({ nombre: readTexto(row, 'name'), origen: t.origen(read(row, 'value')) }))
    .filter(({ nombre }) => /^[\w-]+$/.test(nombre))
}

/** Null: without a body. Undefined: of a kind that has none here. */
function cuerpoOf(t: TraduccionDeN8n, how: string): Origen | null | undefined {
  switch (how) {
    case 'firstIncomingItem':
      return origenOf(t.item.read([]))
    case 'allIncomingItems':
      return origenOf({ formula: asLista(t.entrada().datos), tipo: 'cualquiera' })
    case 'json': {
      const body = read(t.parametros, 'responseBody') ?? '{}'
      const written = typeof body === 'string' ? readJson(body) : body
      if (written !== undefined) return t.origen(written)
      return origenOf(t.json(body))
    }
    case 'text':
      return t.origen(read(t.parametros, 'responseBody') ?? '')
    case 'noData':
      return null
    default:
      return undefined
  }
}

function convertError(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  if (t.ajeno.isInLoop) return t.leave('Detiene dentro de un bucle: aquí no hay nodo que falle a propósito.')
  const mensaje = read(p, 'errorMessage') ?? read(p, 'errorObject') ?? 'Error'
  t.add({ tipo: 'salida', estadoHttp: 500, parametros: parametrosOf([['error', t.origen(mensaje)]]) })
  return []
}

const noTomado = (mensaje: string): ClaseDeN8n => ({ veredicto: 'noTomado', mensaje })

export const OTROS: Readonly<Record<string, ClaseDeN8n>> = {
  'n8n-nodes-base.respondToWebhook': {
    veredicto: 'tomado',
    mensaje: 'Una salida, con su estado y sus cabeceras.',
    convert: convertRespuesta,
  },
  'n8n-nodes-base.crypto': {
    veredicto: 'tomado',
    mensaje: 'Una transformación con la función del resumen o de la firma.',
    nombres: ['dataPropertyName'],
    convert: convertCrypto,
  },
  'n8n-nodes-base.dateTime': {
    veredicto: 'tomado',
    mensaje: 'Una transformación con funciones de fechas.',
    nombres: ['outputFieldName'],
    convert: convertFecha,
  },
  'n8n-nodes-base.xml': {
    veredicto: 'tomado',
    mensaje: 'Una transformación con A_XML o DE_XML.',
    nombres: ['dataPropertyName'],
    convert: convertXml,
  },
  'n8n-nodes-base.wait': {
    veredicto: 'tomado',
    mensaje: 'Una espera del servidor Interno.',
    convert: convertWait,
  },
  'n8n-nodes-base.executeWorkflow': {
    veredicto: 'tomado',
    mensaje: 'Un proceso que ejecuta otro: traiga también aquel flujo y publíquelo.',
    convert: convertSubproceso,
  },
  'n8n-nodes-base.ftp': {
    veredicto: 'tomado',
    mensaje: 'Un proceso sobre un servidor FTP o SFTP.',
    nombres: ['operation', 'protocol', 'binaryPropertyName'],
    convert: convertFtp,
  },
  'n8n-nodes-base.stopAndError': {
    veredicto: 'aproximado',
    mensaje: 'Una salida con estado 500 y el mensaje: la ejecución termina bien, y no con error.',
    convert: convertError,
  },
  'n8n-nodes-base.code': noTomado(
    'Es código, que aquí no se ejecuta: haga lo mismo con una transformación. El código queda en la nota.',
  ),
  'n8n-nodes-base.function': noTomado(
    'Es código, que aquí no se ejecuta: haga lo mismo con una transformación. El código queda en la nota.',
  ),
  'n8n-nodes-base.functionItem': noTomado(
    'Es código, que aquí no se ejecuta: haga lo mismo con una transformación. El código queda en la nota.',
  ),
  'n8n-nodes-base.html': noTomado('Leer y escribir HTML no tiene igual; un texto se compone con PLANTILLA.'),
  'n8n-nodes-base.executeCommand': noTomado('Ejecutar órdenes del sistema no tiene igual.'),
}
