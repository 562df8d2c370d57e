import { lookUp } from '@div/contract'
import { conCampos, type Punto, primero, type Uno } from '../../dibujo/datos.ts'
import { conditionOf, tighten } from '../../expresion/escribir.ts'
import {
  cualquiera,
  escribirCoincide,
  escribirObjeto,
  escribirRuta,
  escribirTexto,
  escribirVacio,
  type Formula,
} from '../../expresion/formula.ts'
import { leer, leerLista, leerNumero, leerTexto } from '../../leer.ts'
import type { ClaseDeNodeRed, TraduccionDeNodeRed } from '../traduccion-node-red.ts'

type Ruta = readonly string[]

function rutaDe(text: string): Ruta {
  return text
    .replace(/^msg\./, '')
    .split('.')
    .filter((each) => each !== '')
}

/** A path into a field that is deeper is not followed: each step writes the whole once more. */
const RUTA_MAX = 16
/** Past these characters a formula is computed, and what follows goes on from its value: rules write it several times over. */
const LARGA = 2_000

/** A value with another one at a path in it. */
function poner(en: Formula, [first, ...rest]: Ruta, valor: Formula): Formula {
  if (first === undefined) return valor
  const inner = poner(cualquiera(escribirRuta(tighten(en.formula), [first])), rest, valor)
  return cualquiera(`FUSIONAR(${en.formula}; ${escribirObjeto([[first, inner.formula]])})`)
}

function quitar(de: Formula, ruta: Ruta): Formula {
  const [first, ...rest] = ruta
  if (first === undefined) return cualquiera('NULO')
  if (rest.length === 0) return cualquiera(`QUITAR_CAMPOS(${de.formula}; ${escribirTexto(first)})`)
  const inner = quitar(cualquiera(escribirRuta(tighten(de.formula), [first])), rest)
  return cualquiera(`FUSIONAR(${de.formula}; ${escribirObjeto([[first, inner.formula]])})`)
}

/** The rules one after the other, each on what the one before left; only the fields that come out changed are drawn. */
function convertirChange(t: TraduccionDeNodeRed): readonly Punto[] {
  const changed = new Map<string, Formula>()
  let antes = t.entrada()
  let msg: Uno = t.msg
  /** What is changed so far becomes a node of its own. */
  const draw = () => {
    const [drawn] = t.cambiar(Object.fromEntries(changed), antes)
    if (drawn === undefined) return
    antes = drawn
    msg = primero(drawn.datos)
    changed.clear()
  }
  /** What takes the place of a whole field of the message, and what is made of the field where the path goes on in it. */
  const set = (ruta: Ruta, entero: Formula, dentro: (top: Formula, rest: Ruta) => Formula) => {
    const [top = 'payload', ...rest] = ruta
    changed.set(top, rest.length === 0 ? entero : dentro(msg.leer([top]), rest))
    msg = conCampos(primero(antes.datos), Object.fromEntries(changed))
  }
  const put = (ruta: Ruta, valor: Formula) => set(ruta, valor, (top, rest) => poner(top, rest, valor))
  const remove = (ruta: Ruta) => set(ruta, cualquiera('NULO'), quitar)
  for (const rule of rulesOf(t.nodo)) {
    if ([...changed.values()].some(({ formula }) => formula.length > LARGA)) draw()
    const ruta = rutaDe(leerTexto(rule, 'p', 'payload'))
    if (Math.max(ruta.length, rutaDe(leerTexto(rule, 'to')).length) > RUTA_MAX && isPath(rule)) {
      t.aproximar('Una regla cambia algo que está demasiado hondo: no se tomó.')
      continue
    }
    const place = leerTexto(rule, 'pt', 'msg')
    if (place !== 'msg') {
      t.aproximar(`Cambiaba el contexto «${place}», que aquí no hay: guárdelo en una tabla.`)
      continue
    }
    switch (leerTexto(rule, 't')) {
      case 'set': {
        const valor = t.valor(leer(rule, 'to'), leerTexto(rule, 'tot', 'str'), msg)
        put(ruta, valor)
        break
      }
      case 'change': {
        const now = t.campo(leerTexto(rule, 'p'), msg)
        const from = t.valor(leer(rule, 'from'), leerTexto(rule, 'fromt', 'str'), msg)
        const to = t.valor(leer(rule, 'to'), leerTexto(rule, 'tot', 'str'), msg)
        if (leerTexto(rule, 'fromt') === 're')
          t.aproximar('Buscaba con una expresión regular: busca el texto tal cual.')
        const next = cualquiera(`SUSTITUIR(TEXTO(${now.formula}); ${from.formula}; ${to.formula})`)
        put(ruta, next)
        break
      }
      case 'delete':
        remove(ruta)
        break
      case 'move': {
        const moved = t.campo(leerTexto(rule, 'p'), msg)
        const target = rutaDe(leerTexto(rule, 'to', 'payload'))
        remove(ruta)
        put(target, moved)
        break
      }
      default:
        t.aproximar(`Una regla «${leerTexto(rule, 't')}» no se tomó.`)
    }
  }
  if (changed.size > 0) draw()
  return [antes]
}

/** Where it writes is a path; what it writes may be any text. */
function isPath(rule: unknown): boolean {
  return leerTexto(rule, 't') === 'move' || rutaDe(leerTexto(rule, 'p', 'payload')).length > RUTA_MAX
}

/** Rules as they are now, or the one that the first versions had. */
function rulesOf(nodo: unknown): readonly unknown[] {
  const rules = leerLista(nodo, 'rules')
  if (rules.length > 0) return rules
  return [
    {
      t: leerTexto(nodo, 'action') === 'replace' ? 'set' : leerTexto(nodo, 'action'),
      p: leerTexto(nodo, 'property'),
      to: leer(nodo, 'to'),
    },
  ]
}

const infix = (signo: string) => (left: string, right: string) => `${left} ${signo} ${right}`
/** Only these are empty or not: nothing, or a number, is neither. */
const guarda = (left: string) => `ES_TEXTO(${left}) O ES_LISTA(${left}) O ES_OBJETO(${left})`
const OPERADORES: Readonly<Record<string, (left: string, right: string, last: string) => string>> = {
  eq: infix('='),
  neq: infix('<>'),
  lt: infix('<'),
  lte: infix('<='),
  gt: infix('>'),
  gte: infix('>='),
  btwn: (left, right, last) => `(${left} >= ${right}) Y (${left} <= ${last})`,
  cont: (left, right) => `CONTIENE(TEXTO(${left}); ${right})`,
  true: (left) => `${left} = VERDADERO`,
  false: (left) => `${left} = FALSO`,
  null: (left) => `ES_NULO(${left})`,
  nnull: (left) => `NO ES_NULO(${left})`,
  empty: (left) => `SI(${guarda(left)}; ${escribirVacio(left)}; FALSO)`,
  nempty: (left) => `SI(${guarda(left)}; NO ${escribirVacio(left)}; FALSO)`,
  hask: (left, right) => `SI(ES_OBJETO(${left}); TIENE(${left}; ${right}); FALSO)`,
}

function convertirSwitch(t: TraduccionDeNodeRed): readonly Punto[] {
  const rules = leerLista(t.nodo, 'rules')
  const of = tighten(t.valor(t.texto('property', 'payload'), t.texto('propertyType', 'msg')).formula)
  const last = rules.length - 1
  const isElse = (rule: unknown) => leerTexto(rule, 't') === 'else'
  const casos = rules.flatMap((rule, index) =>
    isElse(rule) ? [] : [{ nombre: `regla${index + 1}`, expresion: condicionDe(t, rule, of) }],
  )
  if (casos.length === 0) return t.dejar('No tiene reglas.')
  if (rules.slice(0, last).some(isElse))
    t.aproximar('«En otro caso» no era la última regla: aquí vale cuando no se cumple ninguna.')
  const isAll = t.texto('checkall', 'true') === 'true'
  if (isAll && !areExclusive(rules))
    t.aproximar('Seguía por todas las reglas que se cumplían; aquí por la primera.')
  const id = t.add({ tipo: 'condicion', nombre: t.nodo.name || 'Según', casos })
  return rules.map((rule, index) => ({
    extremos: [{ nodo: id, salida: isElse(rule) ? 'otro' : `regla${index + 1}` }],
    datos: t.msg,
  }))
}

/** Only one of them can hold: equal to values that differ, or none of the others. */
function areExclusive(rules: readonly unknown[]): boolean {
  const plain = rules.filter((rule) => leerTexto(rule, 't') !== 'else')
  const values = new Set(plain.map((rule) => leerTexto(rule, 'v')))
  return (
    plain.length === 1 ||
    (values.size === plain.length && plain.every((rule) => leerTexto(rule, 't') === 'eq'))
  )
}

function condicionDe(t: TraduccionDeNodeRed, rule: unknown, of: string): string {
  if (leerTexto(rule, 't') === 'regex') {
    const { formula } = t.valor(leer(rule, 'v') ?? '', leerTexto(rule, 'vt', 'str'))
    return escribirCoincide(
      of,
      leer(rule, 'case') === true ? `"(?i)" & ${tighten(formula)}` : tighten(formula),
    )
  }
  const escribir = lookUp(OPERADORES, leerTexto(rule, 't'))
  if (escribir === undefined) {
    if (leerTexto(rule, 't') === 'jsonata_exp') return conditionOf(t.valor(leer(rule, 'v'), 'jsonata'))
    t.aproximar(`La regla «${leerTexto(rule, 't')}» no tiene igual: nunca se cumple.`)
    return 'FALSO'
  }
  const right = (campo: string) =>
    tighten(t.valor(leer(rule, campo) ?? '', leerTexto(rule, `${campo}t`, 'str')).formula)
  return escribir(of, right('v'), right('v2'))
}

function convertirTemplate(t: TraduccionDeNodeRed): readonly Punto[] {
  const text = t.texto('template')
  const output = t.texto('output', 'str')
  if (t.texto('fieldType', 'msg') !== 'msg') return t.dejar('Escribía en el contexto, que aquí no hay.')
  const written: Formula =
    t.texto('syntax', 'mustache') === 'mustache'
      ? t.plantilla(text)
      : { ...cualquiera(escribirTexto(text)), tipo: 'texto', partes: [text] }
  if (output === 'yaml') t.aproximar('Daba lo que decía su YAML; aquí queda el texto.')
  const valor = output === 'json' ? cualquiera(`DE_JSON(${written.formula})`) : written
  const ruta = rutaDe(t.texto('field', 'payload'))
  const [top = 'payload', ...rest] = ruta
  return t.cambiar({ [top]: poner(t.msg.leer([top]), rest, valor) })
}

/** Reads a text and writes anything else, as the node decides when it runs. */
function deNotacion(mensaje: string, leerlo: string, escribirlo: string, diferencia = ''): ClaseDeNodeRed {
  return {
    veredicto: diferencia === '' ? 'tomado' : 'aproximado',
    mensaje: `${mensaje}${diferencia === '' ? '' : ` ${diferencia}`}`,
    convertir: (t) => {
      const ruta = rutaDe(t.texto('property', 'payload'))
      const [top = 'payload', ...rest] = ruta
      const now = t.campo(t.texto('property', 'payload')).formula
      const how = t.texto('action')
      const next =
        how === 'obj'
          ? `SI(ES_TEXTO(${now}); ${leerlo}(${now}); ${now})`
          : how === 'str'
            ? `SI(ES_TEXTO(${now}); ${now}; ${escribirlo}(${now}))`
            : `SI(ES_TEXTO(${now}); ${leerlo}(${now}); ${escribirlo}(${now}))`
      return t.cambiar({ [top]: poner(t.msg.leer([top]), rest, cualquiera(next)) })
    },
  }
}

function convertirRange(t: TraduccionDeNodeRed): readonly Punto[] {
  const [minin, maxin, minout, maxout] = ['minin', 'maxin', 'minout', 'maxout'].map((each) =>
    leerNumero(t.nodo, each, 0),
  ) as [number, number, number, number]
  if (maxin === minin) return t.dejar('Su intervalo de entrada está vacío.')
  const ruta = rutaDe(t.texto('property', 'payload'))
  const [top = 'payload', ...rest] = ruta
  const action = t.texto('action', 'scale')
  if (action === 'roll' || action === 'drop')
    t.aproximar('Lo que se sale del intervalo no se recorta ni se descarta.')
  const now = `NUMERO(${t.campo(t.texto('property', 'payload')).formula})`
  const bound =
    action === 'clamp' ? `LIMITAR(${now}; ${Math.min(minin, maxin)}; ${Math.max(minin, maxin)})` : now
  const scaled = `(${bound} - ${signed(minin)}) * ${signed(maxout - minout)} / ${signed(maxin - minin)} + ${signed(minout)}`
  const next = t.is('round') ? `REDONDEAR(${scaled}; 0)` : scaled
  return t.cambiar({ [top]: poner(t.msg.leer([top]), rest, { formula: next, tipo: 'numero' }) })
}

function signed(numero: number): string {
  return numero < 0 ? `(${numero})` : String(numero)
}

function convertirSort(t: TraduccionDeNodeRed): readonly Punto[] {
  if (t.texto('targetType', 'msg') !== 'msg')
    return t.dejar('Ordena una serie de mensajes: únala antes en una lista.')
  const now = t.campo(t.texto('target', 'payload')).formula
  const funcion = t.texto('order', 'ascending') === 'descending' ? 'ORDENAR_DESC' : 'ORDENAR'
  const key = t.texto('msgKeyType', 'elem') === 'elem' ? '' : t.texto('msgKey')
  const by = key === '' ? '' : `; ${escribirRuta('elemento', rutaDe(key))}`
  const [top = 'payload', ...rest] = rutaDe(t.texto('target', 'payload'))
  return t.cambiar({ [top]: poner(t.msg.leer([top]), rest, cualquiera(`${funcion}(${now}${by})`)) })
}

export const CAMPOS: Readonly<Record<string, ClaseDeNodeRed>> = {
  change: {
    veredicto: 'tomado',
    mensaje: 'Una transformación con los campos que cambia.',
    convertir: convertirChange,
  },
  switch: {
    veredicto: 'tomado',
    mensaje: 'Una condición con un caso por regla.',
    convertir: convertirSwitch,
  },
  template: {
    veredicto: 'tomado',
    mensaje: 'Una transformación: una fórmula que une el texto y los campos.',
    convertir: convertirTemplate,
  },
  json: deNotacion('Una transformación con DE_JSON o A_JSON.', 'DE_JSON', 'A_JSON'),
  xml: deNotacion(
    'Una transformación con DE_XML o A_XML.',
    'DE_XML',
    'A_XML',
    'Los atributos llevan «@», y no «$».',
  ),
  yaml: { veredicto: 'noTomado', mensaje: 'YAML no tiene igual: el texto sigue como llega.' },
  range: {
    veredicto: 'tomado',
    mensaje: 'Una transformación con la cuenta de un intervalo a otro.',
    convertir: convertirRange,
  },
  sort: {
    veredicto: 'tomado',
    mensaje: 'Una transformación con ORDENAR.',
    convertir: convertirSort,
  },
}
