import { merge, type Punto } from '../../dibujo/datos.ts'
import { read, readLista, readNumero, readTexto } from '../../read.ts'
import { compare, join, writeCondiciones } from '../condiciones.ts'
import type { Ambito, ClaseDeN8n, TraduccionDeN8n } from '../traduccion-n8n.ts'

interface Caso {
  nombre: string
  condicion: (ambito: Ambito) => string
}

/**
 * Items go the way of the first case that they meet. One item chooses a branch; of several each chooses its own, so that every way gets a list
 * — but where an answer waits behind them, only one may be reached, and the first item decides.
 */
function distribute(t: TraduccionDeN8n, casos: readonly Caso[], otro: boolean): readonly Punto[] {
  const { datos, extremos } = t.entrada()
  if (datos.clase === 'lista' && !t.ajeno.respondeDespues) return distributeLista(t, casos, otro)
  if (datos.clase === 'lista') t.approximate('Decide el primer elemento, porque detrás hay una respuesta.')
  const id = t.add(
    {
      tipo: 'condicion',
      casos: casos.map(({ nombre, condicion }) => ({ nombre, expresion: condicion(t.ambito) })),
    },
    extremos,
  )
  const ways = casos.map(({ nombre }) => ({ extremos: [{ nodo: id, salida: nombre }], datos }))
  return otro ? [...ways, { extremos: [{ nodo: id, salida: 'otro' }], datos }] : ways
}

function distributeLista(t: TraduccionDeN8n, casos: readonly Caso[], otro: boolean): readonly Punto[] {
  const { datos } = t.entrada()
  const formula = datos.clase === 'lista' ? datos.formula : 'NULO'
  const written = casos.map(({ condicion }) => condicion(t.porElemento))
  const { lista, desde } = t.referencia(formula)
  const way = (nombre: string, condicion: string): Punto => {
    const id = t.add(
      {
        tipo: 'transformacion',
        nombre: `${t.ajeno.nombre}: ${nombre}`,
        lista,
        pasos: [{ tipo: 'filtrar', expresion: condicion }],
      },
      desde,
    )
    return { extremos: [{ nodo: id }], datos: { clase: 'lista', formula: `${id}.elementos`, serie: id } }
  }
  const not = (conditions: readonly string[]) => conditions.map((each) => `NO (${each})`)
  const ways = casos.map(({ nombre }, index) =>
    way(nombre, join([...not(written.slice(0, index)), written[index] ?? 'FALSO'], false)),
  )
  return otro ? [...ways, way('otro', join(not(written), false))] : ways
}

function convertIf(t: TraduccionDeN8n): readonly Punto[] {
  const de = read(t.parametros, 'conditions')
  const isAny = readTexto(t.parametros, 'combineOperation') === 'any'
  const condicion = (ambito: Ambito) => writeCondiciones(t, { de, isAny }, ambito) ?? 'FALSO'
  return distribute(t, [{ nombre: 'si', condicion }], true)
}

function convertFilter(t: TraduccionDeN8n): readonly Punto[] {
  const de = read(t.parametros, 'conditions')
  const isAny = readTexto(t.parametros, 'combineConditions') === 'OR'
  const condicion = (ambito: Ambito) => writeCondiciones(t, { de, isAny }, ambito) ?? 'VERDADERO'
  return distribute(t, [{ nombre: 'si', condicion }], false)
}

function convertSwitch(t: TraduccionDeN8n): readonly Punto[] {
  if (readTexto(t.parametros, 'mode', 'rules') !== 'rules')
    return t.leave('Elige la salida con una expresión: dibuje una condición con sus casos.')
  const values = readLista(t.parametros, 'rules.values')
  const rules = values.length > 0 ? values : readLista(t.parametros, 'rules.rules')
  if (rules.length === 0) return t.leave('No tiene reglas.')
  const casos = rules.map((rule, index): Caso => {
    const nombre = readTexto(rule, 'outputKey') || `caso${index + 1}`
    return {
      nombre:
        rules.findIndex((other) => readTexto(other, 'outputKey') === nombre) < index
          ? `caso${index + 1}`
          : nombre.slice(0, 90),
      condicion: (ambito) =>
        writeCondiciones(t, { de: read(rule, 'conditions') }, ambito) ??
        compare(t, ambito, {
          izquierda: read(t.parametros, 'value1'),
          derecha: read(rule, 'value2'),
          operacion: readTexto(rule, 'operation', 'equal'),
        }),
    }
  })
  const ways = distribute(
    t,
    casos.map(unreserved),
    readTexto(t.parametros, 'options.fallbackOutput') === 'extra',
  )
  if (read(t.parametros, 'options.allMatchingOutputs') === true)
    t.approximate('Seguía por todas las reglas que se cumplían; aquí por la primera.')
  const shared = readNumero(
    t.parametros,
    'options.fallbackOutput',
    readNumero(t.parametros, 'fallbackOutput', -1),
  )
  if (shared >= 0) t.approximate('Lo que no cumple ninguna regla no sigue: allí iba a una de las salidas.')
  const isFirstVersion = values.length === 0 && t.ajeno.nodo.typeVersion < 2
  return isFirstVersion ? bySalida(t, rules, ways) : ways
}

/** Rules of the first version say by which of its four outputs they leave. */
function bySalida(t: TraduccionDeN8n, rules: readonly unknown[], ways: readonly Punto[]): readonly Punto[] {
  const salidas = rules.map((rule) => readNumero(rule, 'output', 0))
  if (salidas.some((salida) => !CUATRO.includes(salida)))
    t.approximate('Una regla dice una salida que no hay: lo que la cumple no sigue.')
  const puntos: Punto[] = []
  for (const salida of CUATRO) {
    const punto = merge(ways.filter((_, index) => salidas[index] === salida))
    if (punto !== null) puntos[salida] = punto
  }
  return puntos
}

const CUATRO = [0, 1, 2, 3]

/** «otro» and «error» are ways out of their own. */
function unreserved(caso: Caso): Caso {
  return caso.nombre === 'otro' || caso.nombre === 'error' ? { ...caso, nombre: `${caso.nombre}_` } : caso
}

export const DECISIONES: Readonly<Record<string, ClaseDeN8n>> = {
  'n8n-nodes-base.if': {
    veredicto: 'tomado',
    mensaje: 'Una condición; de una lista, un filtro para cada salida.',
    convert: convertIf,
  },
  'n8n-nodes-base.switch': {
    veredicto: 'tomado',
    mensaje: 'Una condición con un caso por regla; de una lista, un filtro para cada salida.',
    convert: convertSwitch,
  },
  'n8n-nodes-base.filter': {
    veredicto: 'tomado',
    mensaje: 'Un filtro; de un solo elemento, una condición.',
    convert: convertFilter,
  },
}
