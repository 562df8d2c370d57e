import { writeObjeto } from '@div/contract'
import type { Punto } from '../../dibujo/datos.ts'
import { type Origen, parametrosOf } from '../../dibujo/dibujo.ts'
import { read, readObjeto, readTexto } from '../../read.ts'
import type { Ambito, ClaseDeN8n, TraduccionDeN8n } from '../traduccion-n8n.ts'

type Campos = (readonly [string, Origen])[]

interface Objeto {
  tipoObjeto: string
  objeto: (texto: (valor: unknown) => string) => Readonly<Record<string, unknown>>
  con?: (ambito: Ambito) => Campos
  /** What the node puts out there. Absent: what the server answers. */
  read?: (de: string) => string
  clase?: 'uno' | 'lista'
}

/** A call whose settings are texts with `{parametro}` in them. */
function call(
  t: TraduccionDeN8n,
  tipoServidor: string,
  { tipoObjeto, objeto, con, ...sale }: Objeto,
): readonly Punto[] {
  return t.call(
    (ambito) => {
      const campos: Campos = con?.(ambito) ?? []
      const made = objeto((valor) => t.texto(valor, { ambito, campos }))
      return { ...t.servidor(tipoServidor), tipoObjeto, objeto: made, parametros: parametrosOf(campos) }
    },
    { clase: sale.clase ?? 'uno', read: sale.read ?? ((de) => de) },
  )
}

/** The item, or the text that is written in its place. */
function mensajeOf(t: TraduccionDeN8n, ambito: Ambito): Origen {
  const p = t.parametros
  if (read(p, 'sendInputData') === false) return t.origen(read(p, 'message') ?? '', ambito)
  return { expresion: `A_JSON(${ambito.item.read([]).formula})` }
}

const deCola = (
  tipoServidor: string,
  objeto: (p: unknown, texto: (valor: unknown) => string) => Readonly<Record<string, unknown>>,
): ClaseDeN8n => ({
  veredicto: 'tomado',
  mensaje: `Un proceso que publica en un servidor ${tipoServidor}.`,
  convert: (t) => {
    const operation = readTexto(t.parametros, 'operation', 'sendMessage')
    if (operation !== 'sendMessage') return t.leave(`La operación «${operation}» no tiene igual.`)
    return call(t, tipoServidor, {
      tipoObjeto: 'publicacion',
      objeto: (texto) => objeto(t.parametros, texto),
      con: (ambito) => [['mensaje', mensajeOf(t, ambito)]],
    })
  },
})

function convertRedis(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const clave = read(p, 'key') ?? read(p, 'list') ?? ''
  const en = readTexto(p, 'propertyName', 'propertyName').split('.')[0] ?? 'propertyName'
  const valor = (
    operacion: string,
    extra: Readonly<Record<string, unknown>> = {},
    con?: Objeto['con'],
  ): readonly Punto[] =>
    call(t, 'redis', {
      tipoObjeto: 'valor',
      objeto: (texto) => ({ operacion, clave: texto(clave), ...extra }),
      ...(con && { con }),
      read: (de) => (operacion === 'leer' ? writeObjeto([[en, `${de}.valor`]]) : de),
    })
  const keyType = readTexto(p, 'keyType', 'automatic')
  if (!['automatic', 'string'].includes(keyType))
    return t.leave(`Lo que trata es de tipo «${keyType}», y no un texto: elija el objeto que le toca.`)
  switch (readTexto(p, 'operation', 'get')) {
    case 'get':
      return valor('leer')
    case 'set':
      return valor(
        'guardar',
        read(p, 'expire') === true ? { caducidadMs: Math.max(1, t.numero('ttl', 60)) * 1000 } : {},
        (ambito) => [['valor', t.origen(read(p, 'value'), ambito)]],
      )
    case 'delete':
      return valor('borrar')
    case 'incr':
      return valor('incrementar')
    case 'publish':
      return call(t, 'redis', {
        tipoObjeto: 'mensaje',
        objeto: (texto) => ({ canal: texto(read(p, 'channel')) }),
        con: (ambito) => [['mensaje', t.origen(read(p, 'messageData'), ambito)]],
      })
    case 'push':
      return call(t, 'redis', {
        tipoObjeto: 'lista',
        objeto: (texto) => ({
          operacion: 'agregar',
          clave: texto(clave),
          extremo: read(p, 'tail') === true ? 'final' : 'inicio',
        }),
        con: (ambito) => [
          ['elementos', { expresion: `[${t.formula(read(p, 'messageData'), ambito).formula}]` }],
        ],
      })
    default:
      return t.leave(`La operación «${readTexto(p, 'operation')}» no se tomó.`)
  }
}

const DE_MONGO: ReadonlyMap<string, string> = new Map([
  ['find', 'buscar'],
  ['insert', 'insertar'],
  ['update', 'actualizar'],
  ['delete', 'eliminar'],
])

function convertMongo(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const operation = readTexto(p, 'operation', 'find')
  const operacion = DE_MONGO.get(operation)
  const filtro = readObjeto(readTexto(p, 'query', '{}'))
  if (operacion === undefined) return t.leave(`La operación «${operation}» no se tomó.`)
  if (filtro === null)
    return t.leave('Su filtro se calcula: escríbalo con «{parametro}» donde va cada valor.')
  const fields = readTexto(p, 'fields')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const updateKey = readTexto(p, 'updateKey', 'id')
  if (operacion === 'eliminar' && Object.keys(filtro).length === 0)
    t.approximate('Borra todos los documentos.')
  if (operacion === 'actualizar')
    t.approximate(`Cambia los documentos cuyo «${updateKey}» es el del elemento.`)
  return call(t, 'mongodb', {
    tipoObjeto: 'coleccion',
    objeto: () => ({
      coleccion: readTexto(p, 'collection') || 'coleccion',
      operacion,
      ...(operacion === 'actualizar' ? { filtro: { [updateKey]: '{clave}' } } : { filtro }),
      ...(operacion === 'eliminar' && Object.keys(filtro).length === 0 && { todos: true }),
      ...(operacion === 'buscar' &&
        t.numero('options.limit', 0) > 0 && { limite: t.numero('options.limit', 0) }),
    }),
    con: (ambito) => {
      const whole = ambito.item.read([]).formula
      const chosen =
        fields.length === 0
          ? whole
          : `ELEGIR_CAMPOS(${whole}; ${fields.map((each) => JSON.stringify(each)).join('; ')})`
      if (operacion === 'insertar') return [['documento', { expresion: chosen }]]
      if (operacion !== 'actualizar') return []
      return [
        ['clave', t.origen(`={{ $json["${updateKey}"] }}`, ambito)],
        ['cambios', { expresion: chosen }],
      ]
    },
    ...(operacion === 'buscar' && {
      clase: 'lista' as const,
      read: (de: string) => `SI_NULO(${de}.filas; [])`,
    }),
  })
}

export const MENSAJES: Readonly<Record<string, ClaseDeN8n>> = {
  'n8n-nodes-base.redis': {
    veredicto: 'tomado',
    mensaje: 'Un proceso sobre un servidor Redis.',
    nombres: ['propertyName'],
    convert: convertRedis,
  },
  'n8n-nodes-base.mongoDb': {
    veredicto: 'tomado',
    mensaje: 'Un proceso sobre una colección de un servidor MongoDB.',
    nombres: ['collection', 'fields', 'updateKey'],
    convert: convertMongo,
  },
  'n8n-nodes-base.rabbitmq': deCola('rabbitmq', (p, texto) =>
    readTexto(p, 'mode', 'queue') === 'queue'
      ? { clave: texto(read(p, 'queue')), formato: 'texto' }
      : { exchange: texto(read(p, 'exchange')), clave: texto(read(p, 'routingKey') ?? ''), formato: 'texto' },
  ),
  'n8n-nodes-base.kafka': deCola('kafka', (p, texto) => ({
    tema: texto(read(p, 'topic')) || 'tema',
    ...(read(p, 'useKey') === true && { clave: texto(read(p, 'key')) }),
  })),
  'n8n-nodes-base.mqtt': deCola('mqtt', (p, texto) => ({
    tema: texto(read(p, 'topic')) || 'tema',
    ...(read(p, 'options.retain') === true && { retener: true }),
  })),
  'n8n-nodes-base.emailSend': {
    veredicto: 'tomado',
    mensaje: 'Un proceso que envía el correo por un servidor SMTP.',
    convert: (t) => {
      const p = t.parametros
      if (readTexto(p, 'options.attachments') !== '') t.approximate('Los adjuntos no se tomaron.')
      if (readTexto(p, 'operation', 'send') !== 'send')
        return t.leave('Espera una respuesta: use una aprobación.')
      return call(t, 'smtp', {
        tipoObjeto: 'correo',
        objeto: (texto) => {
          const lista = (valor: unknown) =>
            texto(valor)
              .split(',')
              .map((each) => each.trim())
              .filter((each) => each !== '')
          const html = read(p, 'html') ?? read(p, 'message')
          return {
            para: lista(read(p, 'toEmail')),
            cc: lista(read(p, 'options.ccEmail') ?? read(p, 'ccEmail') ?? ''),
            de: texto(read(p, 'fromEmail') ?? ''),
            asunto: texto(read(p, 'subject') ?? ''),
            ...(readTexto(p, 'emailFormat') !== 'html' && { texto: texto(read(p, 'text') ?? '') }),
            ...(readTexto(p, 'emailFormat') !== 'text' && { html: texto(html ?? '') }),
          }
        },
      })
    },
  },
}
