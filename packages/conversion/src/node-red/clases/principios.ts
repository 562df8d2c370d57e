import { type Punto, type Uno, withCampos } from '../../dibujo/datos.ts'
import type { Dibujo } from '../../dibujo/dibujo.ts'
import { origenOf, parametrosOf } from '../../dibujo/dibujo.ts'
import { datosOfLlamada } from '../../dibujo/llamada.ts'
import { cualquiera, type Formula, writeRuta } from '../../expresion/formula.ts'
import { read, readLista, readTexto } from '../../read.ts'
import { INICIO } from '../../traduccion.ts'
import type { ClaseDeNodeRed, TraduccionDeNodeRed } from '../traduccion-node-red.ts'

/** A message that comes from somewhere else: each field of it that is read is declared in the entrada. */
function mensajeOfEntrada(dibujo: Dibujo): Uno {
  return {
    clase: 'uno',
    read: ([nombre, ...rest]) => {
      if (typeof nombre !== 'string') return cualquiera('entrada')
      dibujo.declare({ nombre, tipo: 'cualquiera' })
      return cualquiera(writeRuta('entrada', [nombre, ...rest]))
    },
  }
}

function convertHttpIn(t: TraduccionDeNodeRed): readonly Punto[] {
  const metodo = t.texto('method', 'get').toUpperCase()
  const ruta = t
    .texto('url')
    .replace(/^\//, '')
    .replace(/:(\w+)/g, '{$1}')
  t.suggest(`Asígnelo a un canal REST como ${metodo} /${ruta}.`)
  const llamada = datosOfLlamada(t.dibujo, (observacion) => t.approximate(observacion))
  return t.begin({
    clase: 'uno',
    read: ([campo, ...rest]) => {
      if (campo === 'payload') return llamada.read([metodo === 'GET' ? 'query' : 'body', ...rest])
      return campo === 'req' ? llamada.read(rest) : cualquiera('NULO')
    },
  })
}

function convertInject(t: TraduccionDeNodeRed): readonly Punto[] {
  const repeat = t.texto('repeat')
  const crontab = t.texto('crontab')
  if (crontab !== '') t.suggest(`Cree una tarea programada con el horario «${crontab}».`)
  else if (repeat !== '') t.suggest(`Cree una tarea programada cada ${repeat} segundos.`)
  const vacio: Uno = { clase: 'uno', read: () => cualquiera('NULO') }
  const props = readLista(t.nodo, 'props')
  const campos: [string, Formula][] = props.map((prop) => {
    const nombre = readTexto(prop, 'p')
    const isShort = read(prop, 'v') === undefined
    const tipo = readTexto(
      prop,
      'vt',
      isShort && nombre === 'payload' ? t.texto('payloadType', 'date') : 'str',
    )
    return [nombre, t.valor(read(prop, 'v') ?? read(t.nodo, nombre) ?? '', tipo, vacio)]
  })
  if (props.length === 0)
    campos.push(['payload', t.valor(read(t.nodo, 'payload') ?? '', t.texto('payloadType', 'date'), vacio)])
  return t.begin(withCampos(vacio, Object.fromEntries(campos)))
}

function convertMqttIn(t: TraduccionDeNodeRed): readonly Punto[] {
  t.suggest(
    `Cree una tarea con el evento «Mensaje de un tema» de «${t.texto('topic')}», que dé «payload» y «topic».`,
  )
  t.servidor('mqtt', 'broker')
  return t.begin(mensajeOfEntrada(t.dibujo))
}

function convertRespuesta(t: TraduccionDeNodeRed): readonly Punto[] {
  if (t.ajeno.isInSequence)
    return t.leave('Contesta por cada mensaje de una serie: aquí se contesta una vez, al final.')
  const known = t.msg.read(['statusCode']).partes?.join('')
  const wanted = Number(t.texto('statusCode') || known || 200)
  const cabeceras = Object.entries(headersOf(t))
  t.add({
    tipo: 'salida',
    nombre: t.nodo.name || 'Responder',
    estadoHttp: Number.isInteger(wanted) && wanted >= 200 && wanted <= 599 ? wanted : 200,
    ...(cabeceras.length > 0 && { cabeceras: cabeceras.map(([nombre, valor]) => ({ nombre, valor })) }),
    parametros: parametrosOf([['cuerpo', origenOf(t.msg.read(['payload']))]]),
  })
  return []
}

function headersOf(t: TraduccionDeNodeRed): Readonly<Record<string, string>> {
  const headers = read(t.nodo, 'headers')
  const rows = typeof headers === 'object' && headers !== null ? Object.entries(headers) : []
  return Object.fromEntries(
    rows.filter((row): row is [string, string] => typeof row[1] === 'string' && /^[\w-]+$/.test(row[0])),
  )
}

const SIN_SALIDA = (mensaje: string): ClaseDeNodeRed => ({
  veredicto: 'noTomado',
  mensaje,
  convert: () => [],
})

export const PRINCIPIOS: Readonly<Record<string, ClaseDeNodeRed>> = {
  'http in': {
    veredicto: 'tomado',
    mensaje: 'Es la entrada: declara lo que el flujo lee de la llamada.',
    convert: convertHttpIn,
  },
  'http response': {
    veredicto: 'tomado',
    mensaje: 'Una salida con «payload» como cuerpo.',
    convert: convertRespuesta,
  },
  inject: {
    veredicto: 'tomado',
    mensaje: 'Es la entrada, con los valores que ponía.',
    convert: convertInject,
  },
  'mqtt in': { veredicto: 'tomado', mensaje: 'Es la entrada.', convert: convertMqttIn },
  catch: SIN_SALIDA('Los errores salen por la salida de error de cada nodo, según su política.'),
  status: SIN_SALIDA('El estado de los nodos se ve en la traza; de un fallo avisa una alerta.'),
  complete: SIN_SALIDA('Lo que sigue a un nodo se conecta a él.'),
}

/** What is begun with where nothing that is known begins. */
export function withoutPrincipio(dibujo: Dibujo): Punto {
  return { ...INICIO, datos: mensajeOfEntrada(dibujo) }
}
