import { type CopiedNodos, copiedSchema } from '../document/copy-nodos.ts'

const KEY = 'lienzo:nodos'

/** What was copied last, in any tab. */
export function readCopied(): CopiedNodos | null {
  try {
    return copiedSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null')).data ?? null
  } catch {
    // Something else wrote there: nothing was copied.
    return null
  }
}

export function writeCopied(copied: CopiedNodos): void {
  localStorage.setItem(KEY, JSON.stringify(copied))
}
