import { lookUp } from '@div/contract'

/** A JSON Schema, as far as the generated pages read it. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  title?: string
  description?: string
  const?: unknown
  default?: unknown
  enum?: readonly unknown[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  additionalProperties?: Schema | boolean
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  writeOnly?: boolean
  $defs?: Readonly<Record<string, Schema>>
  /** What the values of an `enum` are called in forms. */
  etiquetas?: Readonly<Record<string, string>>
  /** No form shows it: the product writes it itself. */
  oculto?: boolean
}

const HEAD = '| Campo | Tipo | Si falta | Qué es |\n|---|---|---|---|'

/** The fields of an object as a table of Markdown, those inside it too, by their paths. Empty: it has none. */
export function writeFields(schema: Schema, except: readonly string[] = []): string {
  const rows = rowsOf(inline(schema, schema.$defs ?? {}), '', except)
  return rows.length === 0 ? 'Sin campos propios.' : [HEAD, ...rows].join('\n')
}

/** Parts without a name of their own where they are used; what holds itself is told once. */
function inline(schema: Schema, defs: Readonly<Record<string, Schema>>): Schema {
  return JSON.parse(JSON.stringify({ ...schema, $defs: undefined }), (_key, value) => {
    const name = /^#\/\$defs\/(.*)$/.exec(value?.$ref ?? '')?.[1]
    if (name === undefined) return value
    const { [name]: part = {}, ...others } = defs
    return part.$ref === undefined && name in defs
      ? { ...value, $ref: undefined, ...inline(part, others) }
      : NESTED
  })
}

const NESTED: Schema = { type: 'lo mismo, anidado' }

function rowsOf(
  { properties = {}, required = [] }: Schema,
  root: string,
  except: readonly string[],
): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    if (field.oculto || except.includes(name)) return []
    const missing = required.includes(name) ? 'obligatorio' : defaultOf(field)
    const row = `| \`${root}${name}\` | ${typeOf(field)} | ${missing} | ${meaningOf(field)} |`
    return [row, ...insideOf(field, `${root}${name}`)]
  })
}

function defaultOf({ default: value }: Schema): string {
  return value === undefined ? '' : `\`${JSON.stringify(value)}\``
}

/** What the fields of a field are called by. */
function insideOf({ items, anyOf = [], oneOf = [], ...schema }: Schema, place: string): string[] {
  if (items) return insideOf(items, `${place}[]`)
  if (schema.properties) return rowsOf(schema, `${place}.`, [])
  if (typeof schema.additionalProperties === 'object')
    return insideOf(schema.additionalProperties, `${place}.*`)
  return [...anyOf, ...oneOf].flatMap((form) => {
    const mark = markOf(form)
    if (!mark) return insideOf(form, place)
    return rowsOf(form, `${place} (${mark.text}).`, [mark.name])
  })
}

/** What tells a form from the others. */
function markOf({ properties = {} }: Schema): { name: string; text: string } | undefined {
  const [name, field] = Object.entries(properties).find(([, each]) => each.const !== undefined) ?? []
  return name === undefined ? undefined : { name, text: `${name}: ${String(field?.const)}` }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'texto',
  integer: 'entero',
  number: 'número',
  boolean: 'booleano',
  null: 'nulo',
}

function typeOf(schema: Schema): string {
  const { $ref, type, const: only, enum: values, items, anyOf, oneOf, etiquetas, ...rest } = schema
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? ''
    return `[${name}](#${name.toLowerCase()})`
  }
  if (only !== undefined) return `\`${String(only)}\``
  if (values)
    return values.map((value) => named(`\`${String(value)}\``, etiquetas?.[String(value)])).join(', ')
  const forms = anyOf ?? oneOf
  if (forms) return [...new Set(forms.map(typeOf))].join(' o ')
  if (type === 'array') return `lista de ${items ? typeOf(items) : 'cualquiera'}`
  if (type === 'object') return describeObject(rest)
  return type === undefined
    ? 'cualquiera'
    : [type]
        .flat()
        .map((each) => lookUp(TYPES, each) ?? each)
        .join(' o ')
}

/** What a form calls it beside how it is spelled. */
function named(text: string, label: string | undefined): string {
  return label === undefined ? text : `${text} (${label})`
}

function describeObject(schema: Schema): string {
  const mark = markOf(schema)
  if (mark) return named(`objeto con \`${mark.text}\``, schema.title)
  const { properties, additionalProperties: inner } = schema
  if (properties || typeof inner !== 'object') return 'objeto'
  return Object.keys(inner).length === 0 ? 'objeto' : `objeto de ${typeOf(inner)}`
}

function meaningOf(schema: Schema): string {
  const { title, description, minimum, exclusiveMinimum, maximum, minLength, maxLength } = schema
  const { minItems, maxItems, writeOnly } = schema
  const limits = [
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && `desde ${minimum}`,
    exclusiveMinimum !== undefined && `mayor que ${exclusiveMinimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `hasta ${maximum}`,
    minLength !== undefined && (minLength === 1 ? 'no vacío' : `al menos ${minLength} caracteres`),
    maxLength !== undefined && `hasta ${maxLength} caracteres`,
    minItems !== undefined && `al menos ${minItems}`,
    maxItems !== undefined && `como mucho ${maxItems}`,
    writeOnly === true && 'secreto: no se lee de vuelta',
  ].filter((limit) => limit !== false)
  const words = [...new Set([title, description])].filter((each) => each !== undefined)
  const sentence = words.map((each) => (each.endsWith('.') ? each : `${each}.`)).join(' ')
  const bounds = limits.length === 0 ? '' : `(${limits.join(', ')})`
  // A bar would end the cell.
  return `${sentence} ${bounds}`.trim().replaceAll('|', '\\|')
}
