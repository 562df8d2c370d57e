import { escapeAttribute } from '@div/contract'
import { SECURITY, SECURITY_UTILITY } from '../xml/namespaces.ts'
import { readTree, type TreeRules, type XmlNode } from '../xml/read-tree.ts'
import type { Scope } from '../xml/scan-xml.ts'
import { DIGESTS, EXCLUSIVE, SIGNATURES, X509_V3, XML_SIGNATURE } from './algorithms.ts'

type Refuse = (motivo: string) => never

/** What a signature says of itself, before anything of it is believed. */
export interface SignatureClaims {
  /** Ids of what it is over. */
  ids: readonly string[]
  /** Base64 of the certificate that stands in the message; null: it is known by other means. */
  certificate: string | null
  /** With which it says it was made. */
  algorithm: string
}

/** Body, Timestamp, and what WS-Addressing has of headers: each costs a walk through the whole message before the signature itself is looked at. */
const MOST_PARTS = 10

export const ID = `{${SECURITY_UTILITY}}Id`

/** The one signature of a message, which stands in the given header. Throws what `refuse` throws for whatever is not allowed. */
export function readSignature(envelope: XmlNode, security: XmlNode, refuse: Refuse): SignatureClaims {
  const [signature, ...others] = listSignatures(envelope)
  if (!signature || !security.children.includes(signature)) return refuse('el mensaje no está firmado')
  if (others.length > 0) return refuse('hay más de una firma')
  const [info, value, key, ...more] = signature.children
  if (info?.local !== 'SignedInfo' || value?.local !== 'SignatureValue' || more.length > 0)
    return refuse('la firma lleva más de lo que se admite')
  return {
    ...readInfo(info, refuse),
    certificate: key ? findCertificate(key, security) : null,
  }
}

function listSignatures(node: XmlNode): XmlNode[] {
  const inside = node.children.flatMap(listSignatures)
  return isSignature(node) ? [node, ...inside] : inside
}

function isSignature({ local, uri }: XmlNode): boolean {
  return local === 'Signature' && uri === XML_SIGNATURE
}

function readInfo({ children }: XmlNode, refuse: Refuse): Pick<SignatureClaims, 'ids' | 'algorithm'> {
  const [canonicalization, method, ...references] = children
  const algorithmOf = (node: XmlNode | undefined) => node?.attributes.get('Algorithm') ?? 'ninguno'
  const only = (algorithm: string, allowed: (name: string) => boolean) =>
    allowed(algorithm) ? algorithm : refuse(`no se admite el algoritmo ${algorithm}`)
  only(algorithmOf(canonicalization), (name) => name === EXCLUSIVE)
  const algorithm = only(algorithmOf(method), (name) => SIGNATURES.has(name))
  if (references.length > MOST_PARTS) return refuse(`la firma es sobre más de ${MOST_PARTS} partes`)
  const ids = references.map((reference) => {
    if (reference.local !== 'Reference') return refuse('la firma lleva más de lo que se admite')
    const parts = (local: string) => reference.children.filter((child) => child.local === local)
    const transforms = parts('Transforms').flatMap((each) => each.children)
    if (transforms.length !== 1) return refuse('cada parte firmada lleva una sola transformación')
    only(algorithmOf(transforms[0]), (name) => name === EXCLUSIVE)
    only(algorithmOf(parts('DigestMethod')[0]), (name) => DIGESTS.has(name))
    const uri = reference.attributes.get('URI') ?? ''
    return /^#[^']+$/.test(uri) ? uri.slice(1) : refuse('una parte firmada no se nombra por su Id')
  })
  return new Set(ids).size === ids.length
    ? { ids, algorithm }
    : refuse('una parte está firmada más de una vez')
}

/** Within the key (X.509), also as what names it, or where it refers to in the same header (X.509 Token Profile 1.0, 3.2). */
function findCertificate(key: XmlNode, security: XmlNode): string | null {
  for (const node of key.children) {
    const isWhole = node.local === 'KeyIdentifier' && node.attributes.get('ValueType') === X509_V3
    if (node.local === 'X509Certificate' || isWhole) return node.text
    const id = node.local === 'Reference' ? node.attributes.get('URI')?.slice(1) : undefined
    const token = security.children.find(
      ({ local, uri, attributes }) =>
        local === 'BinarySecurityToken' && uri === SECURITY && id !== undefined && attributes.get(ID) === id,
    )
    const found = token ? token.text : findCertificate(node, security)
    if (found !== null) return found
  }
  return null
}

/** The text of the signature, which declares itself all prefixes that are in force around it. */
export function cutSignature(text: string, rules: TreeRules): string {
  let begin = -1
  let scope: Scope | null = null
  readTree(text, {
    ...rules,
    stopsAt(node, at) {
      if (!isSignature(node)) return false
      begin = at
      scope = node.scope
      return true
    },
  })
  const tag = /^<([^\s/>]+)/.exec(text.slice(begin, begin + 200))?.[1] ?? ''
  const open = text.slice(begin, text.indexOf('>', begin))
  return `<${tag}${declare(scope, open)}${text.slice(begin + 1 + tag.length, endOf(text, tag, begin))}`
}

/** Just behind the end of an element. Names that only begin alike are others: `SignatureMethod`, `SignatureValue`. */
function endOf(text: string, tag: string, begin: number): number {
  for (let at = text.indexOf(`</${tag}`, begin); at !== -1; at = text.indexOf(`</${tag}`, at + 1)) {
    const close = text.indexOf('>', at)
    if (text.slice(at + 2 + tag.length, close).trim() === '') return close + 1
  }
  return text.length
}

function declare(scope: Scope | null, open: string): string {
  const declared = new Set(['xml'])
  let written = ''
  for (let at = scope; at !== null; at = at.outer) {
    for (const [prefix, uri] of Object.entries(at.own)) {
      const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
      if (declared.has(prefix) || uri === '' || new RegExp(`\\s${name}\\s*=`).test(open)) continue
      declared.add(prefix)
      written += ` ${name}="${escapeAttribute(uri)}"`
    }
  }
  return written
}
