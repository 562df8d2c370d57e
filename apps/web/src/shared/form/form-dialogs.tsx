import { describeField, type FormSchema } from '@div/ui'
import { ConflictDialog } from './conflict-dialog.tsx'
import { KeptDraftDialog } from './kept-draft-dialog.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import type { ResourceForm, Stored } from './use-resource-form.ts'

export interface FormDialogsProps<Saved extends Stored, Draft extends object> {
  form: ResourceForm<Saved, Draft>
  toDraft: (saved: Saved) => Draft
  /** The form's own words for its fields. */
  fields?: FormSchema
  /** In place of storing it at once, where something is to be asked before. */
  onResolve?: (chosen: Draft) => void
}

const UNNAMED: FormSchema = {}

/** What a form asks in between: whether to leave changes behind or take up earlier ones, and what to do about those of somebody else. */
export function FormDialogs<Saved extends Stored & { actualizadoPor?: string | null }, Draft extends object>({
  form,
  toDraft,
  fields = UNNAMED,
  onResolve = (chosen) => void form.resolve(chosen),
}: FormDialogsProps<Saved, Draft>) {
  const { draft, isSaving, wouldLose, conflict, saved } = form
  return (
    <>
      <UnsavedGuard isDirty={wouldLose} />
      <KeptDraftDialog
        draft={draft}
        base={form.base}
        fields={fields}
        isDirty={form.isDirty}
        onTake={form.change}
      />
      {conflict && saved && (
        <ConflictDialog
          base={toDraft(saved)}
          mine={draft}
          theirs={toDraft(conflict)}
          author={conflict.actualizadoPor ?? null}
          isSaving={isSaving}
          describe={(campo) => describeField(fields, campo)}
          onResolve={onResolve}
          onClose={form.leaveConflict}
        />
      )}
    </>
  )
}
