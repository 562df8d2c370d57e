/** A name that needs no quotes as the key of an object. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/

/** A literal as formulas write it. */
export function writeLiteral(valor: unknown): string {
  if (valor === null || valor === undefined) return 'NULO'
  if (typeof valor === 'boolean') return valor ? 'VERDADERO' : 'FALSO'
  if (typeof valor === 'number') return Number.isFinite(valor) ? String(valor) : 'NULO'
  if (typeof valor === 'string') return writeTexto(valor)
  if (Array.isArray(valor)) return `[${valor.map(writeLiteral).join('; ')}]`
  return writeObjeto(Object.entries(valor).map(([nombre, inner]) => [nombre, writeLiteral(inner)]))
}

export function writeTexto(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
  return `"${escaped}"`
}

export function writeObjeto(campos: readonly (readonly [nombre: string, formula: string])[]): string {
  const pairs = campos.map(
    ([nombre, formula]) => `${PLAIN.test(nombre) ? nombre : writeTexto(nombre)}: ${formula}`,
  )
  return pairs.length === 0 ? 'DE_PARES([])' : `{ ${pairs.join('; ')} }`
}

/** What a formula came to, as formulas write it; dates are texts, as in the answer of a canal. */
export function writeResultado(valor: unknown): string {
  return writeLiteral(JSON.parse(JSON.stringify(valor ?? null)))
}
