import { DocumentoInvalido, isPlainObject, LimiteSuperado, type Limits } from '@div/contract'
import { isAlias, parseDocument as parseYamlDocument, visit } from 'yaml'

export type DocumentLimits = Pick<Limits, 'contratoBytes' | 'yamlBytes' | 'profundidad'>

/** Anchors and aliases of YAML in one document: what they stand for is copied wherever they are. */
const ALIASES = 1_000

/** JSON or YAML as plain values. Throws DocumentoInvalido or LimiteSuperado, and nothing else. */
export function parseDocument(text: string, documento: string, limits: DocumentLimits): unknown {
  const source = text.replace(/^\ufeff/, '')
  if (source.length > limits.contratoBytes)
    throw new LimiteSuperado({ limite: 'contratoBytes', maximo: limits.contratoBytes })
  return /^\s*[[{]/.test(source) ? parseFlow(source, documento, limits) : parseYaml(source, documento, limits)
}

/** JSON, or YAML that begins like it. */
function parseFlow(source: string, documento: string, limits: DocumentLimits): unknown {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    // YAML says better than JSON what is wrong with it, when it is not YAML either.
    return parseYaml(source, documento, limits)
  }
  checkValue(value, limits)
  return value
}

function parseYaml(source: string, documento: string, limits: DocumentLimits): unknown {
  // It is read many times more slowly than JSON, and nobody else is served meanwhile.
  if (source.length > limits.yamlBytes)
    throw new LimiteSuperado({ limite: 'yamlBytes', maximo: limits.yamlBytes })
  // The parser takes the square of the depth, and only then says that it is too much.
  if (isNestedAbsurdly(source)) throw new DocumentoInvalido({ documento, motivo: TOO_DEEP })
  let value: unknown
  try {
    value = compose(source)
  } catch (cause) {
    // Whatever the parser makes of it, it is not a document; of one that is nested too deeply it runs out of stack.
    const motivo = cause instanceof RangeError ? TOO_DEEP : motivoOf(cause)
    throw new DocumentoInvalido({ documento, motivo }, { cause })
  }
  checkValue(value, limits)
  return value
}

/** Of two equal keys the last one counts: looking for them takes the square of their number. */
function compose(source: string): unknown {
  const document = parseYamlDocument(source, { merge: true, uniqueKeys: false, logLevel: 'error' })
  const [error] = document.errors
  if (error) throw error
  let anchors = 0
  visit(document, {
    Node(_, node) {
      if (isAlias(node) || ('anchor' in node && node.anchor !== undefined)) anchors++
    },
  })
  // Each alias looks through all of them for its own.
  if (anchors > ALIASES) throw new Error('demasiados alias')
  return document.toJS({ maxAliasCount: ALIASES })
}

const TOO_DEEP = 'está anidado demasiado hondo'
/** Brackets that stand open, also those of texts: far more than a person or a tool leaves so. */
const BRACKETS = 2_000
/** Lists in lists that begin in one line. */
const ONE_LINE = /^[ \t]*(?:[-?:][ \t]+){100}/m

function isNestedAbsurdly(source: string): boolean {
  let depth = 0
  for (const [bracket] of source.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > BRACKETS) return true
  }
  return ONE_LINE.test(source)
}

function motivoOf(cause: unknown): string {
  const [first = ''] = cause instanceof Error ? cause.message.split('\n') : []
  return `no es JSON ni YAML (${first.slice(0, 200)})`
}

/** Values of YAML may hold themselves, and what aliases stand for counts wherever it is copied to. */
function checkValue(value: unknown, { profundidad, contratoBytes }: DocumentLimits): void {
  let size = 0
  const open: [value: unknown, depth: number][] = [[value, 0]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [current, depth] = next
    size += typeof current === 'string' ? current.length : 1
    if (size > contratoBytes) throw new LimiteSuperado({ limite: 'contratoBytes', maximo: contratoBytes })
    if (depth > profundidad) throw new LimiteSuperado({ limite: 'profundidad', maximo: profundidad })
    for (const inner of childrenOf(current)) open.push([inner, depth + 1])
  }
}

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isPlainObject(value) ? Object.values(value) : []
}
