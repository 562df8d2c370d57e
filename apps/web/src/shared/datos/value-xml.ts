import { isNcName } from '@div/contract'
import { isRecord } from '@div/ui'

const MAX_DEPTH = 40
/** What XML 1.0 allows in no text at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A value as indented XML, line by line: lists repeat their element, what is no name of an element stands in an attribute. */
export function xmlLines(value: unknown, name = 'valor'): string[] {
  const lines: string[] = []
  addElement(lines, { value, name, depth: 0 })
  return lines
}

function addElement(
  lines: string[],
  { value, name, depth }: { value: unknown; name: string; depth: number },
): void {
  const indent = '  '.repeat(depth)
  const [open, close] = isNcName(name) ? [name, name] : [`campo nombre="${escapeXml(name)}"`, 'campo']
  if (value === null || value === undefined) lines.push(`${indent}<${open}/>`)
  else if (Array.isArray(value)) {
    lines.push(`${indent}<${open}>`)
    for (const item of value) addElement(lines, { value: item, name: 'elemento', depth: depth + 1 })
    lines.push(`${indent}</${close}>`)
  } else if (isRecord(value) && depth < MAX_DEPTH) {
    lines.push(`${indent}<${open}>`)
    for (const [field, held] of Object.entries(value))
      addElement(lines, { value: held, name: field, depth: depth + 1 })
    lines.push(`${indent}</${close}>`)
  } else {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    lines.push(`${indent}<${open}>${escapeXml(text)}</${close}>`)
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeXml(text: string): string {
  return text.replace(NOT_XML, '�').replace(/[&<>"]/g, (each) => ESCAPES[each] ?? each)
}
