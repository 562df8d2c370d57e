import { writeObjeto, writeTexto } from '@div/contract'
import { type Punto, withCampos } from '../../dibujo/datos.ts'
import { cualquiera, type Formula } from '../../expresion/formula.ts'
import type { ClaseDeNodeRed, TraduccionDeNodeRed } from '../traduccion-node-red.ts'

/** A message for each element: what follows, up to where they come together, is drawn between a split and its join. */
function open(t: TraduccionDeNodeRed, formula: string): readonly Punto[] {
  const { lista, desde } = t.referencia(formula)
  const split = t.add({ tipo: 'splitter-split', nombre: t.nodo.name || 'Separar', lista }, desde)
  const parts = writeObjeto([
    ['index', `${split}.indice`],
    ['count', `${split}.total`],
  ])
  const datos = withCampos(t.msg, { payload: cualquiera(`${split}.elemento`), parts: cualquiera(parts) })
  return [{ extremos: [{ nodo: split, salida: 'elemento' }], datos }]
}

/** The payloads of the messages as one list, in the message that was there before they were taken apart. */
export function close(
  t: TraduccionDeNodeRed,
  { split, antes }: { split: string; antes: Punto },
): readonly Punto[] {
  const { extremos, datos } = t.entrada()
  const payload = datos.clase === 'uno' ? datos.read(['payload']).formula : datos.formula
  const reunido = t.add(
    {
      tipo: 'transformacion',
      nombre: 'Lo que se reúne',
      parametros: [{ nombre: 'payload', expresion: payload, orden: 1 }],
    },
    extremos,
  )
  const join = t.add(
    { tipo: 'splitter-join', nombre: t.nodo.name || 'Unir', split, union: { tipo: 'todos' } },
    [{ nodo: reunido }],
  )
  const lista = `CAMPO(${join}.elementos; "payload")`
  const before = antes.datos
  const msg = before.clase === 'uno' ? before : t.msg
  return [{ extremos: [{ nodo: join }], datos: withCampos(msg, { payload: unidos(t, lista) }) }]
}

/** What the join makes of them; where nothing joins them, the list. */
function unidos(t: TraduccionDeNodeRed, lista: string): Formula {
  if (t.nodo.type !== 'join' || t.texto('mode', 'auto') === 'auto') return cualquiera(lista)
  if (t.texto('mode') === 'reduce') {
    t.approximate('Acumulaba con una expresión: queda la lista.')
    return cualquiera(lista)
  }
  switch (t.texto('build', 'array')) {
    case 'string':
      return {
        formula: `UNIRCADENAS(${writeTexto(t.texto('joiner', '\\n').replaceAll('\\n', '\n'))}; ${lista})`,
        tipo: 'texto',
      }
    case 'merged':
      return cualquiera(`REDUCIR(${lista}; DE_PARES([]); FUSIONAR(acumulado; elemento))`)
    case 'array':
      return cualquiera(lista)
    default:
      t.approximate(`Los unía como «${t.texto('build')}»: queda la lista.`)
      return cualquiera(lista)
  }
}

function convertSplit(t: TraduccionDeNodeRed): readonly Punto[] {
  const now = t.msg.read(['payload']).formula
  const separador = writeTexto(t.texto('splt', '\\n').replaceAll('\\n', '\n'))
  return open(
    t,
    `SI(ES_TEXTO(${now}); DIVIDIR(${now}; ${separador}); SI(ES_LISTA(${now}); ${now}; VALORES(${now})))`,
  )
}

/** A first line of names is put before a text that has none. */
function convertCsv(t: TraduccionDeNodeRed): readonly Punto[] {
  const now = t.msg.read(['payload']).formula
  const sep = t.texto('sep', ',').replace('\\t', '\t')
  const named = t
    .texto('temp')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const hasNames = t.is('hdrin') || t.texto('hdrin') === 'true' || named.length === 0
  const text = hasNames ? now : `${writeTexto(`${named.join(sep)}\n`)} & ${now}`
  const read = `DE_CSV(${text}; ${writeTexto(sep)})`
  if (t.texto('multi', 'one') === 'one') return open(t, `SI(ES_TEXTO(${now}); ${read}; ${now})`)
  return t.change({
    payload: cualquiera(`SI(ES_TEXTO(${now}); ${read}; A_CSV(${now}; ${writeTexto(sep)}))`),
  })
}

export const SERIES: Readonly<Record<string, ClaseDeNodeRed>> = {
  split: {
    veredicto: 'tomado',
    mensaje: 'Un splitter que divide; lo que sigue se repite hasta donde se une.',
    convert: convertSplit,
  },
  join: {
    veredicto: 'tomado',
    mensaje: 'El splitter que une lo que separó el anterior.',
    convert: (t) => t.leave('Une mensajes que no separó ningún nodo anterior: aquí cada ejecución trae uno.'),
  },
  csv: {
    veredicto: 'aproximado',
    mensaje:
      'Una transformación con DE_CSV o A_CSV; si daba un mensaje por fila, también un splitter. Los números se leen como texto.',
    convert: convertCsv,
  },
  batch: {
    veredicto: 'noTomado',
    mensaje: 'Agrupa mensajes que llegan por separado: en una lista lo hace TROCEAR.',
  },
}
