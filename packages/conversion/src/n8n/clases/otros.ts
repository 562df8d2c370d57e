import { lookUp } from '@div/contract'
import { comoLista, type Punto } from '../../dibujo/datos.ts'
import { type Origen, origenOf, parametrosOf } from '../../dibujo/dibujo.ts'
import { tighten } from '../../expresion/escribir.ts'
import { escribirFormato } from '../../expresion/fechas.ts'
import { escribirObjeto, escribirTexto } from '../../expresion/formula.ts'
import { leer, leerCampos, leerJson, leerTexto } from '../../leer.ts'
import { parametroDe } from '../../secretos.ts'
import type { Ambito, ClaseDeN8n, TraduccionDeN8n } from '../traduccion-n8n.ts'

type Campos = (readonly [string, Origen])[]

/** A field more, or another value of one. */
function conCampo(t: TraduccionDeN8n, nombre: string, formula: (ambito: Ambito) => string): readonly Punto[] {
  return t.transformar(
    (ambito) => `FUSIONAR(${ambito.item.leer([]).formula}; ${escribirObjeto([[nombre, formula(ambito)]])})`,
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

function convertirCrypto(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const action = leerTexto(p, 'action', 'hash')
  const nombre = leerTexto(p, 'dataPropertyName', 'data')
  if (action === 'generate' && leerTexto(p, 'encodingType', 'uuid') === 'uuid')
    return conCampo(t, nombre, () => 'UUID()')
  const funcion = lookUp(RESUMENES, `${action}${leerTexto(p, 'type', 'MD5')}`)
  if (funcion === undefined || leerTexto(p, 'encoding', 'hex') !== 'hex')
    return t.dejar('Este resumen o firma no tiene función aquí.')
  return conCampo(t, nombre, (ambito) => {
    const value = t.formula(leer(p, 'value'), ambito).formula
    return `${funcion}(${action === 'hmac' ? `${value}; ${claveDe(t, ambito)}` : value})`
  })
}

/** What signs: as it is computed, else a parámetro, since what is written out stays there. */
function claveDe(t: TraduccionDeN8n, ambito: Ambito): string {
  const secret = leer(t.parametros, 'secret')
  if (typeof secret === 'string' && secret.startsWith('=')) return t.formula(secret, ambito).formula
  const nombre = parametroDe('clave', t.ajeno.nombre)
  t.dibujo.depender({ recurso: 'parametros', referencia: nombre, nombre })
  t.sugerir(`Su clave no se trajo: es el parámetro secreto «${nombre}».`)
  return `PARAMETRO(${escribirTexto(nombre)})`
}

function convertirFecha(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const nombre = leerTexto(p, 'outputFieldName', 'newDate')
  const date = (ambito: Ambito) =>
    `FECHAHORA(TEXTO(${t.formula(leer(p, 'date') ?? leer(p, 'magnitude') ?? leer(p, 'value'), ambito).formula}))`
  const byDefault = t.ajeno.nodo.typeVersion < 2 ? 'format' : 'getCurrentDate'
  switch (leerTexto(p, 'operation', leerTexto(p, 'action', byDefault))) {
    case 'getCurrentDate':
      return conCampo(t, leerTexto(p, 'outputFieldName', 'currentDate'), () => 'TEXTO(AHORA())')
    case 'formatDate': {
      const format = leerTexto(p, 'format', 'MM/dd/yyyy')
      const written = escribirFormato(format === 'custom' ? leerTexto(p, 'customFormat') : format)
      if (written === null) return t.dejar('Su formato de fecha no tiene igual.')
      return conCampo(
        t,
        leerTexto(p, 'outputFieldName', 'formattedDate'),
        (ambito) => `FORMATO_FECHA(${date(ambito)}; ${written})`,
      )
    }
    case 'addToDate':
    case 'subtractFromDate': {
      const signo = leerTexto(p, 'operation') === 'addToDate' ? '' : '-'
      const funcion = lookUp(SUMAR, leerTexto(p, 'timeUnit', 'days'))
      if (funcion === undefined) return t.dejar('Su unidad de tiempo no tiene igual.')
      return conCampo(
        t,
        nombre,
        (ambito) =>
          `TEXTO(${funcion}(${date(ambito)}; ${signo}${tighten(t.formula(leer(p, 'duration') ?? 0, ambito).formula)}))`,
      )
    }
    default:
      return t.dejar('Esta cuenta con fechas no se tomó: hágala con una fórmula.')
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

function convertirWait(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const how = leerTexto(p, 'resume', 'timeInterval')
  if (how !== 'timeInterval')
    return t.dejar(
      'Espera una llamada o una fecha: use «Espera de una señal» o el parámetro «hasta» de una espera.',
    )
  const byDefault = t.ajeno.nodo.typeVersion > 1 ? SEGUNDOS : HORA
  const ms =
    t.numero('amount', byDefault.amount) * (UNIDADES.get(leerTexto(p, 'unit', byDefault.unit)) ?? 1_000)
  const { datos } = t.entrada()
  if (ms > 60_000) t.sugerir('Para esperas largas el proceso ha de ser durable.')
  const id = t.add({
    tipo: 'proceso',
    ...interno(t),
    tipoObjeto: 'espera',
    objeto: { ms: Math.round(Math.min(31_536_000_000, Math.max(0, ms))) },
  })
  return [{ extremos: [{ nodo: id }], datos }]
}

function convertirSubproceso(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const id = leerTexto(p, 'workflowId.value', leerTexto(p, 'workflowId'))
  const nombre = leerTexto(p, 'workflowId.cachedResultName', id)
  if (id === '' || id.startsWith('=')) return t.dejar('El flujo al que llama se calcula o no se dice.')
  const mapped = leerCampos(p, 'workflowInputs.value')
  const procesoId = t.dibujo.depender({ recurso: 'procesos', referencia: id, nombre })
  return t.llamar(
    (ambito) => {
      const campos: Campos =
        mapped.length > 0
          ? mapped.map(([campo, value]) => [campo, t.origen(value, ambito)])
          : [['datos', origenOf(ambito.item.leer([]))]]
      return { ...interno(t), tipoObjeto: 'proceso', objeto: { procesoId }, parametros: parametrosOf(campos) }
    },
    { clase: 'lista', leer: (de) => `SI(ES_LISTA(${de}); ${de}; [${de}])` },
  )
}

function convertirXml(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const nombre = leerTexto(p, 'dataPropertyName', 'data')
  if (leerTexto(p, 'mode', 'xmlToJson') === 'xmlToJson') {
    t.aproximar('Los atributos llevan «@», y no «$».')
    return t.transformar(({ item }) => `DE_XML(${item.leer(nombre.split('.')).formula})`)
  }
  return t.transformar(({ item }) => {
    const whole = item.leer([]).formula
    const root = `SI(CONTAR(CLAVES(${whole})) = 1; ${whole}; { root: ${whole} })`
    return escribirObjeto([[nombre, `A_XML(${root})`]])
  })
}

const DE_FTP: ReadonlyMap<string, string> = new Map([
  ['download', 'leer'],
  ['list', 'listar'],
  ['delete', 'borrar'],
  ['rename', 'mover'],
  ['upload', 'escribir'],
])

function convertirFtp(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const operation = leerTexto(p, 'operation', 'download')
  const operacion = DE_FTP.get(operation)
  if (operacion === undefined) return t.dejar(`La operación «${operation}» no se tomó.`)
  const isBinary = operacion === 'leer' || (operacion === 'escribir' && leer(p, 'binaryData') !== false)
  if (isBinary) t.aproximar('Los archivos se leen y escriben como texto: elija su formato en el nodo.')
  const nombre = leerTexto(p, 'binaryPropertyName', 'data')
  return t.llamar(
    (ambito) => {
      const campos: Campos = []
      if (operacion === 'escribir') {
        const content = isBinary ? `={{ $json["${nombre}"] }}` : leer(p, 'fileContent')
        campos.push(['contenido', t.origen(content, ambito)])
      }
      const texto = (valor: unknown) => t.texto(valor, { ambito, campos })
      const objeto = {
        operacion,
        ruta: texto(leer(p, 'path') ?? leer(p, 'oldPath')) || '.',
        ...(operacion === 'mover' && { destino: texto(leer(p, 'newPath') ?? '') }),
      }
      const tipo = leerTexto(p, 'protocol', 'ftp') === 'sftp' ? 'sftp' : 'ftp'
      return { ...t.servidor(tipo), tipoObjeto: 'archivo', objeto, parametros: parametrosOf(campos) }
    },
    operacion === 'listar'
      ? { clase: 'lista', leer: (de) => `SI_NULO(${de}.entradas; [])` }
      : {
          clase: 'uno',
          leer: (de) => (operacion === 'leer' ? escribirObjeto([[nombre, `${de}.contenido`]]) : de),
        },
  )
}

/** Another answer may stand behind it, so what is answered does not go on from the answer but from before it. */
function convertirRespuesta(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  if (t.ajeno.isInLoop) return t.dejar('Contesta dentro de un bucle: aquí se contesta una vez, al final.')
  const estado = Math.trunc(t.numero('options.responseCode', 200))
  const how = leerTexto(p, 'respondWith', 'firstIncomingItem')
  const { datos } = t.entrada()
  const cuerpo = cuerpoDe(t, how)
  if (cuerpo === undefined)
    return t.dejar('Contesta con un archivo o una redirección: ponga la salida a mano.')
  const cabeceras = leerLista(t).map(({ nombre, origen }) => ({ nombre, ...origen }))
  t.add({
    tipo: 'salida',
    estadoHttp: estado >= 200 && estado <= 599 ? estado : 200,
    ...(how === 'text' && { tipoContenido: 'text/plain; charset=utf-8' }),
    ...(cabeceras.length > 0 && { cabeceras }),
    parametros: cuerpo === null ? [] : parametrosOf([['cuerpo', cuerpo]]),
  })
  return [{ extremos: t.entrada().extremos, datos }]
}

function leerLista(t: TraduccionDeN8n): { nombre: string; origen: Origen }[] {
  const rows = leer(t.parametros, 'options.responseHeaders.entries')
  return (Array.isArray(rows) ? rows : [])
    .map((row: unknown) => ({ nombre: leerTexto(row, 'name'), origen: t.origen(leer(row, 'value')) }))
    .filter(({ nombre }) => /^[\w-]+$/.test(nombre))
}

/** Null: without a body. Undefined: of a kind that has none here. */
function cuerpoDe(t: TraduccionDeN8n, how: string): Origen | null | undefined {
  switch (how) {
    case 'firstIncomingItem':
      return origenOf(t.item.leer([]))
    case 'allIncomingItems':
      return origenOf({ formula: comoLista(t.entrada().datos), tipo: 'cualquiera' })
    case 'json': {
      const body = leer(t.parametros, 'responseBody') ?? '{}'
      const written = typeof body === 'string' ? leerJson(body) : body
      if (written !== undefined) return t.origen(written)
      return origenOf(t.json(body))
    }
    case 'text':
      return t.origen(leer(t.parametros, 'responseBody') ?? '')
    case 'noData':
      return null
    default:
      return undefined
  }
}

function convertirError(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  if (t.ajeno.isInLoop) return t.dejar('Detiene dentro de un bucle: aquí no hay nodo que falle a propósito.')
  const mensaje = leer(p, 'errorMessage') ?? leer(p, 'errorObject') ?? 'Error'
  t.add({ tipo: 'salida', estadoHttp: 500, parametros: parametrosOf([['error', t.origen(mensaje)]]) })
  return []
}

const noTomado = (mensaje: string): ClaseDeN8n => ({ veredicto: 'noTomado', mensaje })

export const OTROS: Readonly<Record<string, ClaseDeN8n>> = {
  'n8n-nodes-base.respondToWebhook': {
    veredicto: 'tomado',
    mensaje: 'Una salida, con su estado y sus cabeceras.',
    convertir: convertirRespuesta,
  },
  'n8n-nodes-base.crypto': {
    veredicto: 'tomado',
    mensaje: 'Una transformación con la función del resumen o de la firma.',
    nombres: ['dataPropertyName'],
    convertir: convertirCrypto,
  },
  'n8n-nodes-base.dateTime': {
    veredicto: 'tomado',
    mensaje: 'Una transformación con funciones de fechas.',
    nombres: ['outputFieldName'],
    convertir: convertirFecha,
  },
  'n8n-nodes-base.xml': {
    veredicto: 'tomado',
    mensaje: 'Una transformación con A_XML o DE_XML.',
    nombres: ['dataPropertyName'],
    convertir: convertirXml,
  },
  'n8n-nodes-base.wait': {
    veredicto: 'tomado',
    mensaje: 'Una espera del servidor Interno.',
    convertir: convertirWait,
  },
  'n8n-nodes-base.executeWorkflow': {
    veredicto: 'tomado',
    mensaje: 'Un proceso que ejecuta otro: traiga también aquel flujo y publíquelo.',
    convertir: convertirSubproceso,
  },
  'n8n-nodes-base.ftp': {
    veredicto: 'tomado',
    mensaje: 'Un proceso sobre un servidor FTP o SFTP.',
    nombres: ['operation', 'protocol', 'binaryPropertyName'],
    convertir: convertirFtp,
  },
  'n8n-nodes-base.stopAndError': {
    veredicto: 'aproximado',
    mensaje: 'Una salida con estado 500 y el mensaje: la ejecución termina bien, y no con error.',
    convertir: convertirError,
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
