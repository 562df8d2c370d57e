import { lookUp } from '@div/contract'
import type { ClaseDeSql } from './classify-sql.ts'
import { type Ajuste, type Devueltas, refuseSql, type Sentencia } from './compile-sql.ts'
import type { Dialect } from './dialect.ts'
import type { Condicion, Filtro, ObjetoTabla } from './tabla-schema.ts'

/** Collects placeholders while a statement is written from left to right. */
class Builder {
  readonly dialect: Dialect
  readonly parametros: readonly string[]
  readonly nombres: string[] = []
  readonly ajustes: (Ajuste | null)[] = []
  readonly admite: boolean[] = []
  /** What comes back in parameters of its own. */
  devueltas: Devueltas | null = null
  /** The text before each placeholder. */
  readonly piezas: string[] = []
  #text = ''

  constructor(dialect: Dialect, parametros: readonly string[]) {
    this.dialect = dialect
    this.parametros = parametros
  }

  add(text: string): this {
    this.#text += text
    return this
  }

  /** Throws DatosInvalidos at `campo` when the node passes no such parameter. */
  bind(
    nombre: string,
    campo: string,
    { ajuste = null, isList = false }: { ajuste?: Ajuste | null; isList?: boolean } = {},
  ): this {
    if (!this.parametros.includes(nombre)) {
      throw refuseSql(`El nodo no tiene el parámetro «${nombre}» que este campo usa.`, campo)
    }
    this.piezas.push(this.#text)
    this.#text = ''
    this.nombres.push(nombre)
    this.ajustes.push(ajuste)
    this.admite.push(isList)
    return this
  }

  end(clase: ClaseDeSql): Sentencia {
    const piezas = [...this.piezas, this.#text]
    return {
      ...clase,
      texto: piezas.reduce((before, piece, index) => before + this.dialect.placeholder(index) + piece),
      nombres: this.nombres,
      ajustes: this.ajustes.some((ajuste) => ajuste !== null) ? this.ajustes : null,
      listas: this.admite.includes(true) || this.dialect.spellsNulls ? { piezas, admite: this.admite } : null,
      ...(this.devueltas && { devueltas: this.devueltas }),
    }
  }
}

type Operacion = Exclude<ObjetoTabla['operacion'], 'insertarMasivo'>

const BUILDERS: Readonly<Record<Operacion, (builder: Builder, objeto: ObjetoTabla) => Sentencia>> = {
  seleccionar: buildSelect,
  insertar: buildInsert,
  actualizar: buildUpdate,
  eliminar: buildDelete,
}

/** The statement of a table operation. Throws DatosInvalidos naming the field. */
export function buildTabla(objeto: ObjetoTabla, dialect: Dialect, parametros: readonly string[]): Sentencia {
  const { operacion } = objeto
  if (operacion === 'insertarMasivo') throw new Error('a bulk insert has no single statement')
  return BUILDERS[operacion](new Builder(dialect, parametros), objeto)
}

export function tableName(
  { quote }: Dialect,
  { esquema, tabla }: { esquema?: string | undefined; tabla: string },
): string {
  return esquema === undefined ? quote(tabla) : `${quote(esquema)}.${quote(tabla)}`
}

/** The columns that an operation writes and what fills them. Throws DatosInvalidos when there is none or one is repeated. */
export function writtenColumns({
  columnas,
}: Pick<ObjetoTabla, 'columnas'>): { columna: string; campo: string }[] {
  if (columnas.length === 0) throw refuseSql('Indique al menos una columna que escribir.', 'objeto.columnas')
  const written = columnas.map((each) =>
    typeof each === 'string'
      ? { columna: each, campo: each }
      : { columna: each.columna, campo: each.parametro ?? each.columna },
  )
  const repeated = written.find(
    ({ columna }, index) => written.findIndex((each) => each.columna === columna) !== index,
  )
  if (repeated) throw refuseSql(`La columna «${repeated.columna}» está repetida.`, 'objeto.columnas')
  return written
}

function buildSelect(builder: Builder, objeto: ObjetoTabla): Sentencia {
  const { quote } = builder.dialect
  const columns = objeto.columnas.map((each) => {
    if (typeof each === 'string') return quote(each)
    return each.alias === undefined ? quote(each.columna) : `${quote(each.columna)} as ${quote(each.alias)}`
  })
  builder.add('select ')
  const isTop = addTop(builder, objeto)
  builder.add(`${columns.join(', ') || '*'} from ${tableName(builder.dialect, objeto)}`)
  addWhere(builder, objeto)
  if (objeto.orden.length > 0) {
    builder.add(
      ` order by ${objeto.orden.map(({ columna, sentido }) => `${quote(columna)} ${sentido}`).join(', ')}`,
    )
  }
  if (!isTop) addPage(builder, objeto)
  return builder.end({ verbo: 'select', efecto: 'lectura', salida: 'filas', devuelve: false, esPura: true })
}

function addTop(builder: Builder, { limite, desplazamiento }: ObjetoTabla): boolean {
  if (builder.dialect.paging !== 'top' || limite === undefined || desplazamiento !== undefined) return false
  addCount(builder, 'top (', limite, 'objeto.limite')
  builder.add(') ')
  return true
}

function addPage(builder: Builder, { limite, desplazamiento, orden }: ObjetoTabla): void {
  const { noLimit, paging } = builder.dialect
  if (limite === undefined && desplazamiento === undefined) return
  if (paging === undefined) {
    if (limite !== undefined) addCount(builder, ' limit ', limite, 'objeto.limite')
    else builder.add(noLimit)
    if (desplazamiento !== undefined) addCount(builder, ' offset ', desplazamiento, 'objeto.desplazamiento')
    return
  }
  if (paging === 'top' && orden.length === 0) builder.add(' order by (select null)')
  addCount(builder, ' offset ', desplazamiento ?? 0, 'objeto.desplazamiento')
  builder.add(' rows')
  if (limite === undefined) return
  addCount(builder, ' fetch next ', limite, 'objeto.limite')
  builder.add(' rows only')
}

function addCount(
  builder: Builder,
  keyword: string,
  count: NonNullable<ObjetoTabla['limite']>,
  campo: string,
): void {
  builder.add(keyword)
  if (typeof count === 'number') builder.add(String(count))
  else builder.bind(count.parametro, campo, { ajuste: toCount(campo) })
}

/** A number of rows, as a parameter brings it. Throws DatosInvalidos. */
export function toCount(campo: string): (value: unknown) => number {
  return (value) => {
    const count = typeof value === 'string' ? Number(value) : value
    if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count
    throw refuseSql('Se esperaba un número entero desde 0.', campo)
  }
}

function buildInsert(builder: Builder, objeto: ObjetoTabla): Sentencia {
  const { quote } = builder.dialect
  const written = writtenColumns(objeto)
  builder.add(
    `insert into ${tableName(builder.dialect, objeto)} (${written.map(({ columna }) => quote(columna)).join(', ')})`,
  )
  addOutput(builder, objeto, 'insertar')
  builder.add(' values (')
  written.forEach(({ campo }, index) => {
    builder.add(index === 0 ? '' : ', ').bind(campo, 'objeto.columnas')
  })
  builder.add(')')
  addReturning(builder, objeto, 'insertar')
  return builder.end(writing('insert', objeto))
}

function buildUpdate(builder: Builder, objeto: ObjetoTabla): Sentencia {
  const { quote } = builder.dialect
  builder.add(`update ${tableName(builder.dialect, objeto)} set `)
  writtenColumns(objeto).forEach(({ columna, campo }, index) => {
    builder.add(`${index === 0 ? '' : ', '}${quote(columna)} = `).bind(campo, 'objeto.columnas')
  })
  refuseEverything(objeto)
  addOutput(builder, objeto, 'actualizar')
  addWhere(builder, objeto)
  addReturning(builder, objeto, 'actualizar')
  return builder.end(writing('update', objeto))
}

function buildDelete(builder: Builder, objeto: ObjetoTabla): Sentencia {
  builder.add(`delete from ${tableName(builder.dialect, objeto)}`)
  refuseEverything(objeto)
  addOutput(builder, objeto, 'eliminar')
  addWhere(builder, objeto)
  addReturning(builder, objeto, 'eliminar')
  return builder.end(writing('delete', objeto))
}

function writing(verbo: string, { devolver }: ObjetoTabla): ClaseDeSql {
  return { verbo, efecto: 'escritura', salida: 'afectadas', devuelve: devolver.length > 0, esPura: false }
}

function refuseEverything({ filtro, todas, operacion }: ObjetoTabla): void {
  if (todas || !isEmpty(filtro)) return
  throw refuseSql(
    `Sin filtro se van a ${operacion} todas las filas. Ponga un filtro o marque «Todas las filas».`,
    'objeto.filtro',
  )
}

function isEmpty(filtro: ObjetoTabla['filtro']): boolean {
  return filtro === undefined || (Array.isArray(filtro) && filtro.length === 0)
}

type Escribe = 'insertar' | 'actualizar' | 'eliminar'

/** Where the database has it before the values or the filter. */
function addOutput(builder: Builder, { devolver }: ObjetoTabla, operacion: Escribe): void {
  const { returningAs, quote } = builder.dialect
  if (devolver.length === 0 || returningAs !== 'output') return
  const rows = operacion === 'eliminar' ? 'deleted' : 'inserted'
  builder.add(` output ${devolver.map((columna) => `${rows}.${quote(columna)}`).join(', ')}`)
}

function addReturning(builder: Builder, objeto: ObjetoTabla, operacion: Escribe): void {
  const { devolver } = objeto
  const { returning, returningAs, quote } = builder.dialect
  if (devolver.length === 0 || returningAs === 'output') return
  if (!returning.has(operacion)) {
    throw refuseSql(
      `Este tipo de servidor no devuelve filas al ${operacion}. Léalas en otro nodo.`,
      'objeto.devolver',
    )
  }
  const columns = devolver.map((columna) => quote(columna)).join(', ')
  builder.add(` returning ${columns}`)
  if (returningAs !== 'into') return
  builder.add(` into ${devolver.map((_, index) => `:devuelta${index + 1}`).join(', ')}`)
  builder.devueltas = {
    columnas: devolver,
    consulta: `select ${columns} from ${tableName(builder.dialect, objeto)}`,
  }
}

function addWhere(builder: Builder, { filtro }: ObjetoTabla): void {
  if (filtro === undefined || isEmpty(filtro)) return
  builder.add(' where ')
  addGroup(builder, Array.isArray(filtro) ? { y: filtro } : filtro, 'objeto.filtro')
}

function addGroup(builder: Builder, group: Filtro, campo: string): void {
  const [word, items] = 'y' in group ? ['and', group.y] : ['or', group.o]
  items.forEach((item, index) => {
    if (index > 0) builder.add(` ${word} `)
    if ('columna' in item) {
      addCondition(builder, item, `${campo}[${index}]`)
      return
    }
    builder.add('(')
    addGroup(builder, item, `${campo}[${index}]`)
    builder.add(')')
  })
}

const PATTERNS: Readonly<Record<string, (text: string) => string>> = {
  contiene: (text) => `%${text}%`,
  empiezaPor: (text) => `${text}%`,
  terminaEn: (text) => `%${text}`,
}

function addCondition(
  builder: Builder,
  { columna, operador, parametro = columna }: Condicion,
  campo: string,
): void {
  const { quote, like, likeNeedsUpper, patternMarks, bindsLists } = builder.dialect
  builder.add(
    likeNeedsUpper && Object.hasOwn(PATTERNS, operador) ? `upper(${quote(columna)}` : quote(columna),
  )
  if (operador === 'esNulo') return void builder.add(' is null')
  if (operador === 'noEsNulo') return void builder.add(' is not null')
  if (operador === 'en' || operador === 'noEn') {
    const [any, list] = operador === 'en' ? [' = any(', ' in ('] : [' <> all(', ' not in (']
    builder.add(bindsLists ? any : list)
    builder.bind(parametro, campo, {
      ajuste: (value) => (Array.isArray(value) ? value : [value]),
      isList: !bindsLists,
    })
    return void builder.add(')')
  }
  const pattern = lookUp(PATTERNS, operador)
  if (pattern === undefined) return void builder.add(` ${operador} `).bind(parametro, campo)
  builder.add(likeNeedsUpper ? `) ${like} upper(` : ` ${like} `).bind(parametro, campo, {
    ajuste: (value) => (value === null ? null : pattern(escapeLike(value, patternMarks))),
  })
  builder.add(`${likeNeedsUpper ? ')' : ''} escape '!'`)
}

/** The characters that mean something in a pattern stand for themselves. */
function escapeLike(value: unknown, marks = /[%_]/g): string {
  return String(value).replaceAll('!', '!!').replace(marks, '!$&')
}
