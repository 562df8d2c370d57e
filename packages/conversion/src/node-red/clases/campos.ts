import { lookUp, writeObjeto, writeTexto } from '@div/contract'
import { type Punto, primero, type Uno, withCampos } from '../../dibujo/datos.ts'
import { cualquiera, type Formula, writeCoincide, writeRuta, writeVacio } from '../../expresion/formula.ts'
import { conditionOf, tighten } from '../../expresion/write-expresion.ts'
import { read, readLista, readNumero, readTexto } from '../../read.ts'
import type { ClaseDeNodeRed, TraduccionDeNodeRed } from '../traduccion-node-red.ts'

type Ruta = readonly string[]

function rutaOf(text: string): Ruta {
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
function putInto(en: Formula, [first, ...rest]: Ruta, valor: Formula): Formula {
  if (first === undefined) return valor
  const inner = putInto(cualquiera(writeRuta(tighten(en.formula), [first])), rest, valor)
  return cualquiera(`FUSIONAR(${en.formula}; ${writeObjeto([[first, inner.formula]])})`)
}

function removeFrom(de: Formula, ruta: Ruta): Formula {
  const [first, ...rest] = ruta
  if (first === undefined) return cualquiera('NULO')
  if (rest.length === 0) return cualquiera(`QUITAR_CAMPOS(${de.formula}; ${writeTexto(first)})`)
  const inner = removeFrom(cualquiera(writeRuta(tighten(de.formula), [first])), rest)
  return cualquiera(`FUSIONAR(${de.formula}; ${writeObjeto([[first, inner.formula]])})`)
}

/** The rules one after the other, each on what the one before left; only the fields that come out changed are drawn. */
function convertChange(t: TraduccionDeNodeRed): readonly Punto[] {
  const changed = new Map<string, Formula>()
  let antes = t.entrada()
  let msg: Uno = t.msg
  /** What is changed so far becomes a node of its own. */
  const draw = () => {
    const [drawn] = t.change(Object.fromEntries(changed), antes)
    if (drawn === undefined) return
    antes = drawn
    msg = primero(drawn.datos)
    changed.clear()
  }
  /** What takes the place of a whole field of the message, and what is made of the field where the path goes on in it. */
  const set = (ruta: Ruta, entero: Formula, dentro: (top: Formula, rest: Ruta) => Formula) => {
    const [top = 'payload', ...rest] = ruta
    changed.set(top, rest.length === 0 ? entero : dentro(msg.read([top]), rest))
    msg = withCampos(primero(antes.datos), Object.fromEntries(changed))
  }
  const put = (ruta: Ruta, valor: Formula) => set(ruta, valor, (top, rest) => putInto(top, rest, valor))
  const remove = (ruta: Ruta) => set(ruta, cualquiera('NULO'), removeFrom)
  for (const rule of rulesOf(t.nodo)) {
    if ([...changed.values()].some(({ formula }) => formula.length > LARGA)) draw()
    const ruta = rutaOf(readTexto(rule, 'p', 'payload'))
    if (Math.max(ruta.length, rutaOf(readTexto(rule, 'to')).length) > RUTA_MAX && isPath(rule)) {
      t.approximate('Una regla cambia algo que está demasiado hondo: no se tomó.')
      continue
    }
    const place = readTexto(rule, 'pt', 'msg')
    if (place !== 'msg') {
      t.approximate(`Cambiaba el contexto «${place}», que aquí no hay: guárdelo en una tabla.`)
      continue
    }
    switch (readTexto(rule, 't')) {
      case 'set': {
        const valor = t.valor(read(rule, 'to'), readTexto(rule, 'tot', 'str'), msg)
        put(ruta, valor)
        break
      }
      case 'change': {
        const now = t.campo(readTexto(rule, 'p'), msg)
        const from = t.valor(read(rule, 'from'), readTexto(rule, 'fromt', 'str'), msg)
        const to = t.valor(read(rule, 'to'), readTexto(rule, 'tot', 'str'), msg)
        if (readTexto(rule, 'fromt') === 're')
          t.approximate('Buscaba con una expresión regular: busca el texto tal cual.')
        const next = cualquiera(`SUSTITUIR(TEXTO(${now.formula}); ${from.formula}; ${to.formula})`)
        put(ruta, next)
        break
      }
      case 'delete':
        remove(ruta)
        break
      case 'move': {
        const moved = t.campo(readTexto(rule, 'p'), msg)
        const target = rutaOf(readTexto(rule, 'to', 'payload'))
        remove(ruta)
        put(target, moved)
        break
      }
      default:
        t.approximate(`Una regla «${readTexto(rule, 't')}» no se tomó.`)
    }
  }
  if (changed.size > 0) draw()
  return [antes]
}

/** Where it writes is a path; what it writes may be any text. */
function isPath(rule: unknown): boolean {
  return readTexto(rule, 't') === 'move' || rutaOf(readTexto(rule, 'p', 'payload')).length > RUTA_MAX
}

/** Rules as they are now, or the one that the first versions had. */
function rulesOf(nodo: unknown): readonly unknown[] {
  const rules = readLista(nodo, 'rules')
  if (rules.length > 0) return rules
  return [
    {
      t: readTexto(nodo, 'action') === 'replace' ? 'set' : readTexto(nodo, 'action'),
      p: readTexto(nodo, 'property'),
      to: read(nodo, 'to'),
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
  empty: (left) => `SI(${guarda(left)}; ${writeVacio(left)}; FALSO)`,
  nempty: (left) => `SI(${guarda(left)}; NO ${writeVacio(left)}; FALSO)`,
  hask: (left, right) => `SI(ES_OBJETO(${left}); TIENE(${left}; ${right}); FALSO)`,
}

function convertSwitch(t: TraduccionDeNodeRed): readonly Punto[] {
  const rules = readLista(t.nodo, 'rules')
  const of = tighten(t.valor(t.texto('property', 'payload'), t.texto('propertyType', 'msg')).formula)
  const last = rules.length - 1
  const isElse = (rule: unknown) => readTexto(rule, 't') === 'else'
  const casos = rules.flatMap((rule, index) =>
    isElse(rule) ? [] : [{ nombre: `regla${index + 1}`, expresion: condicionOf(t, rule, of) }],
  )
  if (casos.length === 0) return t.leave('No tiene reglas.')
  if (rules.slice(0, last).some(isElse))
    t.approximate('«En otro caso» no era la última regla: aquí vale cuando no se cumple ninguna.')
  const isAll = t.texto('checkall', 'true') === 'true'
  if (isAll && !areExclusive(rules))
    t.approximate('Seguía por todas las reglas que se cumplían; aquí por la primera.')
  const id = t.add({ tipo: 'condicion', nombre: t.nodo.name || 'Según', casos })
  return rules.map((rule, index) => ({
    extremos: [{ nodo: id, salida: isElse(rule) ? 'otro' : `regla${index + 1}` }],
    datos: t.msg,
  }))
}

/** Only one of them can hold: equal to values that differ, or none of the others. */
function areExclusive(rules: readonly unknown[]): boolean {
  const plain = rules.filter((rule) => readTexto(rule, 't') !== 'else')
  const values = new Set(plain.map((rule) => readTexto(rule, 'v')))
  return (
    plain.length === 1 ||
    (values.size === plain.length && plain.every((rule) => readTexto(rule, 't') === 'eq'))
  )
}

function condicionOf(t: TraduccionDeNodeRed, rule: unknown, of: string): string {
  if (readTexto(rule, 't') === 'regex') {
    const { formula } = t.valor(read(rule, 'v') ?? '', readTexto(rule, 'vt', 'str'))
    return writeCoincide(of, read(rule, 'case') === true ? `"(?i)" & ${tighten(formula)}` : tighten(formula))
  }
  const escribir = lookUp(OPERADORES, readTexto(rule, 't'))
  if (escribir === undefined) {
    if (readTexto(rule, 't') === 'jsonata_exp') return conditionOf(t.valor(read(rule, 'v'), 'jsonata'))
    t.approximate(`La regla «${readTexto(rule, 't')}» no tiene igual: nunca se cumple.`)
    return 'FALSO'
  }
  const right = (campo: string) =>
    tighten(t.valor(read(rule, campo) ?? '', readTexto(rule, `${campo}t`, 'str')).formula)
  return escribir(of, right('v'), right('v2'))
}

function convertTemplate(t: TraduccionDeNodeRed): readonly Punto[] {
  const text = t.texto('template')
  const output = t.texto('output', 'str')
  if (t.texto('fieldType', 'msg') !== 'msg') return t.leave('Escribía en el contexto, que aquí no hay.')
  const written: Formula =
    t.texto('syntax', 'mustache') === 'mustache'
      ? t.plantilla(text)
      : { ...cualquiera(writeTexto(text)), tipo: 'texto', partes: [text] }
  if (output === 'yaml') t.approximate('Daba lo que decía su YAML; aquí queda el texto.')
  const valor = output === 'json' ? cualquiera(`DE_JSON(${written.formula})`) : written
  const ruta = rutaOf(t.texto('field', 'payload'))
  const [top = 'payload', ...rest] = ruta
  return t.change({ [top]: putInto(t.msg.read([top]), rest, valor) })
}

/** Reads a text and writes anything else, as the node decides when it runs. */
function fromNotacion(mensaje: string, leerlo: string, escribirlo: string, diferencia = ''): ClaseDeNodeRed {
  return {
    veredicto: diferencia === '' ? 'tomado' : 'aproximado',
    mensaje: `${mensaje}${diferencia === '' ? '' : ` ${diferencia}`}`,
    convert: (t) => {
      const ruta = rutaOf(t.texto('property', 'payload'))
      const [top = 'payload', ...rest] = ruta
      const now = t.campo(t.texto('property', 'payload')).formula
      const how = t.texto('action')
      const next =
        how === 'obj'
          ? `SI(ES_TEXTO(${now}); ${leerlo}(${now}); ${now})`
          : how === 'str'
            ? `SI(ES_TEXTO(${now}); ${now}; ${escribirlo}(${now}))`
            : `SI(ES_TEXTO(${now}); ${leerlo}(${now}); ${escribirlo}(${now}))`
      return t.change({ [top]: putInto(t.msg.read([top]), rest, cualquiera(next)) })
    },
  }
}

function convertRange(t: TraduccionDeNodeRed): readonly Punto[] {
  const [minin, maxin, minout, maxout] = ['minin', 'maxin', 'minout', 'maxout'].map((each) =>
    readNumero(t.nodo, each, 0),
  ) as [number, number, number, number]
  if (maxin === minin) return t.leave('Su intervalo de entrada está vacío.')
  const ruta = rutaOf(t.texto('property', 'payload'))
  const [top = 'payload', ...rest] = ruta
  const action = t.texto('action', 'scale')
  if (action === 'roll' || action === 'drop')
    t.approximate('Lo que se sale del intervalo no se recorta ni se descarta.')
  const now = `NUMERO(${t.campo(t.texto('property', 'payload')).formula})`
  const bound =
    action === 'clamp' ? `LIMITAR(${now}; ${Math.min(minin, maxin)}; ${Math.max(minin, maxin)})` : now
  const scaled = `(${bound} - ${signed(minin)}) * ${signed(maxout - minout)} / ${signed(maxin - minin)} + ${signed(minout)}`
  const next = t.is('round') ? `REDONDEAR(${scaled}; 0)` : scaled
  return t.change({ [top]: putInto(t.msg.read([top]), rest, { formula: next, tipo: 'numero' }) })
}

function signed(numero: number): string {
  return numero < 0 ? `(${numero})` : String(numero)
}

function convertSort(t: TraduccionDeNodeRed): readonly Punto[] {
  if (t.texto('targetType', 'msg') !== 'msg')
    return t.leave('Ordena una serie de mensajes: únala antes en una lista.')
  const now = t.campo(t.texto('target', 'payload')).formula
  const funcion = t.texto('order', 'ascending') === 'descending' ? 'ORDENAR_DESC' : 'ORDENAR'
  const key = t.texto('msgKeyType', 'elem') === 'elem' ? '' : t.texto('msgKey')
  const by = key === '' ? '' : `; ${writeRuta('elemento', rutaOf(key))}`
  const [top = 'payload', ...rest] = rutaOf(t.texto('target', 'payload'))
  return t.change({ [top]: putInto(t.msg.read([top]), rest, cualquiera(`${funcion}(${now}${by})`)) })
}

export const CAMPOS: Readonly<Record<string, ClaseDeNodeRed>> = {
  change: {
    veredicto: 'tomado',
    mensaje: 'Una transformación con los campos que cambia.',
    convert: convertChange,
  },
  switch: {
    veredicto: 'tomado',
    mensaje: 'Una condición con un caso por regla.',
    convert: convertSwitch,
  },
  template: {
    veredicto: 'tomado',
    mensaje: 'Una transformación: una fórmula que une el texto y los campos.',
    convert: convertTemplate,
  },
  json: fromNotacion('Una transformación con DE_JSON o A_JSON.', 'DE_JSON', 'A_JSON'),
  xml: fromNotacion(
    'Una transformación con DE_XML o A_XML.',
    'DE_XML',
    'A_XML',
    'Los atributos llevan «@», y no «$».',
  ),
  yaml: { veredicto: 'noTomado', mensaje: 'YAML no tiene igual: el texto sigue como llega.' },
  range: {
    veredicto: 'tomado',
    mensaje: 'Una transformación con la cuenta de un intervalo a otro.',
    convert: convertRange,
  },
  sort: {
    veredicto: 'tomado',
    mensaje: 'Una transformación con ORDENAR.',
    convert: convertSort,
  },
}
