/**
 * Cells as spreadsheets put them on the clipboard: a line a row, tabs between cells; a cell that holds a tab, a line break or a quote at
 * its beginning stands in quotes, its own quotes doubled.
 */
export function writeCells(cells: readonly (readonly string[])[]): string {
  return cells.map((row) => `${row.map(quote).join('\t')}\n`).join('')
}

function quote(cell: string): string {
  return /^"|[\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** The same read back, also as other programs write it; always a rectangle, with empty cells where a row is short. */
export function readCells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  // The line break at the end ends the last row and begins no other.
  const end = text.endsWith('\r\n') ? text.length - 2 : /[\r\n]$/.test(text) ? text.length - 1 : text.length
  while (true) {
    const { cell, next } = readCell(text, at, end)
    row.push(cell)
    if (next < end && text[next] === '\t') {
      at = next + 1
      continue
    }
    rows.push(row)
    row = []
    if (next >= end) break
    at = text.startsWith('\r\n', next) ? next + 2 : next + 1
  }
  const width = Math.max(...rows.map(({ length }) => length))
  return rows.map((each) => [...each, ...Array.from({ length: width - each.length }, () => '')])
}

/** `next` is the tab or line break behind the cell, or the end. */
function readCell(text: string, from: number, end: number): { cell: string; next: number } {
  if (text[from] === '"') {
    const quoted = readQuoted(text, from, end)
    if (quoted !== null) return quoted
  }
  let next = from
  while (next < end && !isBreak(text[next])) next++
  return { cell: text.slice(from, next), next }
}

/** Null: it only begins with a quote. */
function readQuoted(text: string, from: number, end: number): { cell: string; next: number } | null {
  let cell = ''
  for (let at = from + 1; at < end; at++) {
    if (text[at] !== '"') cell += text[at]
    else if (at + 1 < end && text[at + 1] === '"') {
      cell += '"'
      at++
    } else return at + 1 >= end || isBreak(text[at + 1]) ? { cell, next: at + 1 } : null
  }
  return null
}

function isBreak(character: string | undefined): boolean {
  return character === '\t' || character === '\n' || character === '\r'
}
