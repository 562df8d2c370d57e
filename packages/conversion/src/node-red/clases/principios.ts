import { conCampos, type Punto, type Uno } from '../../dibujo/datos.ts'
import type { Dibujo } from '../../dibujo/dibujo.ts'
import { origenOf, parametrosOf } from '../../dibujo/dibujo.ts'
import { datosDeLlamada } from '../../dibujo/llamada.ts'
import { cualquiera, escribirRuta, type Formula } from '../../expresion/formula.ts'
import { leer, leerLista, leerTexto } from '../../leer.ts'
import { INICIO } from '../../traduccion.ts'
import type { ClaseDeNodeRed, TraduccionDeNodeRed } from '../traduccion-node-red.ts'

/** A message that comes from somewhere else: each field of it that is read is declared in the entrada. */
function mensajeDeEntrada(dibujo: Dibujo): Uno {
  return {
    clase: 'uno',
    leer: ([nombre, ...rest]) => {
      if (typeof nombre !== 'string') return cualquiera('entrada')
      dibujo.declarar({ nombre, tipo: 'cualquiera' })
      return cualquiera(escribirRuta('entrada', [nombre, ...rest]))
    },
  }
}

function empezar(datos: Uno): readonly Punto[] {
  return [{ ...INICIO, datos }]
}

function convertirHttpIn(t: TraduccionDeNodeRed): readonly Punto[] {
  const metodo = t.texto('method', 'get').toUpperCase()
  const ruta = t
    .texto('url')
    .replace(/^\//, '')
    .replace(/:(\w+)/g, '{$1}')
  t.sugerir(`Asígnelo a un canal REST como ${metodo} /${ruta}.`)
  const llamada = datosDeLlamada(t.dibujo, (observacion) => t.aproximar(observacion))
  return empezar({
    clase: 'uno',
    leer: ([campo, ...rest]) => {
      if (campo === 'payload') return llamada.leer([metodo === 'GET' ? 'query' : 'body', ...rest])
      return campo === 'req' ? llamada.leer(rest) : cualquiera('NULO')
    },
  })
}

function convertirInject(t: TraduccionDeNodeRed): readonly Punto[] {
  const repeat = t.texto('repeat')
  const crontab = t.texto('crontab')
  if (crontab !== '') t.sugerir(`Cree una tarea programada con el horario «${crontab}».`)
  else if (repeat !== '') t.sugerir(`Cree una tarea programada cada ${repeat} segundos.`)
  const vacio: Uno = { clase: 'uno', leer: () => cualquiera('NULO') }
  const props = leerLista(t.nodo, 'props')
  const campos: [string, Formula][] = props.map((prop) => {
    const nombre = leerTexto(prop, 'p')
    const isShort = leer(prop, 'v') === undefined
    const tipo = leerTexto(
      prop,
      'vt',
      isShort && nombre === 'payload' ? t.texto('payloadType', 'date') : 'str',
    )
    return [nombre, t.valor(leer(prop, 'v') ?? leer(t.nodo, nombre) ?? '', tipo, vacio)]
  })
  if (props.length === 0)
    campos.push(['payload', t.valor(leer(t.nodo, 'payload') ?? '', t.texto('payloadType', 'date'), vacio)])
  return empezar(conCampos(vacio, Object.fromEntries(campos)))
}

function convertirMqttIn(t: TraduccionDeNodeRed): readonly Punto[] {
  t.sugerir(
    `Cree una tarea con el evento «Mensaje de un tema» de «${t.texto('topic')}», que dé «payload» y «topic».`,
  )
  t.servidor('mqtt', 'broker')
  return empezar(mensajeDeEntrada(t.dibujo))
}

function convertirRespuesta(t: TraduccionDeNodeRed): readonly Punto[] {
  if (t.ajeno.isInSequence)
    return t.dejar('Contesta por cada mensaje de una serie: aquí se contesta una vez, al final.')
  const known = t.msg.leer(['statusCode']).partes?.join('')
  const wanted = Number(t.texto('statusCode') || known || 200)
  const cabeceras = Object.entries(headersOf(t))
  t.add({
    tipo: 'salida',
    nombre: t.nodo.name || 'Responder',
    estadoHttp: Number.isInteger(wanted) && wanted >= 200 && wanted <= 599 ? wanted : 200,
    ...(cabeceras.length > 0 && { cabeceras: cabeceras.map(([nombre, valor]) => ({ nombre, valor })) }),
    parametros: parametrosOf([['cuerpo', origenOf(t.msg.leer(['payload']))]]),
  })
  return []
}

function headersOf(t: TraduccionDeNodeRed): Readonly<Record<string, string>> {
  const headers = leer(t.nodo, 'headers')
  const rows = typeof headers === 'object' && headers !== null ? Object.entries(headers) : []
  return Object.fromEntries(
    rows.filter((row): row is [string, string] => typeof row[1] === 'string' && /^[\w-]+$/.test(row[0])),
  )
}

const SIN_SALIDA = (mensaje: string): ClaseDeNodeRed => ({
  veredicto: 'noTomado',
  mensaje,
  convertir: () => [],
})

export const PRINCIPIOS: Readonly<Record<string, ClaseDeNodeRed>> = {
  'http in': {
    veredicto: 'tomado',
    mensaje: 'Es la entrada: declara lo que el flujo lee de la llamada.',
    convertir: convertirHttpIn,
  },
  'http response': {
    veredicto: 'tomado',
    mensaje: 'Una salida con «payload» como cuerpo.',
    convertir: convertirRespuesta,
  },
  inject: {
    veredicto: 'tomado',
    mensaje: 'Es la entrada, con los valores que ponía.',
    convertir: convertirInject,
  },
  'mqtt in': { veredicto: 'tomado', mensaje: 'Es la entrada.', convertir: convertirMqttIn },
  catch: SIN_SALIDA('Los errores salen por la salida de error de cada nodo, según su política.'),
  status: SIN_SALIDA('El estado de los nodos se ve en la traza; de un fallo avisa una alerta.'),
  complete: SIN_SALIDA('Lo que sigue a un nodo se conecta a él.'),
}

/** What is begun with where nothing that is known begins. */
export function sinPrincipio(dibujo: Dibujo): Punto {
  return { ...INICIO, datos: mensajeDeEntrada(dibujo) }
}
