import { resolveLocation } from '@div/contract'

/** Whole addresses of a service that a document gives, also from where it itself lies; others are told of. */
export function listAddresses(given: readonly string[], location: string, avisos: Set<string>): string[] {
  const addresses = given.flatMap((text) => {
    const address = addressOf(text, location)
    if (address === null) avisos.add(`La dirección «${text}» no es completa: escriba la dirección base.`)
    return address ?? []
  })
  return [...new Set(addresses)]
}

/** Without what an operation puts behind it; null: it is none. */
export function addressOf(text: string, location: string): string | null {
  const href = URL.canParse(text) ? text : (resolveLocation(location, text) ?? '')
  if (!URL.canParse(href)) return null
  const { protocol, origin, pathname, username } = new URL(href)
  if (!/^https?:$/.test(protocol) || username !== '') return null
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
