import { escapeAttribute, escapeXml } from '@div/contract'
import { splitName } from '../codec/prefixes.ts'
import { resolveName } from '../codec/simple-codec.ts'
import type { SoapVersion } from '../model/wsdl.ts'
import { ENVELOPE, XML } from '../xml/namespaces.ts'
import type { XmlNode } from '../xml/read-tree.ts'

/** Whose fault it is, in the words of SOAP 1.1; 1.2 says Sender and Receiver. */
export type FaultCode = 'Client' | 'Server' | 'MustUnderstand' | 'VersionMismatch'

const CODES: Readonly<Record<SoapVersion, Readonly<Record<FaultCode, string>>>> = {
  '1.1': {
    Client: 'Client',
    Server: 'Server',
    MustUnderstand: 'MustUnderstand',
    VersionMismatch: 'VersionMismatch',
  },
  '1.2': {
    Client: 'Sender',
    Server: 'Receiver',
    MustUnderstand: 'MustUnderstand',
    VersionMismatch: 'VersionMismatch',
  },
}

interface Name {
  uri: string
  local: string
}

export interface FaultToWrite {
  version: SoapVersion
  code: FaultCode
  /** What a standard besides SOAP calls it, from the outer to the inner; 1.1 says only the inner one, in the place of the code. */
  subcodes?: readonly Name[]
  reason: string
  /** What stands within the detail. */
  detail?: string
}

/** The Fault that stands in a Body (SOAP 1.1, 4.4; SOAP 1.2 Part 1, 5.4). */
export function writeFault({ version, code, subcodes = [], reason, detail = '' }: FaultToWrite): string {
  const name = `soap:${CODES[version][code]}`
  const text = escapeXml(reason)
  if (version === '1.1') {
    // No dot notation (WS-I BP 1.1, R1031): which kind it is stands in the detail.
    const details = detail === '' ? '' : `<detail>${detail}</detail>`
    const inner = subcodes.at(-1)
    const faultcode = inner ? writeName('faultcode', inner) : `<faultcode>${name}</faultcode>`
    return `<soap:Fault>${faultcode}<faultstring xml:lang="es">${text}</faultstring>${details}</soap:Fault>`
  }
  const inner = subcodes.reduceRight(
    (within, subcode) => `<soap:Subcode>${writeName('soap:Value', subcode)}${within}</soap:Subcode>`,
    '',
  )
  const details = detail === '' ? '' : `<soap:Detail>${detail}</soap:Detail>`
  return `<soap:Fault><soap:Code><soap:Value>${name}</soap:Value>${inner}</soap:Code><soap:Reason><soap:Text xml:lang="es">${text}</soap:Text></soap:Reason>${details}</soap:Fault>`
}

function writeName(tag: string, { uri, local }: Name): string {
  return `<${tag} xmlns:q="${escapeAttribute(uri)}">q:${local}</${tag}>`
}

/** 1.1 has one status for all (SOAP 1.1, 6.2); in 1.2 what the caller did wrong is a 400 (SOAP 1.2 Part 2, 7.5.2.2). */
export function faultStatusOf(version: SoapVersion, code: FaultCode): number {
  return version === '1.2' && code === 'Client' ? 400 : 500
}

export interface Fault {
  /** Its local name: Client, Server, Sender, Receiver, or one of the service's own. */
  code: string
  /** From the outer to the inner, as 1.2 nests them. */
  subcodes: readonly string[]
  reason: string
  /** Who says so: the actor, or in 1.2 the node. */
  actor: string | null
  detail: XmlNode | null
}

/** Null: the body holds no fault. */
export function readFault(version: SoapVersion, { children }: XmlNode): Fault | null {
  const uri = ENVELOPE[version]
  const fault = children.find((child) => child.local === 'Fault' && child.uri === uri)
  if (!fault) return null
  return version === '1.1' ? readFault11(fault) : readFault12(fault)
}

function readFault11({ children }: XmlNode): Fault {
  const code = childOf(children, 'faultcode')
  return {
    code: code ? nameIn(code) : '',
    subcodes: [],
    reason: childOf(children, 'faultstring')?.text.trim() ?? '',
    actor: childOf(children, 'faultactor')?.text.trim() ?? null,
    detail: childOf(children, 'detail') ?? null,
  }
}

function readFault12({ children }: XmlNode): Fault {
  const code = childOf(children, 'Code')
  const value = code && childOf(code.children, 'Value')
  const subcodes: string[] = []
  for (let at = code && childOf(code.children, 'Subcode'); at; at = childOf(at.children, 'Subcode')) {
    const inner = childOf(at.children, 'Value')
    if (inner) subcodes.push(nameIn(inner))
  }
  const texts = childOf(children, 'Reason')?.children ?? []
  const spanish = texts.find(({ attributes }) => attributes.get(LANG)?.startsWith('es'))
  return {
    code: value ? nameIn(value) : '',
    subcodes,
    reason: (spanish ?? texts[0])?.text.trim() ?? '',
    actor: childOf(children, 'Node')?.text.trim() ?? null,
    detail: childOf(children, 'Detail') ?? null,
  }
}

const LANG = `{${XML}}lang`

/** Some stacks give their parts the namespace of the envelope, others none. */
function childOf(children: readonly XmlNode[], local: string): XmlNode | undefined {
  return children.find((child) => child.local === local)
}

function nameIn({ text, scope }: XmlNode): string {
  const written = text.trim()
  return splitName(resolveName(written, scope) ?? written).local
}
