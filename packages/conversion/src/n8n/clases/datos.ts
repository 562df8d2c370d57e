import { lookUp } from '@div/contract'
import { comoLista, mezclar, type Punto, unirListas, uno } from '../../dibujo/datos.ts'
import { tighten } from '../../expresion/escribir.ts'
import { escribirObjeto, escribirRuta, escribirTexto, type Paso } from '../../expresion/formula.ts'
import { leer, leerLista, leerTexto } from '../../leer.ts'
import type { Ambito, ClaseDeN8n, TraduccionDeN8n } from '../traduccion-n8n.ts'

/** `a.b` is a field within a field. */
type Campos = Map<string, string | Campos>

function poner(campos: Campos, ruta: readonly string[], formula: string): void {
  const [first = '', ...rest] = ruta
  if (rest.length === 0) {
    campos.set(first, formula)
    return
  }
  const inner = campos.get(first)
  const next: Campos = inner instanceof Map ? inner : new Map()
  campos.set(first, next)
  poner(next, rest, formula)
}

function escribirCampos(campos: Campos): string {
  return escribirObjeto(
    [...campos].map(([nombre, value]) => [nombre, typeof value === 'string' ? value : escribirCampos(value)]),
  )
}

function rutaDe(nombre: string): Paso[] {
  return nombre.split('.')
}

/** What a row of the first versions assigns that does not say it. */
const POR_TIPO = { string: '', number: 0, boolean: false } as const

/** The same of versions 3.0 to 3.2, which name the value after its type. */
const POR_VALOR = {
  stringValue: '',
  numberValue: 0,
  booleanValue: 'true',
  arrayValue: '[]',
  objectValue: '{}',
} as const

/** A row of those: yes and no are texts there. */
function leerFila(row: unknown): { name: string; type: string; value: unknown } {
  const type = leerTexto(row, 'type', 'stringValue')
  const value = leer(row, type) ?? lookUp<unknown>(POR_VALOR, type)
  const isWritten = type === 'booleanValue' && (value === 'true' || value === 'false')
  return { name: leerTexto(row, 'name'), type, value: isWritten ? value === 'true' : value }
}

/** What Set assigns, in all its versions. */
function asignaciones(t: TraduccionDeN8n, ambito: Ambito): string {
  const campos: Campos = new Map()
  const hasDots = leer(t.parametros, 'options.dotNotation') !== false
  const rows = [
    ...leerLista(t.parametros, 'assignments.assignments'),
    ...leerLista(t.parametros, 'fields.values').map(leerFila),
    ...Object.entries(POR_TIPO).flatMap(([tipo, value]) =>
      leerLista(t.parametros, `values.${tipo}`).map((row) => ({ value, ...Object(row) })),
    ),
  ]
  for (const row of rows) {
    const nombre = leerTexto(row, 'name')
    const value = leer(row, 'value')
    const tipo = leerTexto(row, 'type').replace(/Value$/, '')
    if (nombre !== '')
      poner(campos, hasDots ? nombre.split('.') : [nombre], escribirAsignada(t, { value, tipo }, ambito))
  }
  return escribirCampos(campos)
}

function escribirAsignada(
  t: TraduccionDeN8n,
  { value, tipo }: { value: unknown; tipo: string },
  ambito: Ambito,
): string {
  if (tipo === 'array' || tipo === 'object') return t.json(value, ambito).formula
  const { formula, tipo: known } = t.formula(value, ambito)
  if (tipo === 'number' && known !== 'numero') return `NUMERO(${formula})`
  if (tipo === 'string' && known !== 'texto') return `TEXTO(${formula})`
  return formula
}

function convertirSet(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  return t.transformar((ambito) => {
    const isJson = leerTexto(p, 'mode') === 'raw'
    const made = isJson ? t.json(leer(p, 'jsonOutput'), ambito).formula : asignaciones(t, ambito)
    const kept = conservados(t, ambito.item.leer([]).formula)
    return kept === null ? made : `FUSIONAR(${kept}; ${made})`
  })
}

/** The fields that stay of what arrives; null: none. Versions differ in what they do when they say nothing. */
function conservados(t: TraduccionDeN8n, todos: string): string | null {
  const p = t.parametros
  const { typeVersion } = t.ajeno.nodo
  if (typeVersion < 3) return leer(p, 'keepOnlySet') === true ? null : todos
  if (typeVersion >= 3.3 && leer(p, 'includeOtherFields') !== true) return null
  switch (leerTexto(p, 'include', 'all')) {
    case 'none':
      return null
    case 'selected':
      return `ELEGIR_CAMPOS(${[todos, ...listar(p, 'includeFields').map(escribirTexto)].join('; ')})`
    case 'except':
      return `QUITAR_CAMPOS(${[todos, ...listar(p, 'excludeFields').map(escribirTexto)].join('; ')})`
    default:
      return todos
  }
}

/** Names with commas between them. */
function listar(p: unknown, ruta: string): string[] {
  return leerTexto(p, ruta)
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function convertirSort(t: TraduccionDeN8n): readonly Punto[] {
  const fields = leerLista(t.parametros, 'sortFieldsUi.sortField')
  if (leerTexto(t.parametros, 'type', 'simple') !== 'simple' || fields.length === 0)
    return t.dejar('Ordena al azar o con código: use un paso «ordenar».')
  const { lista, desde } = t.referencia(comoLista(t.entrada().datos))
  const por = fields.map((field) => ({
    campo: leerTexto(field, 'fieldName', 'id') || 'id',
    sentido: leerTexto(field, 'order') === 'descending' ? 'descendente' : 'ascendente',
  }))
  const id = t.add({ tipo: 'transformacion', lista, pasos: [{ tipo: 'ordenar', por }] }, desde)
  return [{ extremos: [{ nodo: id }], datos: { clase: 'lista', formula: `${id}.elementos`, serie: id } }]
}

function convertirLimit(t: TraduccionDeN8n): readonly Punto[] {
  const cantidad = Math.max(0, Math.trunc(t.numero('maxItems', 1)))
  const lista = comoLista(t.entrada().datos)
  if (leerTexto(t.parametros, 'keep') === 'lastItems')
    return t.transformarLista(`INVERTIR(TOMAR(INVERTIR(${lista}); ${cantidad}))`)
  return t.transformarLista(`TOMAR(${lista}; ${cantidad})`)
}

function convertirUnicos(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  if (!['', 'removeDuplicateInputItems'].includes(leerTexto(p, 'operation')))
    return t.dejar('Recuerda los de otras ejecuciones: guarde lo ya visto en una tabla.')
  const lista = comoLista(t.entrada().datos)
  const clave = claveDeUnico(p)
  if (clave === null) return t.transformarLista(`UNICOS(${lista})`)
  return t.transformarLista(`MAPEAR(AGRUPAR(${lista}; A_JSON(${clave})); elemento.elementos[0])`)
}

/** By what two elements are one; null: by all that they hold. */
function claveDeUnico(p: unknown): string | null {
  const compared = listar(p, 'fieldsToCompare')
  const left = listar(p, 'fieldsToExclude')
  switch (leerTexto(p, 'compare')) {
    case 'selectedFields':
      if (compared.length === 0) return null
      return `[${compared.map((field) => escribirRuta('elemento', rutaDe(field))).join('; ')}]`
    case 'allFieldsExcept':
      return `QUITAR_CAMPOS(${['elemento', ...left.map(escribirTexto)].join('; ')})`
    default:
      return null
  }
}

function convertirSplitOut(t: TraduccionDeN8n): readonly Punto[] {
  const [field = '', ...others] = listar(t.parametros, 'fieldToSplitOut')
  if (field === '') return t.dejar('No dice qué campo separa.')
  if (others.length > 0) t.aproximar(`Separaba también «${others.join('», «')}»: solo separa «${field}».`)
  if (leerTexto(t.parametros, 'include', 'noOtherFields') !== 'noOtherFields')
    t.aproximar('Los demás campos no acompañan a cada elemento.')
  const { datos } = t.entrada()
  const ruta = rutaDe(field.replace(/^\$json\./, ''))
  const of = (item: string) => `SI_NULO(${escribirRuta(item, ruta)}; [])`
  return t.transformarLista(
    datos.clase === 'lista'
      ? `APLANAR(MAPEAR(${datos.formula}; ${of('elemento')}))`
      : `SI_NULO(${datos.leer(ruta).formula}; [])`,
  )
}

function convertirAggregate(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const lista = comoLista(t.entrada().datos)
  if (leerTexto(p, 'aggregate', 'aggregateIndividualFields') === 'aggregateAllItemData') {
    if (!['', 'allFields'].includes(leerTexto(p, 'include')))
      t.aproximar('Reúne los elementos con todos sus campos, y no solo con los elegidos.')
    const nombre = leerTexto(p, 'destinationFieldName', 'data') || 'data'
    return unSolo(t, escribirObjeto([[nombre, lista]]))
  }
  const fields = leerLista(p, 'fieldsToAggregate.fieldToAggregate').map((row) => {
    const ruta = rutaDe(leerTexto(row, 'fieldToAggregate'))
    const nombre = leer(row, 'renameField') === true ? leerTexto(row, 'outputFieldName') : ''
    const all = `MAPEAR(${lista}; ${escribirRuta('elemento', ruta)})`
    const there = leer(p, 'options.keepMissing') === true ? all : `FILTRAR(${all}; NO ES_NULO(elemento))`
    const values = leer(p, 'options.mergeLists') === true ? `APLANAR(${there})` : there
    return [nombre || String(ruta.at(-1)), values] as const
  })
  return unSolo(t, escribirObjeto(fields))
}

function unSolo(t: TraduccionDeN8n, formula: string): readonly Punto[] {
  const [campo, id] = t.calcular(formula, 'json')
  return [{ extremos: [{ nodo: id }], datos: uno(campo) }]
}

function convertirMerge(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const puntos = t.entradas
  const extremos = mezclar(puntos)?.extremos ?? t.entrada().extremos
  const [first, second] = puntos.map(({ datos }) => datos)
  const mode = leerTexto(p, 'mode', 'append')
  if (first === undefined || second === undefined || mode === 'append' || mode === 'passThrough')
    return mode === 'passThrough'
      ? t.dejar('Pasa lo de una entrada.')
      : juntar(t, unirListas(puntos.map(({ datos }) => datos)), extremos)
  if (mode === 'chooseBranch') {
    const chosen = t.numero('useDataOfInput', 1) - 1
    return [{ extremos, datos: chosen === 1 ? second : first }]
  }
  const by = leerTexto(
    p,
    'combineBy',
    leerTexto(p, 'combinationMode', mode === 'mergeByKey' ? 'combineByFields' : ''),
  )
  const left = comoLista(first)
  const right = comoLista(second)
  if (by === 'combineByPosition' || by === 'mergeByPosition' || mode === 'mergeByIndex')
    return juntar(t, `MAPEAR(COMBINAR(${left}; ${right}); FUSIONAR(elemento[0]; elemento[1]))`, extremos)
  const claves = clavesDeMerge(p)
  if (claves.length === 0)
    return t.dejar('Combina de un modo que no tiene igual aquí, o no dice por qué campos.')
  const joinMode = leerTexto(p, 'joinMode', 'keepMatches')
  if (!['keepMatches', 'enrichInput1'].includes(joinMode))
    t.aproximar(`«${joinMode}» no tiene igual: deja los que coinciden.`)
  const base = t.referencia(left, extremos)
  const other = t.referencia(right, base.desde)
  const id = t.add(
    {
      tipo: 'transformacion',
      lista: base.lista,
      pasos: [
        {
          tipo: 'unir',
          con: other.lista,
          modo: joinMode === 'enrichInput1' ? 'izquierda' : 'interna',
          claves,
        },
      ],
    },
    other.desde,
  )
  return [{ extremos: [{ nodo: id }], datos: { clase: 'lista', formula: `${id}.elementos`, serie: id } }]
}

function clavesDeMerge(p: unknown): { izquierda: string; derecha: string }[] {
  const same = listar(p, 'fieldsToMatchString')
  const pairs = [
    ...same.map((campo) => ({ izquierda: campo, derecha: campo })),
    ...leerLista(p, 'mergeByFields.values').map((row) => ({
      izquierda: leerTexto(row, 'field1'),
      derecha: leerTexto(row, 'field2'),
    })),
  ]
  return pairs.filter(({ izquierda, derecha }) => izquierda !== '' && derecha !== '')
}

function juntar(t: TraduccionDeN8n, formula: string, extremos: Punto['extremos']): readonly Punto[] {
  const parametros = [{ nombre: 'elementos', expresion: formula, orden: 1 }]
  const id = t.add({ tipo: 'transformacion', parametros }, extremos)
  return [{ extremos: [{ nodo: id }], datos: { clase: 'lista', formula: `${id}.elementos`, serie: id } }]
}

function convertirRenombrar(t: TraduccionDeN8n): readonly Punto[] {
  if (leerLista(t.parametros, 'additionalOptions.regexReplacement.replacements').length > 0)
    t.aproximar('Los nombres que cambiaba por una expresión regular quedan como llegan.')
  const keys = leerLista(t.parametros, 'keys.key').map(
    (row) => [leerTexto(row, 'currentKey'), leerTexto(row, 'newKey')] as const,
  )
  return t.transformar(({ item }) => {
    const whole = item.leer([]).formula
    const quitados = keys.map(([current]) => escribirTexto(current)).join('; ')
    const puestos = escribirObjeto(
      keys.map(([current, next]) => [next, escribirRuta(tighten(whole), [current])]),
    )
    return keys.length === 0 ? whole : `FUSIONAR(QUITAR_CAMPOS(${whole}; ${quitados}); ${puestos})`
  })
}

export const DATOS: Readonly<Record<string, ClaseDeN8n>> = {
  'n8n-nodes-base.set': {
    veredicto: 'tomado',
    mensaje: 'Una transformación con los mismos campos.',
    nombres: [
      ...['assignments.assignments', 'fields.values'].map((rows) => `${rows}[].name`),
      ...['string', 'number', 'boolean'].map((tipo) => `values.${tipo}[].name`),
      'includeFields',
      'excludeFields',
    ],
    convertir: convertirSet,
  },
  'n8n-nodes-base.renameKeys': {
    veredicto: 'tomado',
    mensaje: 'Una transformación que cambia los nombres.',
    nombres: ['keys.key[].currentKey', 'keys.key[].newKey'],
    convertir: convertirRenombrar,
  },
  'n8n-nodes-base.sort': {
    veredicto: 'tomado',
    mensaje: 'Una transformación con un paso «ordenar».',
    nombres: ['sortFieldsUi.sortField[].fieldName'],
    convertir: convertirSort,
  },
  'n8n-nodes-base.limit': {
    veredicto: 'tomado',
    mensaje: 'Una transformación que toma los primeros o los últimos.',
    convertir: convertirLimit,
  },
  'n8n-nodes-base.removeDuplicates': {
    veredicto: 'tomado',
    mensaje: 'Una transformación que deja uno de cada.',
    nombres: ['fieldsToCompare', 'fieldsToExclude'],
    convertir: convertirUnicos,
  },
  'n8n-nodes-base.splitOut': {
    veredicto: 'tomado',
    mensaje: 'Una transformación: la lista de un campo pasa a ser los elementos.',
    nombres: ['fieldToSplitOut'],
    convertir: convertirSplitOut,
  },
  'n8n-nodes-base.aggregate': {
    veredicto: 'tomado',
    mensaje: 'Una transformación que reúne los elementos en uno.',
    nombres: [
      'fieldsToAggregate.fieldToAggregate[].fieldToAggregate',
      'fieldsToAggregate.fieldToAggregate[].outputFieldName',
      'destinationFieldName',
    ],
    convertir: convertirAggregate,
  },
  'n8n-nodes-base.merge': {
    veredicto: 'tomado',
    mensaje: 'Una transformación que junta lo que llega por sus entradas.',
    nombres: ['fieldsToMatchString', 'mergeByFields.values[].field1', 'mergeByFields.values[].field2'],
    convertir: convertirMerge,
  },
  'n8n-nodes-base.noOp': { veredicto: 'tomado', mensaje: 'No hace nada: no se dibuja.' },
}
