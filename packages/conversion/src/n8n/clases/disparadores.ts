import type { Punto, Uno } from '../../dibujo/datos.ts'
import { uno } from '../../dibujo/datos.ts'
import { datosOfLlamada } from '../../dibujo/llamada.ts'
import { readLista, readNumero, readTexto } from '../../read.ts'
import type { ClaseDeN8n, TraduccionDeN8n } from '../traduccion-n8n.ts'

const NADA = uno('DE_PARES([])')

function convertWebhook(t: TraduccionDeN8n): readonly Punto[] {
  const metodo = readTexto(t.parametros, 'httpMethod', 'GET')
  const ruta = readTexto(t.parametros, 'path')
    .replace(/^\//, '')
    .replace(/:(\w+)/g, '{$1}')
  t.suggest(`Asígnelo a un canal REST como ${metodo} /${ruta}.`)
  if (readTexto(t.parametros, 'responseMode', 'onReceived') === 'onReceived')
    t.suggest('Allí contestaba antes de terminar: para eso el canal es asíncrono.')
  if (readTexto(t.parametros, 'responseMode') === 'lastNode')
    t.dibujo.answer(readTexto(t.parametros, 'responseData') === 'allEntries' ? 'todos' : 'primero')
  if (readTexto(t.parametros, 'authentication', 'none') !== 'none')
    t.suggest('La autenticación se pone en el canal.')
  return t.begin(datosOfLlamada(t.dibujo, (observacion) => t.approximate(observacion)))
}

function convertHorario(t: TraduccionDeN8n): readonly Punto[] {
  const reglas = readLista(t.parametros, 'rule.interval')
  const crons = [
    ...reglas.map((rule) => writeCron(rule, DE_HORARIO)),
    ...readLista(t.parametros, 'triggerTimes.item').map((rule) => writeCron(rule, DE_CRON)),
  ].filter((cron) => cron !== null)
  const segundos = reglas
    .filter((rule) => readTexto(rule, 'field') === 'seconds')
    .map((rule) => `cada ${readNumero(rule, 'secondsInterval', 30)} segundos`)
  if (reglas.some((rule) => readTexto(rule, 'field') === 'weeks' && readNumero(rule, 'weeksInterval', 1) > 1))
    t.approximate('Una regla era de cada varias semanas: su horario es de cada semana.')
  const horarios = [...crons.map((cron) => `con el horario «${cron}»`), ...segundos]
  t.suggest(
    `Cree una tarea programada ${horarios.length > 0 ? horarios.join(', y otra ') : 'con su horario'}.`,
  )
  return t.begin(uno('{ timestamp: TEXTO(AHORA()) }'))
}

/** What a rule means that does not say it, in the trigger of today and in the one before. */
const DE_HORARIO = { field: 'days', hour: 0, weekday: '0' }
const DE_CRON = { field: 'everyDay', hour: 14, weekday: '1' }

/** The cron of one rule; null where it has none. */
function writeCron(rule: unknown, byDefault: typeof DE_HORARIO): string | null {
  const minute = readNumero(rule, 'triggerAtMinute', readNumero(rule, 'minute', 0))
  const hour = readNumero(rule, 'triggerAtHour', readNumero(rule, 'hour', byDefault.hour))
  const field = readTexto(rule, 'field', readTexto(rule, 'mode', byDefault.field))
  const every = (nombre: string, unsaid = 1) => {
    const cuantos = readNumero(rule, nombre, unsaid)
    return cuantos === 1 ? '*' : `*/${cuantos}`
  }
  switch (field) {
    case 'cronExpression':
    case 'custom':
      return readTexto(rule, 'expression', readTexto(rule, 'cronExpression')) || null
    case 'everyX':
      return readTexto(rule, 'unit', 'hours') === 'minutes'
        ? `*/${readNumero(rule, 'value', 2)} * * * *`
        : `0 */${readNumero(rule, 'value', 2)} * * *`
    case 'minutes':
      return `${every('minutesInterval', 5)} * * * *`
    case 'everyMinute':
      return '* * * * *'
    case 'hours':
    case 'everyHour':
      return `${minute} ${every('hoursInterval')} * * *`
    case 'days':
    case 'everyDay':
      return `${minute} ${hour} ${every('daysInterval')} * *`
    case 'weeks':
    case 'everyWeek': {
      const days = readLista(rule, 'triggerAtDay').filter((each) => typeof each === 'number')
      return `${minute} ${hour} * * ${days.length > 0 ? days.join(',') : readTexto(rule, 'weekday', byDefault.weekday)}`
    }
    case 'months':
    case 'everyMonth':
      return `${minute} ${hour} ${readNumero(rule, 'triggerAtDayOfMonth', readNumero(rule, 'dayOfMonth', 1))} ${every('monthsInterval')} *`
    default:
      return null
  }
}

function convertSubflujo(t: TraduccionDeN8n): readonly Punto[] {
  const declared = readLista(t.parametros, 'workflowInputs.values')
  const nombres = declared.map((each) => readTexto(each, 'name')).filter((nombre) => nombre !== '')
  for (const nombre of nombres) t.dibujo.declare({ nombre, tipo: 'cualquiera' })
  t.dibujo.answer('todos')
  if (nombres.length > 0) return t.begin(uno('entrada'))
  t.dibujo.declare({ nombre: 'datos', tipo: 'cualquiera' })
  return t.begin(uno('entrada.datos'))
}

/** A trigger that begins with what comes from somewhere: here a tarea with an evento. */
function fromEvento(mensaje: string, campo = 'mensaje'): ClaseDeN8n {
  return {
    veredicto: 'aproximado',
    mensaje,
    convert: (t) => {
      t.dibujo.declare({ nombre: campo, tipo: 'cualquiera' })
      const topic = readTexto(
        t.parametros,
        'topic',
        readTexto(t.parametros, 'topics', readTexto(t.parametros, 'queue')),
      )
      if (topic !== '') t.suggest(`Allí escuchaba «${topic}».`)
      return t.begin(uno('entrada'))
    },
  }
}

export const DISPARADORES: Readonly<Record<string, ClaseDeN8n>> = {
  'n8n-nodes-base.webhook': {
    veredicto: 'tomado',
    mensaje: 'Es la entrada: declara lo que el flujo lee de la llamada.',
    convert: convertWebhook,
  },
  'n8n-nodes-base.manualTrigger': {
    veredicto: 'tomado',
    mensaje: 'Es la entrada: el proceso se prueba a mano desde el lienzo.',
    convert: (t) => t.begin(NADA),
  },
  'n8n-nodes-base.scheduleTrigger': {
    veredicto: 'tomado',
    mensaje: 'Es la entrada.',
    convert: convertHorario,
  },
  'n8n-nodes-base.cron': { veredicto: 'tomado', mensaje: 'Es la entrada.', convert: convertHorario },
  'n8n-nodes-base.executeWorkflowTrigger': {
    veredicto: 'tomado',
    mensaje: 'Es la entrada de un subproceso.',
    convert: convertSubflujo,
  },
  'n8n-nodes-base.errorTrigger': {
    veredicto: 'aproximado',
    mensaje:
      'Es la entrada. Que empiece cuando falla otro proceso lo hace una alerta, o la salida de error de sus nodos.',
    convert: (t) => {
      t.dibujo.declare({ nombre: 'execution', tipo: 'cualquiera' })
      t.dibujo.declare({ nombre: 'workflow', tipo: 'cualquiera' })
      return t.begin(uno('entrada'))
    },
  },
  'n8n-nodes-base.mqttTrigger': fromEvento(
    'Es la entrada. Cree una tarea con el evento «Mensaje de un tema» de un servidor MQTT.',
    'message',
  ),
  'n8n-nodes-base.kafkaTrigger': fromEvento(
    'Es la entrada. Cree una tarea con el evento «Mensaje de un tema» de un servidor Kafka.',
    'message',
  ),
  'n8n-nodes-base.rabbitmqTrigger': fromEvento(
    'Es la entrada. Cree una tarea con el evento «Mensaje de una cola» de un servidor RabbitMQ.',
    'content',
  ),
  'n8n-nodes-base.emailReadImap': fromEvento(
    'Es la entrada. Cree una tarea con el evento «Mensaje nuevo» de un buzón.',
    'textPlain',
  ),
}
