const INDENT = '  '

/** A document without line breaks, with each element that holds others on lines of its own; anything else stays as it is. */
export function indentXml(text: string): string {
  const parts = text.match(/<[^>]*>|[^<]+/g)
  if (parts === null || parts.join('') !== text || text.includes('\n')) return text
  const lines: string[] = []
  let depth = 0
  /** The last line ends with a tag that was opened, or its text. */
  let isOpen = false
  for (const part of parts) {
    const isClosing = part.startsWith('</')
    if (isClosing) depth = Math.max(0, depth - 1)
    if (!part.startsWith('<') || (isClosing && isOpen)) lines.push((lines.pop() ?? '') + part)
    else lines.push(INDENT.repeat(depth) + part)
    if (isClosing) isOpen = false
    else if (part.startsWith('<')) {
      isOpen = !/^<[?!]|\/>$/.test(part)
      if (isOpen) depth++
    }
  }
  return lines.join('\n')
}
