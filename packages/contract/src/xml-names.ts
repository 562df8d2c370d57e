/** XML 1.0 (fifth edition), 2.3, without the colon: what names of namespaces are made of (Namespaces in XML 1.0, 4). */
const START = String.raw`A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}`
const NCNAME = `[${START}][${START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]*`
const QNAME = new RegExp(`^(?:(${NCNAME}):)?(${NCNAME})$`, 'u')
const ONLY_NCNAME = new RegExp(`^${NCNAME}$`, 'u')

export interface SplitName {
  prefix: string
  local: string
}

/** `p:local`; null: it is no name. */
export function splitQName(name: string): SplitName | null {
  const match = QNAME.exec(name)
  return match ? { prefix: match[1] ?? '', local: match[2] ?? '' } : null
}

export function isNcName(name: string): boolean {
  return ONLY_NCNAME.test(name)
}

const NO_NAME_CHARACTER = new RegExp(`[^${START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]`, 'gu')

/** A name made of a text: what none can hold becomes `_`. */
export function toNcName(text: string): string {
  const name = text.replace(NO_NAME_CHARACTER, '_')
  return isNcName(name) ? name : `_${name}`
}
