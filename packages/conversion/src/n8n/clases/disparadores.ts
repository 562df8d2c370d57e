import type { Punto, Uno } from '../../dibujo/datos.ts'
import { uno } from '../../dibujo/datos.ts'
import { datosDeLlamada } from '../../dibujo/llamada.ts'
import { leerLista, leerNumero, leerTexto } from '../../leer.ts'
import { INICIO } from '../../traduccion.ts'
import type { ClaseDeN8n, TraduccionDeN8n } from '../traduccion-n8n.ts'

function empezar(datos: Uno): readonly Punto[] {
  return [{ ...INICIO, datos }]
}

const NADA = uno('DE_PARES([])')

function convertirWebhook(t: TraduccionDeN8n): readonly Punto[] {
  const metodo = leerTexto(t.parametros, 'httpMethod', 'GET')
  const ruta = leerTexto(t.parametros, 'path')
    .replace(/^\//, '')
    .replace(/:(\w+)/g, '{$1}')
  t.sugerir(`Asígnelo a un canal REST como ${metodo} /${ruta}.`)
  if (leerTexto(t.parametros, 'responseMode', 'onReceived') === 'onReceived')
    t.sugerir('Allí contestaba antes de terminar: para eso el canal es asíncrono.')
  if (leerTexto(t.parametros, 'responseMode') === 'lastNode')
    t.dibujo.responder(leerTexto(t.parametros, 'responseData') === 'allEntries' ? 'todos' : 'primero')
  if (leerTexto(t.parametros, 'authentication', 'none') !== 'none')
    t.sugerir('La autenticación se pone en el canal.')
  return empezar(datosDeLlamada(t.dibujo, (observacion) => t.aproximar(observacion)))
}

function convertirHorario(t: TraduccionDeN8n): readonly Punto[] {
  const reglas = leerLista(t.parametros, 'rule.interval')
  const crons = [
    ...reglas.map((rule) => escribirCron(rule, DE_HORARIO)),
    ...leerLista(t.parametros, 'triggerTimes.item').map((rule) => escribirCron(rule, DE_CRON)),
  ].filter((cron) => cron !== null)
  const segundos = reglas
    .filter((rule) => leerTexto(rule, 'field') === 'seconds')
    .map((rule) => `cada ${leerNumero(rule, 'secondsInterval', 30)} segundos`)
  if (reglas.some((rule) => leerTexto(rule, 'field') === 'weeks' && leerNumero(rule, 'weeksInterval', 1) > 1))
    t.aproximar('Una regla era de cada varias semanas: su horario es de cada semana.')
  const horarios = [...crons.map((cron) => `con el horario «${cron}»`), ...segundos]
  t.sugerir(
    `Cree una tarea programada ${horarios.length > 0 ? horarios.join(', y otra ') : 'con su horario'}.`,
  )
  return empezar(uno('{ timestamp: TEXTO(AHORA()) }'))
}

/** What a rule means that does not say it, in the trigger of today and in the one before. */
const DE_HORARIO = { field: 'days', hour: 0, weekday: '0' }
const DE_CRON = { field: 'everyDay', hour: 14, weekday: '1' }

/** The cron of one rule; null where it has none. */
function escribirCron(rule: unknown, byDefault: typeof DE_HORARIO): string | null {
  const minute = leerNumero(rule, 'triggerAtMinute', leerNumero(rule, 'minute', 0))
  const hour = leerNumero(rule, 'triggerAtHour', leerNumero(rule, 'hour', byDefault.hour))
  const field = leerTexto(rule, 'field', leerTexto(rule, 'mode', byDefault.field))
  const every = (nombre: string, unsaid = 1) => {
    const cuantos = leerNumero(rule, nombre, unsaid)
    return cuantos === 1 ? '*' : `*/${cuantos}`
  }
  switch (field) {
    case 'cronExpression':
    case 'custom':
      return leerTexto(rule, 'expression', leerTexto(rule, 'cronExpression')) || null
    case 'everyX':
      return leerTexto(rule, 'unit', 'hours') === 'minutes'
        ? `*/${leerNumero(rule, 'value', 2)} * * * *`
        : `0 */${leerNumero(rule, 'value', 2)} * * *`
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
      const days = leerLista(rule, 'triggerAtDay').filter((each) => typeof each === 'number')
      return `${minute} ${hour} * * ${days.length > 0 ? days.join(',') : leerTexto(rule, 'weekday', byDefault.weekday)}`
    }
    case 'months':
    case 'everyMonth':
      return `${minute} ${hour} ${leerNumero(rule, 'triggerAtDayOfMonth', leerNumero(rule, 'dayOfMonth', 1))} ${every('monthsInterval')} *`
    default:
      return null
  }
}

function convertirSubflujo(t: TraduccionDeN8n): readonly Punto[] {
  const declared = leerLista(t.parametros, 'workflowInputs.values')
  const nombres = declared.map((each) => leerTexto(each, 'name')).filter((nombre) => nombre !== '')
  for (const nombre of nombres) t.dibujo.declarar({ nombre, tipo: 'cualquiera' })
  t.dibujo.responder('todos')
  if (nombres.length > 0) return empezar(uno('entrada'))
  t.dibujo.declarar({ nombre: 'datos', tipo: 'cualquiera' })
  return empezar(uno('entrada.datos'))
}

/** A trigger that begins with what comes from somewhere: here a tarea with an evento. */
function deEvento(mensaje: string, campo = 'mensaje'): ClaseDeN8n {
  return {
    veredicto: 'aproximado',
    mensaje,
    convertir: (t) => {
      t.dibujo.declarar({ nombre: campo, tipo: 'cualquiera' })
      const topic = leerTexto(
        t.parametros,
        'topic',
        leerTexto(t.parametros, 'topics', leerTexto(t.parametros, 'queue')),
      )
      if (topic !== '') t.sugerir(`Allí escuchaba «${topic}».`)
      return empezar(uno('entrada'))
    },
  }
}

export const DISPARADORES: Readonly<Record<string, ClaseDeN8n>> = {
  'n8n-nodes-base.webhook': {
    veredicto: 'tomado',
    mensaje: 'Es la entrada: declara lo que el flujo lee de la llamada.',
    convertir: convertirWebhook,
  },
  'n8n-nodes-base.manualTrigger': {
    veredicto: 'tomado',
    mensaje: 'Es la entrada: el proceso se prueba a mano desde el lienzo.',
    convertir: () => empezar(NADA),
  },
  'n8n-nodes-base.scheduleTrigger': {
    veredicto: 'tomado',
    mensaje: 'Es la entrada.',
    convertir: convertirHorario,
  },
  'n8n-nodes-base.cron': { veredicto: 'tomado', mensaje: 'Es la entrada.', convertir: convertirHorario },
  'n8n-nodes-base.executeWorkflowTrigger': {
    veredicto: 'tomado',
    mensaje: 'Es la entrada de un subproceso.',
    convertir: convertirSubflujo,
  },
  'n8n-nodes-base.errorTrigger': {
    veredicto: 'aproximado',
    mensaje:
      'Es la entrada. Que empiece cuando falla otro proceso lo hace una alerta, o la salida de error de sus nodos.',
    convertir: (t) => {
      t.dibujo.declarar({ nombre: 'execution', tipo: 'cualquiera' })
      t.dibujo.declarar({ nombre: 'workflow', tipo: 'cualquiera' })
      return empezar(uno('entrada'))
    },
  },
  'n8n-nodes-base.mqttTrigger': deEvento(
    'Es la entrada. Cree una tarea con el evento «Mensaje de un tema» de un servidor MQTT.',
    'message',
  ),
  'n8n-nodes-base.kafkaTrigger': deEvento(
    'Es la entrada. Cree una tarea con el evento «Mensaje de un tema» de un servidor Kafka.',
    'message',
  ),
  'n8n-nodes-base.rabbitmqTrigger': deEvento(
    'Es la entrada. Cree una tarea con el evento «Mensaje de una cola» de un servidor RabbitMQ.',
    'content',
  ),
  'n8n-nodes-base.emailReadImap': deEvento(
    'Es la entrada. Cree una tarea con el evento «Mensaje nuevo» de un buzón.',
    'textPlain',
  ),
}
