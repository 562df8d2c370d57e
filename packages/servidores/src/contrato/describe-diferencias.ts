import { isPlainObject } from '@div/contract'

/** Fields that are told of one kind of difference. */
const MAX_TOLD = 8

/** The named fields of an operation, by where they stand: their path, and all that is said of them but their words. */
type Campos = ReadonlyMap<string, { ruta: string; own: string }>

/** What of an operation is not as it was, in Spanish: of each kind of difference its fields. `[]`: it is none of fields, or was no JSON. */
export function describeDiferencias(before: string, after: string): string[] {
  const [old, now] = [readCampos(before), readCampos(after)]
  const told = [
    ['Nuevo', missingIn(old, now)],
    ['Ya no está', missingIn(now, old)],
    ['Distinto', [...now].flatMap(([key, { ruta, own }]) => (differs(old.get(key), own) ? ruta : []))],
  ] as const
  return told.flatMap(([label, rutas]) => (rutas.length === 0 ? [] : `${label}: ${listSome(rutas)}`))
}

function differs(before: { own: string } | undefined, own: string): boolean {
  return before !== undefined && before.own !== own
}

/** Without what stands within another one that is missing too. */
function missingIn(known: Campos, campos: Campos): string[] {
  const rutas = [...campos].flatMap(([key, { ruta }]) => (known.has(key) ? [] : ruta))
  return rutas.filter((ruta) => !rutas.some((other) => ruta.startsWith(`${other}.`)))
}

function listSome(rutas: readonly string[]): string {
  const all = [...new Set(rutas)]
  const rest = all.length - MAX_TOLD
  return all.slice(0, MAX_TOLD).join(', ') + (rest > 0 ? ` y ${rest} más` : '')
}

function readCampos(text: string): Campos {
  const campos = new Map<string, { ruta: string; own: string }>()
  try {
    collect(JSON.parse(text), { section: '', ruta: '' }, campos)
  } catch {
    // Some contracts are compared by texts that are no JSON: that they changed is all that can be told.
  }
  return campos
}

function collect(
  value: unknown,
  { section, ruta }: { section: string; ruta: string },
  into: Map<string, { ruta: string; own: string }>,
): void {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      const isNamed = isPlainObject(each) && typeof each.nombre === 'string'
      collect(each, { section: isNamed ? section : `${section}/${index}`, ruta }, into)
    }
    return
  }
  if (!isPlainObject(value)) return
  const { nombre, descripcion: _, ...others } = value
  const own =
    typeof nombre === 'string' && nombre !== '' ? (ruta === '' ? nombre : `${ruta}.${nombre}`) : ruta
  const nested = Object.entries(others).filter(([, each]) => typeof each === 'object' && each !== null)
  if (own !== ruta) {
    const plain = Object.entries(others).filter(([, each]) => typeof each !== 'object')
    into.set(`${section}|${own}`, { ruta: own, own: JSON.stringify(plain.toSorted()) })
  }
  for (const [key, each] of nested) collect(each, { section: `${section}/${key}`, ruta: own }, into)
}
