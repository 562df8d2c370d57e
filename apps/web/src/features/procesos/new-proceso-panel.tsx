import { FormHelp } from '@div/ui'
import { Stack } from '@mantine/core'
import { useNavigate } from 'react-router'
import { lienzoOf } from '../../shared/address-of.ts'
import { CategoriaSelect } from '../../shared/categorias/categoria-select.tsx'
import { campoOf } from '../../shared/form/campo-of.ts'
import { DescripcionField } from '../../shared/form/descripcion-field.tsx'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'
import { FormDialogs } from '../../shared/form/form-dialogs.tsx'
import { NombreField } from '../../shared/form/nombre-field.tsx'
import { toProcesoDraft, useProcesoForm } from './procesos-api.ts'

/** A proceso begins as an entrada joined to a salida: it can be run at once, and is drawn next. */
export function NewProcesoPanel({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  // That it was created is seen: its canvas opens, and what is told there would cover how one begins.
  const form = useProcesoForm(null, ({ id }) => navigate(lienzoOf(id, true)))
  const { draft, change, errors } = form

  return (
    <EditorPanel title="Nuevo proceso" onClose={onClose} failure={form.failure} save={form.saving}>
      <FormHelp help="/documentacion/campos#procesos" root="">
        <Stack gap="lg">
          <NombreField form={form} isNew />
          <DescripcionField
            form={form}
            hint="Qué hace y para quién: se lee en la lista y en la documentación del canal."
          />
          <CategoriaSelect
            {...campoOf(errors, 'categoriaId')}
            value={draft.categoriaId}
            onChange={(categoriaId) => change({ categoriaId })}
          />
        </Stack>
      </FormHelp>
      <FormDialogs form={form} toDraft={toProcesoDraft} />
    </EditorPanel>
  )
}
