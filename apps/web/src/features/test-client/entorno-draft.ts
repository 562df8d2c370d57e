import type { EntornoGuardado } from '@div/contract'

type EntornoDraft = Pick<EntornoGuardado, 'nombre' | 'variables'>

/** What an editor of it begins with; null: of a new one. */
export function draftOf(stored: EntornoGuardado | null): EntornoDraft {
  return { nombre: stored?.nombre ?? '', variables: stored?.variables ?? [] }
}

/** Whether leaving it would lose something that was written; of a new one also where it has no name yet. */
export function isChanged(draft: EntornoDraft, stored: EntornoGuardado | null): boolean {
  return JSON.stringify(draft) !== JSON.stringify(draftOf(stored))
}
