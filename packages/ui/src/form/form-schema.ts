/** The part of JSON Schema (2020-12) that forms are drawn from, and what this product adds to it. */
export interface FormSchema {
  type?: string
  title?: string
  description?: string
  default?: unknown
  examples?: readonly unknown[]
  enum?: readonly unknown[]
  const?: unknown
  oneOf?: readonly FormSchema[]
  anyOf?: readonly FormSchema[]
  properties?: Readonly<Record<string, FormSchema>>
  required?: readonly string[]
  items?: FormSchema
  additionalProperties?: FormSchema | boolean
  maxLength?: number
  minimum?: number
  maximum?: number
  format?: string
  /** Write-only: read back as `{ definido: true }`. */
  'x-secret'?: boolean
  /** What the values of an `enum` are called. */
  etiquetas?: Readonly<Record<string, string>>
  /** Folded away until somebody looks for it. */
  avanzado?: boolean
  /** Long, and yet of one line: a path, a token. */
  unaLinea?: boolean
  /** The product writes it; nobody types it. */
  oculto?: boolean
  /** It counts, and is shown, only where the fields beside it have one of these values. */
  cuando?: Readonly<Record<string, readonly unknown[]>>
  /** It names an object of the servidor, and is picked among those that it has. */
  enCatalogo?: boolean
  /** A list of files, each with its `nombre` and `contenido`: they are uploaded with names that end so, or pasted. */
  extensiones?: readonly string[]
  /** Values that are known to fit; any other one may be typed. */
  sugerencias?: readonly string[]
  /** A list that declares, as an entrada does, the fields of an answer: the one of this name. */
  declara?: string
}

export type FormKind =
  | 'texto'
  | 'textoLargo'
  | 'secreto'
  | 'fecha'
  | 'fechaHora'
  | 'numero'
  | 'booleano'
  | 'opcion'
  | 'variante'
  | 'opcional'
  | 'grupo'
  | 'mapa'
  | 'textos'
  | 'archivos'
  | 'lista'
  | 'json'

/** Longer texts than this get several lines. */
const ONE_LINE = 2_000

/** Keys and certificates, statements: what is pasted as it is. */
export function hasLines({ maxLength = 0, unaLinea = false }: FormSchema): boolean {
  return maxLength > ONE_LINE && !unaLinea
}

/** How a value is edited. */
export function kindOf(schema: FormSchema): FormKind {
  if (schema['x-secret']) return 'secreto'
  if (optionalOf(schema) !== undefined) return 'opcional'
  if (variantsOf(schema).length > 0) return 'variante'
  if (schema.enum) return 'opcion'
  switch (schema.type) {
    case 'string':
      if (schema.format === 'date') return 'fecha'
      if (schema.format === 'date-time') return 'fechaHora'
      return hasLines(schema) ? 'textoLargo' : 'texto'
    case 'integer':
    case 'number':
      return 'numero'
    case 'boolean':
      return 'booleano'
    case 'object':
      return kindOfObject(schema)
    case 'array':
      return schema.extensiones ? 'archivos' : kindOfList(schema.items)
    default:
      return 'json'
  }
}

function kindOfObject({ properties, additionalProperties }: FormSchema): FormKind {
  if (properties) return 'grupo'
  return typeof additionalProperties === 'object' && additionalProperties.type === 'string' ? 'mapa' : 'json'
}

/** Items that are no groups of fields have nothing to draw a form of. */
function kindOfList(items: FormSchema = {}): FormKind {
  if (items.type === 'string' && !items.enum) return 'textos'
  return items.properties || variantsOf(items).length > 0 ? 'lista' : 'json'
}

/** Of what may also be null: what it is when it is not. */
export function optionalOf({ anyOf = [] }: FormSchema): FormSchema | undefined {
  const others = anyOf.filter(({ type }) => type !== 'null')
  return others.length === 1 && anyOf.length === 2 ? others[0] : undefined
}

/** The forms of a union that a field with one fixed value tells apart, such as `tipo`. */
export function variantsOf({ oneOf = [] }: FormSchema): readonly FormSchema[] {
  return oneOf.every((variant) => tagOf(variant) !== undefined) ? oneOf : []
}

/** The field that tells a variant from the others, and its value there. */
export function tagOf({ properties = {} }: FormSchema): { name: string; value: string } | undefined {
  for (const [name, property] of Object.entries(properties))
    if (typeof property.const === 'string') return { name, value: property.const }
  return undefined
}

/** Where a new form begins: what the schema gives by itself, and nothing in place of what a person must say. */
export function initialOf(schema: FormSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.type === 'object' && schema.properties) {
    const given = isRecord(schema.default) ? schema.default : {}
    const entries = Object.entries(schema.properties).map(([name, property]) => [
      name,
      given[name] ?? initialOf(property),
    ])
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  return schema.default
}

/** A field that is there and says nothing yet. A number has no such value: the schema refuses the empty text until one is written. */
export function emptyOf({ type }: FormSchema): unknown {
  if (type === 'boolean') return false
  if (type === 'array') return []
  return type === 'object' ? {} : ''
}

/** What stands in a field: its value, or what the product takes where there is none. */
function valueIn({ properties = {} }: FormSchema, name: string, value: unknown): unknown {
  const own = isRecord(value) ? value[name] : undefined
  return own === undefined ? properties[name]?.default : own
}

/** Whether a field counts beside the others; one that looks at a field that does not count itself does not either. */
export function isShown(schema: FormSchema, name: string, value: unknown): boolean {
  const { cuando = {} } = schema.properties?.[name] ?? {}
  return Object.entries(cuando).every(
    ([other, values]) => values.includes(valueIn(schema, other, value)) && isShown(schema, other, value),
  )
}

/** Without the fields that do not count any more. */
export function withoutHidden(schema: FormSchema, value: Record<string, unknown>): Record<string, unknown> {
  const hidden = Object.keys(schema.properties ?? {}).filter((name) => !isShown(schema, name, value))
  return Object.fromEntries(Object.entries(value).filter(([name]) => !hidden.includes(name)))
}

/** What a value is called: by the schema, or else as it is spelled. */
export function labelOf(schema: FormSchema, value: unknown): string {
  const text = String(value)
  return schema.etiquetas?.[text] ?? text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether a form cannot be sent without it. */
export function isRequired(schema: FormSchema, name: string): boolean {
  return schema.required?.includes(name) === true
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A secret that is stored and not shown. */
export function isKeptSecret(value: unknown): boolean {
  return isRecord(value) && value.definido === true
}
