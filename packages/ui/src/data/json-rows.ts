/** One line of a value that is shown as a tree. */
export interface JsonRow {
  /** `filas[0].nombre`, as references spell it; empty: the value itself. */
  path: string
  /** In what holds it. */
  name: string
  depth: number
  kind: 'texto' | 'numero' | 'booleano' | 'nulo' | 'objeto' | 'lista' | 'mas'
  /** Of what can be opened: how much it holds. */
  count: number
  isOpen: boolean
  /** In one line. */
  text: string
}

/** Entries that are shown of what was opened, until somebody asks for more. */
export const PAGE = 100
/** What a line shows of a text. */
const MAX_TEXT = 500

export interface OpenedJson {
  /** Paths of what is open. */
  paths: ReadonlySet<string>
  /** Of which more was asked for, and how many entries are shown then. */
  shown: ReadonlyMap<string, number>
}

/** The lines that are to be seen of a value: what is closed costs nothing, however large it is. */
export function listJsonRows(value: unknown, opened: OpenedJson): JsonRow[] {
  const rows: JsonRow[] = []
  addRows(rows, { value, path: '', name: '', depth: 0 }, opened)
  return rows
}

interface Place {
  value: unknown
  path: string
  name: string
  depth: number
}

function addRows(rows: JsonRow[], { value, path, name, depth }: Place, opened: OpenedJson): void {
  const kind = kindOf(value)
  const entries = entriesOf(value)
  const isOpen = entries !== null && opened.paths.has(path)
  rows.push({ path, name, depth, kind, count: entries?.length ?? 0, isOpen, text: textOf(value, kind) })
  if (!isOpen) return
  const shown = opened.shown.get(path) ?? PAGE
  for (const [key, held] of entries.slice(0, shown))
    addRows(rows, { value: held, path: pathTo(path, key), name: String(key), depth: depth + 1 }, opened)
  const rest = entries.length - shown
  if (rest > 0)
    rows.push({
      path: `${path} …`,
      name: path,
      depth: depth + 1,
      kind: 'mas',
      count: rest,
      isOpen: false,
      text: '',
    })
}

/** The paths down to where a value divides: what wraps only one thing, as an envelope does its body, is no choice. */
export function pathsToDivision(value: unknown): Set<string> {
  const paths = new Set<string>()
  for (let place: Held | undefined = ['', value]; place !== undefined; place = onlyHolding(place))
    paths.add(place[0])
  return paths
}

type Held = readonly [path: string, value: unknown]

function onlyHolding([path, value]: Held): Held | undefined {
  const [only, ...others] = (entriesOf(value) ?? []).filter(([, held]) => (entriesOf(held)?.length ?? 0) > 0)
  return only && others.length === 0 ? [pathTo(path, only[0]), only[1]] : undefined
}

/** What a key does at a line of the tree (WAI-ARIA Authoring Practices, «Tree View»): opens or closes it, or goes to another. */
export function followKey(key: string, rows: readonly JsonRow[], at: number): 'turn' | number | null {
  const row = rows[at]
  if (row === undefined) return null
  switch (key) {
    case 'ArrowDown':
      return at + 1
    case 'ArrowUp':
      return at - 1
    case 'Home':
      return 0
    case 'End':
      return rows.length - 1
    case 'ArrowRight':
      return row.isOpen || row.count === 0 ? at + 1 : 'turn'
    case 'ArrowLeft':
      return row.isOpen ? 'turn' : rows.findLastIndex(({ depth }, index) => index < at && depth < row.depth)
    case 'Enter':
    case ' ':
      return 'turn'
    default:
      return null
  }
}

/** Null of what holds nothing. */
function entriesOf(value: unknown): (readonly [key: string | number, held: unknown])[] | null {
  if (Array.isArray(value)) return value.map((held, index) => [index, held])
  return typeof value === 'object' && value !== null ? Object.entries(value) : null
}

function kindOf(value: unknown): JsonRow['kind'] {
  if (value === null || value === undefined) return 'nulo'
  if (Array.isArray(value)) return 'lista'
  switch (typeof value) {
    case 'object':
      return 'objeto'
    case 'number':
      return 'numero'
    case 'boolean':
      return 'booleano'
    default:
      return 'texto'
  }
}

function textOf(value: unknown, kind: JsonRow['kind']): string {
  if (kind === 'lista') return Array.isArray(value) && value.length === 0 ? '[]' : '[…]'
  if (kind === 'objeto') return Object.keys(value ?? {}).length === 0 ? '{}' : '{…}'
  if (kind !== 'texto') return String(value ?? 'null')
  const text = String(value)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

function pathTo(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  const step = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? key : `[${JSON.stringify(key)}]`
  return path === '' || step.startsWith('[') ? `${path}${step}` : `${path}.${step}`
}
