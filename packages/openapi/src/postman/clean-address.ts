import { namesCredential } from './names-credential.ts'

/** An address as a person wrote it, without who calls and without the values of its query that prove it. */
export function cleanAddress(text: string): string {
  const [address = '', search] = text.replace(/#.*$/s, '').split('?')
  const anonymous = address.replace(/^([a-z][a-z\d+.-]*:\/\/)?[^/]*@/i, '$1')
  const clean = anonymous.split('/').map(cleanSegment).join('/')
  return search === undefined ? clean : `${clean}?${search.split('&').map(cleanPair).join('&')}`
}

/** Some services are called at an address that only its owner knows: what proves it becomes a parameter of the path. */
export function cleanSegment(segment: string): string {
  const isToken =
    /^bot\d+:/.test(segment) ||
    (/^[\w-]{20,}$/.test(segment) && [/\d/, /[a-z]/, /[A-Z]/].every((each) => each.test(segment)))
  return isToken ? ':secreto' : segment
}

function cleanPair(pair: string): string {
  const [[nombre, value] = ['', '']] = new URLSearchParams(pair)
  return namesCredential(nombre) || provesCaller(value) ? `${pair.split('=')[0]}=` : pair
}

/** Values that are credentials whatever they are called. */
export function provesCaller(value: string): boolean {
  return /^(?:bearer|basic|digest)\s|^eyJ[\w-]+\./i.test(value)
}
