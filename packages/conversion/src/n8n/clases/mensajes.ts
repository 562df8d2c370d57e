import type { Punto } from '../../dibujo/datos.ts'
import { type Origen, parametrosOf } from '../../dibujo/dibujo.ts'
import { escribirObjeto } from '../../expresion/formula.ts'
import { leer, leerObjeto, leerTexto } from '../../leer.ts'
import type { Ambito, ClaseDeN8n, TraduccionDeN8n } from '../traduccion-n8n.ts'

type Campos = (readonly [string, Origen])[]

interface Objeto {
  tipoObjeto: string
  objeto: (texto: (valor: unknown) => string) => Readonly<Record<string, unknown>>
  con?: (ambito: Ambito) => Campos
  /** What the node puts out there. Absent: what the server answers. */
  leer?: (de: string) => string
  clase?: 'uno' | 'lista'
}

/** A call whose settings are texts with `{parametro}` in them. */
function llamar(
  t: TraduccionDeN8n,
  tipoServidor: string,
  { tipoObjeto, objeto, con, ...sale }: Objeto,
): readonly Punto[] {
  return t.llamar(
    (ambito) => {
      const campos: Campos = con?.(ambito) ?? []
      const made = objeto((valor) => t.texto(valor, { ambito, campos }))
      return { ...t.servidor(tipoServidor), tipoObjeto, objeto: made, parametros: parametrosOf(campos) }
    },
    { clase: sale.clase ?? 'uno', leer: sale.leer ?? ((de) => de) },
  )
}

/** The item, or the text that is written in its place. */
function mensajeDe(t: TraduccionDeN8n, ambito: Ambito): Origen {
  const p = t.parametros
  if (leer(p, 'sendInputData') === false) return t.origen(leer(p, 'message') ?? '', ambito)
  return { expresion: `A_JSON(${ambito.item.leer([]).formula})` }
}

const deCola = (
  tipoServidor: string,
  objeto: (p: unknown, texto: (valor: unknown) => string) => Readonly<Record<string, unknown>>,
): ClaseDeN8n => ({
  veredicto: 'tomado',
  mensaje: `Un proceso que publica en un servidor ${tipoServidor}.`,
  convertir: (t) => {
    const operation = leerTexto(t.parametros, 'operation', 'sendMessage')
    if (operation !== 'sendMessage') return t.dejar(`La operación «${operation}» no tiene igual.`)
    return llamar(t, tipoServidor, {
      tipoObjeto: 'publicacion',
      objeto: (texto) => objeto(t.parametros, texto),
      con: (ambito) => [['mensaje', mensajeDe(t, ambito)]],
    })
  },
})

function convertirRedis(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const clave = leer(p, 'key') ?? leer(p, 'list') ?? ''
  const en = leerTexto(p, 'propertyName', 'propertyName').split('.')[0] ?? 'propertyName'
  const valor = (
    operacion: string,
    extra: Readonly<Record<string, unknown>> = {},
    con?: Objeto['con'],
  ): readonly Punto[] =>
    llamar(t, 'redis', {
      tipoObjeto: 'valor',
      objeto: (texto) => ({ operacion, clave: texto(clave), ...extra }),
      ...(con && { con }),
      leer: (de) => (operacion === 'leer' ? escribirObjeto([[en, `${de}.valor`]]) : de),
    })
  const keyType = leerTexto(p, 'keyType', 'automatic')
  if (!['automatic', 'string'].includes(keyType))
    return t.dejar(`Lo que trata es de tipo «${keyType}», y no un texto: elija el objeto que le toca.`)
  switch (leerTexto(p, 'operation', 'get')) {
    case 'get':
      return valor('leer')
    case 'set':
      return valor(
        'guardar',
        leer(p, 'expire') === true ? { caducidadMs: Math.max(1, t.numero('ttl', 60)) * 1000 } : {},
        (ambito) => [['valor', t.origen(leer(p, 'value'), ambito)]],
      )
    case 'delete':
      return valor('borrar')
    case 'incr':
      return valor('incrementar')
    case 'publish':
      return llamar(t, 'redis', {
        tipoObjeto: 'mensaje',
        objeto: (texto) => ({ canal: texto(leer(p, 'channel')) }),
        con: (ambito) => [['mensaje', t.origen(leer(p, 'messageData'), ambito)]],
      })
    case 'push':
      return llamar(t, 'redis', {
        tipoObjeto: 'lista',
        objeto: (texto) => ({
          operacion: 'agregar',
          clave: texto(clave),
          extremo: leer(p, 'tail') === true ? 'final' : 'inicio',
        }),
        con: (ambito) => [
          ['elementos', { expresion: `[${t.formula(leer(p, 'messageData'), ambito).formula}]` }],
        ],
      })
    default:
      return t.dejar(`La operación «${leerTexto(p, 'operation')}» no se tomó.`)
  }
}

const DE_MONGO: ReadonlyMap<string, string> = new Map([
  ['find', 'buscar'],
  ['insert', 'insertar'],
  ['update', 'actualizar'],
  ['delete', 'eliminar'],
])

function convertirMongo(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const operation = leerTexto(p, 'operation', 'find')
  const operacion = DE_MONGO.get(operation)
  const filtro = leerObjeto(leerTexto(p, 'query', '{}'))
  if (operacion === undefined) return t.dejar(`La operación «${operation}» no se tomó.`)
  if (filtro === null)
    return t.dejar('Su filtro se calcula: escríbalo con «{parametro}» donde va cada valor.')
  const fields = leerTexto(p, 'fields')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const updateKey = leerTexto(p, 'updateKey', 'id')
  if (operacion === 'eliminar' && Object.keys(filtro).length === 0) t.aproximar('Borra todos los documentos.')
  if (operacion === 'actualizar') t.aproximar(`Cambia los documentos cuyo «${updateKey}» es el del elemento.`)
  return llamar(t, 'mongodb', {
    tipoObjeto: 'coleccion',
    objeto: () => ({
      coleccion: leerTexto(p, 'collection') || 'coleccion',
      operacion,
      ...(operacion === 'actualizar' ? { filtro: { [updateKey]: '{clave}' } } : { filtro }),
      ...(operacion === 'eliminar' && Object.keys(filtro).length === 0 && { todos: true }),
      ...(operacion === 'buscar' &&
        t.numero('options.limit', 0) > 0 && { limite: t.numero('options.limit', 0) }),
    }),
    con: (ambito) => {
      const whole = ambito.item.leer([]).formula
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
      leer: (de: string) => `SI_NULO(${de}.filas; [])`,
    }),
  })
}

export const MENSAJES: Readonly<Record<string, ClaseDeN8n>> = {
  'n8n-nodes-base.redis': {
    veredicto: 'tomado',
    mensaje: 'Un proceso sobre un servidor Redis.',
    nombres: ['propertyName'],
    convertir: convertirRedis,
  },
  'n8n-nodes-base.mongoDb': {
    veredicto: 'tomado',
    mensaje: 'Un proceso sobre una colección de un servidor MongoDB.',
    nombres: ['collection', 'fields', 'updateKey'],
    convertir: convertirMongo,
  },
  'n8n-nodes-base.rabbitmq': deCola('rabbitmq', (p, texto) =>
    leerTexto(p, 'mode', 'queue') === 'queue'
      ? { clave: texto(leer(p, 'queue')), formato: 'texto' }
      : { exchange: texto(leer(p, 'exchange')), clave: texto(leer(p, 'routingKey') ?? ''), formato: 'texto' },
  ),
  'n8n-nodes-base.kafka': deCola('kafka', (p, texto) => ({
    tema: texto(leer(p, 'topic')) || 'tema',
    ...(leer(p, 'useKey') === true && { clave: texto(leer(p, 'key')) }),
  })),
  'n8n-nodes-base.mqtt': deCola('mqtt', (p, texto) => ({
    tema: texto(leer(p, 'topic')) || 'tema',
    ...(leer(p, 'options.retain') === true && { retener: true }),
  })),
  'n8n-nodes-base.emailSend': {
    veredicto: 'tomado',
    mensaje: 'Un proceso que envía el correo por un servidor SMTP.',
    convertir: (t) => {
      const p = t.parametros
      if (leerTexto(p, 'options.attachments') !== '') t.aproximar('Los adjuntos no se tomaron.')
      if (leerTexto(p, 'operation', 'send') !== 'send')
        return t.dejar('Espera una respuesta: use una aprobación.')
      return llamar(t, 'smtp', {
        tipoObjeto: 'correo',
        objeto: (texto) => {
          const lista = (valor: unknown) =>
            texto(valor)
              .split(',')
              .map((each) => each.trim())
              .filter((each) => each !== '')
          const html = leer(p, 'html') ?? leer(p, 'message')
          return {
            para: lista(leer(p, 'toEmail')),
            cc: lista(leer(p, 'options.ccEmail') ?? leer(p, 'ccEmail') ?? ''),
            de: texto(leer(p, 'fromEmail') ?? ''),
            asunto: texto(leer(p, 'subject') ?? ''),
            ...(leerTexto(p, 'emailFormat') !== 'html' && { texto: texto(leer(p, 'text') ?? '') }),
            ...(leerTexto(p, 'emailFormat') !== 'text' && { html: texto(html ?? '') }),
          }
        },
      })
    },
  },
}
