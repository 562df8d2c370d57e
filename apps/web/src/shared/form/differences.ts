export interface Difference {
  /** Where: `config.host`. */
  campo: string
  mine: unknown
  theirs: unknown
}

/** Where two versions of one thing differ, down to their fields; a list is one value, and so is what became of another kind. */
export function listDifferences(mine: unknown, theirs: unknown, root = ''): Difference[] {
  const isOfOneKind = root === '' || (isFields(mine) && isFields(theirs) && mine.tipo === theirs.tipo)
  if (isFields(mine) && isFields(theirs) && isOfOneKind) {
    const names = new Set([...Object.keys(mine), ...Object.keys(theirs)])
    return [...names].flatMap((name) =>
      listDifferences(mine[name], theirs[name], root === '' ? name : `${root}.${name}`),
    )
  }
  return isEqual(mine, theirs) ? [] : [{ campo: root, mine, theirs }]
}

/** What stands unless a person says otherwise: where I changed nothing, what the other stored. */
export function sideAtFirst({ campo, mine }: Difference, base: unknown): 'mine' | 'theirs' {
  return isEqual(valueAt(base, campo.split('.')), mine) ? 'theirs' : 'mine'
}

/** `theirs` with the fields of `mine` that a person has chosen. */
export function mergeChosen<Value>(
  theirs: Value,
  differences: readonly Difference[],
  keepsMine: (difference: Difference) => boolean,
): Value {
  return differences
    .filter(keepsMine)
    .reduce<unknown>((merged, { campo, mine }) => withValue(merged, campo.split('.'), mine), theirs) as Value
}

/** Equal as data, whatever the order of their fields. */
export function isEqual(left: unknown, right: unknown): boolean {
  return left === right || sortedJson(left) === sortedJson(right)
}

function sortedJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, held) =>
    isFields(held)
      ? Object.fromEntries(Object.entries(held).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : held,
  )
}

function valueAt(target: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return target
  return isFields(target) ? valueAt(target[name], rest) : undefined
}

function withValue(target: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const fields = isFields(target) ? target : {}
  const next = rest.length === 0 ? value : withValue(fields[name], rest, value)
  const { [name]: _, ...others } = fields
  return next === undefined ? others : { ...others, [name]: next }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
