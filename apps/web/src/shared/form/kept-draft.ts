import { describeField, type FormSchema, withoutSecrets } from '@div/ui'
import { type Difference, isEqual, listDifferences, mergeChosen } from './differences.ts'

/** What a form held that was not stored when the session ended. Of this tab: it goes when the tab is closed. */
export interface KeptDraft {
  /** Whose it is: nobody else is offered it. */
  usuarioId: string
  changes: readonly Difference[]
}

/** What somebody changed, without the secrets among it. */
export function listKeepable(draft: unknown, base: unknown, fields: FormSchema): Difference[] {
  return listDifferences(withoutSecrets(draft, fields), base).filter(
    ({ campo }) => !describeField(fields, campo).isSecret,
  )
}

/** The form as it was left, on what is stored now. */
export function takeKept<Draft>(base: Draft, { changes }: KeptDraft): Draft {
  return mergeChosen(base, changes, () => true)
}

/** Whether somebody stored something else meanwhile of what was changed. */
export function isOvertaken(base: unknown, kept: KeptDraft): boolean {
  const undone = mergeChosen(
    base,
    kept.changes.map(({ campo, theirs }) => ({ campo, mine: theirs, theirs })),
    () => true,
  )
  return !isEqual(undone, base)
}

const PREFIX = 'borrador:'

export function storeKept(address: string, kept: KeptDraft): void {
  sessionStorage.setItem(`${PREFIX}${address}`, JSON.stringify(kept))
}

export function readKept(address: string, usuarioId: string | undefined): KeptDraft | null {
  const text = sessionStorage.getItem(`${PREFIX}${address}`)
  // Nobody but `storeKept` of this very page writes it.
  const kept = text === null ? null : (JSON.parse(text) as KeptDraft)
  return kept?.usuarioId === usuarioId ? kept : null
}

export function dropKept(address: string): void {
  sessionStorage.removeItem(`${PREFIX}${address}`)
}
