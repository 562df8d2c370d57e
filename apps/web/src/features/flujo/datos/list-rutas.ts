/** A place in what a node puts out, with what stood there. */
export interface RutaOffered {
  ruta: string
  ejemplo?: unknown
}

/** How deep and how many: more is found by typing. */
const DEPTH = 4
const MOST = 80
const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/** The places in a value, from the outside in; of a list its first element stands for all. */
export function listRutas(value: unknown): readonly RutaOffered[] {
  const found: RutaOffered[] = []
  collect(value, '', 0, found)
  return found.slice(0, MOST)
}

function collect(value: unknown, ruta: string, depth: number, found: RutaOffered[]): void {
  if (ruta !== '') found.push({ ruta, ejemplo: value })
  if (depth >= DEPTH || found.length >= MOST || typeof value !== 'object' || value === null) return
  const held = Array.isArray(value)
    ? value.slice(0, 1).map((item: unknown) => [`${ruta}[0]`, item] as const)
    : Object.entries(value).map(([name, item]) => [joinRuta(ruta, name), item] as const)
  for (const [place, item] of held) collect(item, place, depth + 1, found)
}

function joinRuta(ruta: string, name: string): string {
  if (!PLAIN_NAME.test(name)) return `${ruta}[${JSON.stringify(name)}]`
  return ruta === '' ? name : `${ruta}.${name}`
}
