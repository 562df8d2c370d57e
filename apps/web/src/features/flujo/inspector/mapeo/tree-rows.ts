import type { Source } from '../../datos/list-sources.ts'
import { flattenFields, type SourceField } from '../../datos/source-fields.ts'
import { matchesWords } from '../../palette/matches-words.ts'

/** A line of the tree of data: a node, or a field of one. */
export interface TreeRow {
  key: string
  level: number
  source: Source
  /** Null: the node itself. */
  field: SourceField | null
  isOpen: boolean
  hasFields: boolean
}

/** The tree as lines. What is looked for is shown with all that leads to it; otherwise as far as it is opened. */
export function treeRows(
  sources: readonly Source[],
  opened: ReadonlySet<string>,
  q: string,
): readonly TreeRow[] {
  return sources.flatMap((source) => {
    const wanted = q.trim() === '' ? null : wantedOf(source, q)
    if (wanted !== null && wanted.size === 0) return []
    const key = keyOf(source)
    const isOpen = wanted !== null || opened.has(key)
    return [
      { key, level: 1, source, field: null, isOpen, hasFields: source.campos.length > 0 },
      ...(isOpen ? fieldRows(source, source.campos, { level: 2, opened, wanted }) : []),
    ]
  })
}

interface Walk {
  level: number
  opened: ReadonlySet<string>
  wanted: ReadonlySet<string> | null
}

function fieldRows(source: Source, campos: readonly SourceField[], walk: Walk): readonly TreeRow[] {
  const { level, opened, wanted } = walk
  return campos
    .filter(({ ruta }) => wanted?.has(ruta) ?? true)
    .flatMap((field) => {
      const key = keyOf(source, field)
      const isOpen = field.campos.length > 0 && (wanted !== null || opened.has(key))
      return [
        { key, level, source, field, isOpen, hasFields: field.campos.length > 0 },
        ...(isOpen ? fieldRows(source, field.campos, { ...walk, level: level + 1 }) : []),
      ]
    })
}

/** The paths of the fields that are called so, and of what they are in. */
function wantedOf(source: Source, q: string): ReadonlySet<string> {
  const all = flattenFields(source.campos)
  const hits = all.filter(({ ruta }) => matchesWords(`${source.nombre} ${ruta}`, q))
  return new Set(
    all
      .filter(({ ruta }) => hits.some((hit) => hit.ruta === ruta || isWithin(hit.ruta, ruta)))
      .map(({ ruta }) => ruta),
  )
}

const isWithin = (inner: string, outer: string) =>
  inner.startsWith(outer) && (inner[outer.length] === '.' || inner[outer.length] === '[')

function keyOf({ nodo }: Source, field?: SourceField): string {
  return field ? `${nodo}|${field.ruta}` : nodo
}

/** The nearest nodes stand open, with their lists and the first element of each. */
export function initiallyOpened(sources: readonly Source[]): ReadonlySet<string> {
  const near = sources.slice(0, 3)
  return new Set([
    ...sources.map((source) => keyOf(source)),
    ...near.flatMap((source) =>
      flattenFields(source.campos)
        .filter(({ ruta, tipo }) =>
          tipo === 'lista' || tipo === 'objeto' ? ruta.split(/[.[]/).length <= 2 : false,
        )
        .map((field) => keyOf(source, field)),
    ),
  ])
}
