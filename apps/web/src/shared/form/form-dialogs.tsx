import { describeField, type FormSchema } from '@div/ui'
import { ConflictDialog } from './conflict-dialog.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import type { ResourceForm, Stored } from './use-resource-form.ts'

interface FormDialogsProps<Saved extends Stored, Draft extends object> {
  form: ResourceForm<Saved, Draft>
  toDraft: (saved: Saved) => Draft
  /** The form's own words for its fields. */
  fields?: FormSchema
}

const UNNAMED: FormSchema = {}

/** What a form asks in between: whether to leave changes behind, and what to do about those of somebody else. */
export function FormDialogs<Saved extends Stored & { actualizadoPor?: string | null }, Draft extends object>({
  form,
  toDraft,
  fields = UNNAMED,
}: FormDialogsProps<Saved, Draft>) {
  const { draft, isDirty, isSaving, conflict } = form
  return (
    <>
      <UnsavedGuard isDirty={isDirty && !isSaving} />
      {conflict && (
        <ConflictDialog
          mine={draft}
          theirs={toDraft(conflict)}
          author={conflict.actualizadoPor ?? null}
          isSaving={isSaving}
          describe={(campo) => describeField(fields, campo)}
          onResolve={(chosen) => void form.resolve(chosen)}
          onClose={form.leaveConflict}
        />
      )}
    </>
  )
}
