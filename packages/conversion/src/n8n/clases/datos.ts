import { lookUp, writeObjeto, writeTexto } from '@div/contract'
import { asLista, joinListas, merge, type Punto, uno } from '../../dibujo/datos.ts'
import { type Paso, writeRuta } from '../../expresion/formula.ts'
import { tighten } from '../../expresion/write-expresion.ts'
import { read, readLista, readTexto } from '../../read.ts'
import type { Ambito, ClaseDeN8n, TraduccionDeN8n } from '../traduccion-n8n.ts'

/** `a.b` is a field within a field. */
type Campos = Map<string, string | Campos>

function put(campos: Campos, ruta: readonly string[], formula: string): void {
  const [first = '', ...rest] = ruta
  if (rest.length === 0) {
    campos.set(first, formula)
    return
  }
  const inner = campos.get(first)
  const next: Campos = inner instanceof Map ? inner : new Map()
  campos.set(first, next)
  put(next, rest, formula)
}

function writeCampos(campos: Campos): string {
  return writeObjeto(
    [...campos].map(([nombre, value]) => [nombre, typeof value === 'string' ? value : writeCampos(value)]),
  )
}

function rutaOf(nombre: string): Paso[] {
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
function readFila(row: unknown): { name: string; type: string; value: unknown } {
  const type = readTexto(row, 'type', 'stringValue')
  const value = read(row, type) ?? lookUp<unknown>(POR_VALOR, type)
  const isWritten = type === 'booleanValue' && (value === 'true' || value === 'false')
  return { name: readTexto(row, 'name'), type, value: isWritten ? value === 'true' : value }
}

/** What Set assigns, in all its versions. */
function asignaciones(t: TraduccionDeN8n, ambito: Ambito): string {
  const campos: Campos = new Map()
  const hasDots = read(t.parametros, 'options.dotNotation') !== false
  const rows = [
    ...readLista(t.parametros, 'assignments.assignments'),
    ...readLista(t.parametros, 'fields.values').map(readFila),
    ...Object.entries(POR_TIPO).flatMap(([tipo, value]) =>
      readLista(t.parametros, `values.${tipo}`).map((row) => ({ value, ...Object(row) })),
    ),
  ]
  for (const row of rows) {
    const nombre = readTexto(row, 'name')
    const value = read(row, 'value')
    const tipo = readTexto(row, 'type').replace(/Value$/, '')
    if (nombre !== '')
      put(campos, hasDots ? nombre.split('.') : [nombre], writeAsignada(t, { value, tipo }, ambito))
  }
  return writeCampos(campos)
}

function writeAsignada(
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

function convertSet(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  return t.transform((ambito) => {
    const isJson = readTexto(p, 'mode') === 'raw'
    const made = isJson ? t.json(read(p, 'jsonOutput'), ambito).formula : asignaciones(t, ambito)
    const kept = conservados(t, ambito.item.read([]).formula)
    return kept === null ? made : `FUSIONAR(${kept}; ${made})`
  })
}

/** The fields that stay of what arrives; null: none. Versions differ in what they do when they say nothing. */
function conservados(t: TraduccionDeN8n, todos: string): string | null {
  const p = t.parametros
  const { typeVersion } = t.ajeno.nodo
  if (typeVersion < 3) return read(p, 'keepOnlySet') === true ? null : todos
  if (typeVersion >= 3.3 && read(p, 'includeOtherFields') !== true) return null
  switch (readTexto(p, 'include', 'all')) {
    case 'none':
      return null
    case 'selected':
      return `ELEGIR_CAMPOS(${[todos, ...list(p, 'includeFields').map(writeTexto)].join('; ')})`
    case 'except':
      return `QUITAR_CAMPOS(${[todos, ...list(p, 'excludeFields').map(writeTexto)].join('; ')})`
    default:
      return todos
  }
}

/** Names with commas between them. */
function list(p: unknown, ruta: string): string[] {
  return readTexto(p, ruta)
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function convertSort(t: TraduccionDeN8n): readonly Punto[] {
  const fields = readLista(t.parametros, 'sortFieldsUi.sortField')
  if (readTexto(t.parametros, 'type', 'simple') !== 'simple' || fields.length === 0)
    return t.leave('Ordena al azar o con código: use un paso «ordenar».')
  const { lista, desde } = t.referencia(asLista(t.entrada().datos))
  const por = fields.map((field) => ({
    campo: readTexto(field, 'fieldName', 'id') || 'id',
    sentido: readTexto(field, 'order') === 'descending' ? 'descendente' : 'ascendente',
  }))
  const id = t.add({ tipo: 'transformacion', lista, pasos: [{ tipo: 'ordenar', por }] }, desde)
  return [{ extremos: [{ nodo: id }], datos: { clase: 'lista', formula: `${id}.elementos`, serie: id } }]
}

function convertLimit(t: TraduccionDeN8n): readonly Punto[] {
  const cantidad = Math.max(0, Math.trunc(t.numero('maxItems', 1)))
  const lista = asLista(t.entrada().datos)
  if (readTexto(t.parametros, 'keep') === 'lastItems')
    return t.transformLista(`INVERTIR(TOMAR(INVERTIR(${lista}); ${cantidad}))`)
  return t.transformLista(`TOMAR(${lista}; ${cantidad})`)
}

function convertUnicos(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  if (!['', 'removeDuplicateInputItems'].includes(readTexto(p, 'operation')))
    return t.leave('Recuerda los de otras ejecuciones: guarde lo ya visto en una tabla.')
  const lista = asLista(t.entrada().datos)
  const clave = claveOfUnico(p)
  if (clave === null) return t.transformLista(`UNICOS(${lista})`)
  return t.transformLista(`MAPEAR(AGRUPAR(${lista}; A_JSON(${clave})); elemento.elementos[0])`)
}

/** By what two elements are one; null: by all that they hold. */
function claveOfUnico(p: unknown): string | null {
  const compared = list(p, 'fieldsToCompare')
  const left = list(p, 'fieldsToExclude')
  switch (readTexto(p, 'compare')) {
    case 'selectedFields':
      if (compared.length === 0) return null
      return `[${compared.map((field) => writeRuta('elemento', rutaOf(field))).join('; ')}]`
    case 'allFieldsExcept':
      return `QUITAR_CAMPOS(${['elemento', ...left.map(writeTexto)].join('; ')})`
    default:
      return null
  }
}

function convertSplitOut(t: TraduccionDeN8n): readonly Punto[] {
  const [field = '', ...others] = list(t.parametros, 'fieldToSplitOut')
  if (field === '') return t.leave('No dice qué campo separa.')
  if (others.length > 0) t.approximate(`Separaba también «${others.join('», «')}»: solo separa «${field}».`)
  if (readTexto(t.parametros, 'include', 'noOtherFields') !== 'noOtherFields')
    t.approximate('Los demás campos no acompañan a cada elemento.')
  const { datos } = t.entrada()
  const ruta = rutaOf(field.replace(/^\$json\./, ''))
  const of = (item: string) => `SI_NULO(${writeRuta(item, ruta)}; [])`
  return t.transformLista(
    datos.clase === 'lista'
      ? `APLANAR(MAPEAR(${datos.formula}; ${of('elemento')}))`
      : `SI_NULO(${datos.read(ruta).formula}; [])`,
  )
}

function convertAggregate(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const lista = asLista(t.entrada().datos)
  if (readTexto(p, 'aggregate', 'aggregateIndividualFields') === 'aggregateAllItemData') {
    if (!['', 'allFields'].includes(readTexto(p, 'include')))
      t.approximate('Reúne los elementos con todos sus campos, y no solo con los elegidos.')
    const nombre = readTexto(p, 'destinationFieldName', 'data') || 'data'
    return unSolo(t, writeObjeto([[nombre, lista]]))
  }
  const fields = readLista(p, 'fieldsToAggregate.fieldToAggregate').map((row) => {
    const ruta = rutaOf(readTexto(row, 'fieldToAggregate'))
    const nombre = read(row, 'renameField') === true ? readTexto(row, 'outputFieldName') : ''
    const all = `MAPEAR(${lista}; ${writeRuta('elemento', ruta)})`
    const there = read(p, 'options.keepMissing') === true ? all : `FILTRAR(${all}; NO ES_NULO(elemento))`
    const values = read(p, 'options.mergeLists') === true ? `APLANAR(${there})` : there
    return [nombre || String(ruta.at(-1)), values] as const
  })
  return unSolo(t, writeObjeto(fields))
}

function unSolo(t: TraduccionDeN8n, formula: string): readonly Punto[] {
  const [campo, id] = t.compute(formula, 'json')
  return [{ extremos: [{ nodo: id }], datos: uno(campo) }]
}

function convertMerge(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const puntos = t.entradas
  const extremos = merge(puntos)?.extremos ?? t.entrada().extremos
  const [first, second] = puntos.map(({ datos }) => datos)
  const mode = readTexto(p, 'mode', 'append')
  if (first === undefined || second === undefined || mode === 'append' || mode === 'passThrough')
    return mode === 'passThrough'
      ? t.leave('Pasa lo de una entrada.')
      : gather(t, joinListas(puntos.map(({ datos }) => datos)), extremos)
  if (mode === 'chooseBranch') {
    const chosen = t.numero('useDataOfInput', 1) - 1
    return [{ extremos, datos: chosen === 1 ? second : first }]
  }
  const by = readTexto(
    p,
    'combineBy',
    readTexto(p, 'combinationMode', mode === 'mergeByKey' ? 'combineByFields' : ''),
  )
  const left = asLista(first)
  const right = asLista(second)
  if (by === 'combineByPosition' || by === 'mergeByPosition' || mode === 'mergeByIndex')
    return gather(t, `MAPEAR(COMBINAR(${left}; ${right}); FUSIONAR(elemento[0]; elemento[1]))`, extremos)
  const claves = clavesOfMerge(p)
  if (claves.length === 0)
    return t.leave('Combina de un modo que no tiene igual aquí, o no dice por qué campos.')
  const joinMode = readTexto(p, 'joinMode', 'keepMatches')
  if (!['keepMatches', 'enrichInput1'].includes(joinMode))
    t.approximate(`«${joinMode}» no tiene igual: deja los que coinciden.`)
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

function clavesOfMerge(p: unknown): { izquierda: string; derecha: string }[] {
  const same = list(p, 'fieldsToMatchString')
  const pairs = [
    ...same.map((campo) => ({ izquierda: campo, derecha: campo })),
    ...readLista(p, 'mergeByFields.values').map((row) => ({
      izquierda: readTexto(row, 'field1'),
      derecha: readTexto(row, 'field2'),
    })),
  ]
  return pairs.filter(({ izquierda, derecha }) => izquierda !== '' && derecha !== '')
}

function gather(t: TraduccionDeN8n, formula: string, extremos: Punto['extremos']): readonly Punto[] {
  const parametros = [{ nombre: 'elementos', expresion: formula, orden: 1 }]
  const id = t.add({ tipo: 'transformacion', parametros }, extremos)
  return [{ extremos: [{ nodo: id }], datos: { clase: 'lista', formula: `${id}.elementos`, serie: id } }]
}

function convertRenombrar(t: TraduccionDeN8n): readonly Punto[] {
  if (readLista(t.parametros, 'additionalOptions.regexReplacement.replacements').length > 0)
    t.approximate('Los nombres que cambiaba por una expresión regular quedan como llegan.')
  const keys = readLista(t.parametros, 'keys.key').map(
    (row) => [readTexto(row, 'currentKey'), readTexto(row, 'newKey')] as const,
  )
  return t.transform(({ item }) => {
    const whole = item.read([]).formula
    const quitados = keys.map(([current]) => writeTexto(current)).join('; ')
    const puestos = writeObjeto(keys.map(([current, next]) => [next, writeRuta(tighten(whole), [current])]))
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
    convert: convertSet,
  },
  'n8n-nodes-base.renameKeys': {
    veredicto: 'tomado',
    mensaje: 'Una transformación que cambia los nombres.',
    nombres: ['keys.key[].currentKey', 'keys.key[].newKey'],
    convert: convertRenombrar,
  },
  'n8n-nodes-base.sort': {
    veredicto: 'tomado',
    mensaje: 'Una transformación con un paso «ordenar».',
    nombres: ['sortFieldsUi.sortField[].fieldName'],
    convert: convertSort,
  },
  'n8n-nodes-base.limit': {
    veredicto: 'tomado',
    mensaje: 'Una transformación que toma los primeros o los últimos.',
    convert: convertLimit,
  },
  'n8n-nodes-base.removeDuplicates': {
    veredicto: 'tomado',
    mensaje: 'Una transformación que deja uno de cada.',
    nombres: ['fieldsToCompare', 'fieldsToExclude'],
    convert: convertUnicos,
  },
  'n8n-nodes-base.splitOut': {
    veredicto: 'tomado',
    mensaje: 'Una transformación: la lista de un campo pasa a ser los elementos.',
    nombres: ['fieldToSplitOut'],
    convert: convertSplitOut,
  },
  'n8n-nodes-base.aggregate': {
    veredicto: 'tomado',
    mensaje: 'Una transformación que reúne los elementos en uno.',
    nombres: [
      'fieldsToAggregate.fieldToAggregate[].fieldToAggregate',
      'fieldsToAggregate.fieldToAggregate[].outputFieldName',
      'destinationFieldName',
    ],
    convert: convertAggregate,
  },
  'n8n-nodes-base.merge': {
    veredicto: 'tomado',
    mensaje: 'Una transformación que junta lo que llega por sus entradas.',
    nombres: ['fieldsToMatchString', 'mergeByFields.values[].field1', 'mergeByFields.values[].field2'],
    convert: convertMerge,
  },
  'n8n-nodes-base.noOp': { veredicto: 'tomado', mensaje: 'No hace nada: no se dibuja.' },
}
