import { isPlainObject } from '@div/contract'
import { Part } from '../documents/part.ts'
import { cleanAddress, cleanSegment, provesCaller } from './clean-address.ts'
import { parseExample, shapeOf } from './describe-value.ts'
import { namesCredential } from './names-credential.ts'
import { listBases } from './read-postman.ts'
import { namesIn } from './variables.ts'

/** What is kept of a value; undefined: nothing is. */
type Rule = (value: unknown) => unknown

/**
 * A collection of Postman without what its author had sent to prove who they were. What no reading looks at is left out whole; of bodies only their
 * shape is kept, of scripts that there are some, and of variables those that an address begins with.
 */
export function dropSecrets(collection: unknown): unknown {
  const kept = keep(COLLECTION)(collection)
  const bases = listBases(new Part(kept, '', new Map(), new Set()))
  const used = new Set(bases.flatMap(namesIn))
  const variables = isPlainObject(collection) ? each(variableAmong(used))(collection.variable) : undefined
  return { ...kept, ...(variables && { variable: variables }) }
}

/** The fields that are named, each as its rule leaves it. */
function keep(fields: Readonly<Record<string, Rule>>): (value: unknown) => object | undefined {
  return (value) => {
    if (!isPlainObject(value)) return undefined
    const kept = Object.entries(fields).flatMap(([key, rule]) => {
      const left = Object.hasOwn(value, key) ? rule(value[key]) : undefined
      return left === undefined ? [] : [[key, left]]
    })
    return Object.fromEntries(kept)
  }
}

function each(rule: Rule): (value: unknown) => unknown[] | undefined {
  return (value) => (Array.isArray(value) ? value.map(rule).filter((left) => left !== undefined) : undefined)
}

/** The first rule that keeps something. */
function either(...rules: readonly Rule[]): Rule {
  return (value) => rules.map((rule) => rule(value)).find((left) => left !== undefined)
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined)
const address = (value: unknown) => (typeof value === 'string' ? cleanAddress(value) : undefined)

const DESCRIPTION = either(text, keep({ content: text }))
const PAIR = keep({
  id: text,
  key: text,
  value: text,
  type: text,
  disabled: flag,
  description: DESCRIPTION,
})

/** A value under its name: of a header, a query, a path, a form. */
function pair(value: unknown): unknown {
  const kept = PAIR(value)
  return kept && (isSecretPair(kept) ? { ...kept, value: '' } : kept)
}

function isSecretPair(kept: object): boolean {
  const { id = '', key = id, value = '', type }: Record<string, unknown> = { ...kept }
  const isApart = type === 'secret' || type === 'file'
  return isApart || namesCredential(String(key)) || provesCaller(String(value)) || isAddressOfCaller(value)
}

/** An address that says who calls. */
function isAddressOfCaller(value: unknown): boolean {
  return typeof value === 'string' && value.includes('://') && cleanAddress(value) !== value
}

/** A list is one name, cut at its dots: who calls may stand over several of its parts. */
const HOST = either(address, (value) => {
  const parts = each(text)(value)
  return parts && cleanAddress(parts.join('.')).split('.')
})
const segment = (value: unknown) => (typeof value === 'string' ? cleanSegment(value) : undefined)
const URL_FIELDS = keep({
  raw: address,
  protocol: text,
  host: HOST,
  path: either(address, each(either(segment, keep({ type: text, value: segment })))),
  query: each(pair),
  variable: each(pair),
})
const ADDRESS = either(address, URL_FIELDS)

const BODY = keep({
  mode: text,
  disabled: flag,
  options: keep({ raw: keep({ language: text }) }),
  raw: shape,
  urlencoded: each(pair),
  formdata: each(pair),
})

/** Texts that are none of JSON are told by their media type alone. */
function shape(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const example = parseExample(value)
  return example === undefined ? 'texto' : JSON.stringify(shapeOf(example))
}

/** What tells how a service wants to be proved who calls, and proves it not. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  apikey: { key: text, in: text },
  oauth2: { accessTokenUrl: address, grant_type: text, scope: text },
}

function auth(value: unknown): unknown {
  if (!isPlainObject(value) || typeof value.type !== 'string') return undefined
  const { type } = value
  const fields = Object.hasOwn(SETTINGS, type) ? SETTINGS[type] : undefined
  return { type, ...(fields && { [type]: keep(fields)(settingsOf(value[type])) }) }
}

/** A list of keys and values in 2.1, an object in 2.0. */
function settingsOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return Object.fromEntries(
    value.flatMap((setting: unknown) => (isPlainObject(setting) ? [[setting.key, setting.value]] : [])),
  )
}

/** That there is a script. */
function event(value: unknown): unknown {
  if (!isPlainObject(value) || !isPlainObject(value.script)) return undefined
  const { exec } = value.script
  const lines: unknown[] = Array.isArray(exec) ? exec : [exec]
  return lines.some((line) => typeof line === 'string' && line !== '')
    ? { script: { exec: ['…'] } }
    : undefined
}

const REQUEST = either(
  address,
  keep({
    method: text,
    url: ADDRESS,
    auth,
    header: each(pair),
    body: BODY,
    description: DESCRIPTION,
  }),
)

/** A folder or a request. */
function item(value: unknown): unknown {
  return keep({
    name: text,
    item: each(item),
    request: REQUEST,
    response: each(keep({ code: number, body: shape })),
    auth,
    event: each(event),
  })(value)
}

const COLLECTION: Readonly<Record<string, Rule>> = {
  info: keep({ name: text, schema: text }),
  auth,
  event: each(event),
  item: each(item),
}

function variableAmong(used: ReadonlySet<string>): Rule {
  return (value) => {
    if (!isPlainObject(value)) return undefined
    const { key, id, value: worth, type } = value
    const nombre = text(key) ?? text(id)
    if (nombre === undefined || !used.has(nombre) || type === 'secret' || namesCredential(nombre))
      return undefined
    const kept = either(number, flag, text)(worth)
    return kept === undefined ? undefined : { key: nombre, value: cleanAddress(String(kept)).split('?')[0] }
  }
}
