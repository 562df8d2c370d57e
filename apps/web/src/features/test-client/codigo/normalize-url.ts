import { fillVariables, listVariables } from '@div/contract'

/**
 * An address as it goes over the wire: what may not stand there is encoded, and its fragment stays here. Variables without a value stay names;
 * what is no address stays as it was written.
 */
export function normalizeUrl(text: string): string {
  const names = listVariables(text)
  const marks = markNames(text, names)
  const url = URL.parse(fillVariables(text, marks))
  if (url === null || !/^https?:$/.test(url.protocol)) return text
  url.hash = ''
  return [...marks].reduce((address, [name, mark]) => address.replaceAll(mark, `{{${name}}}`), url.href)
}

/** A word for each name that an address takes anywhere as it is, and that stands nowhere in it. */
function markNames(text: string, names: readonly string[]): ReadonlyMap<string, string> {
  let word = 'variable'
  while (text.toLowerCase().includes(word)) word += 'x'
  return new Map(names.map((name, index) => [name, `${word}${index}z`]))
}
