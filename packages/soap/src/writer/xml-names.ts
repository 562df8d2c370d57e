import { toNcName } from '@div/contract'

/**
 * Names of elements for these fields, in their order. What a name of XML cannot hold (XML 1.0, 2.3) becomes `_`; two that would then be
 * alike are told apart by a number.
 */
export function xmlNamesOf(nombres: readonly string[]): string[] {
  const taken = new Set<string>()
  return nombres.map((nombre) => {
    const name = xmlNameOf(nombre)
    let free = name
    for (let number = 2; taken.has(free); number++) free = `${name}_${number}`
    taken.add(free)
    return free
  })
}

function xmlNameOf(nombre: string): string {
  const name = toNcName(nombre)
  // What begins with xml is reserved.
  return /^xml/i.test(name) ? `_${name}` : name
}
