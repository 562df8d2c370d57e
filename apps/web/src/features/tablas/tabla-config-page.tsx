import type { TablaGuardada } from '@div/contract'
import { FormHelp, notify } from '@div/ui'
import { Alert, Button, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { CategoriaSelect } from '../../shared/categorias/categoria-select.tsx'
import { campoOf } from '../../shared/form/campo-of.ts'
import { DescripcionField } from '../../shared/form/descripcion-field.tsx'
import { FormDialogs } from '../../shared/form/form-dialogs.tsx'
import { NombreField } from '../../shared/form/nombre-field.tsx'
import { ObjectPage } from '../../shared/form/object-page.tsx'
import { RemoveDialog } from '../../shared/list/remove-dialog.tsx'
import { LoadError } from '../../shared/load-error.tsx'
import { useCan } from '../../shared/session.ts'
import { ChangedBy } from '../../shared/time/changed-by.tsx'
import { UsedBy } from '../../shared/usos/used-by.tsx'
import { ColumnasEditor } from './columnas-editor.tsx'
import { readFilasQueNoCaben } from './read-filas-que-no-caben.ts'
import { toTablaDraft, useTablaForm } from './tablas-api.ts'

const BACK = { to: '/tablas', label: 'Tablas' }

export default function TablaConfigPage() {
  const { id } = useParams()
  const tablaId = id === undefined || id === 'new' ? null : id
  return <TablaConfig key={tablaId} id={tablaId} />
}

function TablaConfig({ id }: { id: string | null }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useTablaForm(id, took)
  const { draft, change, errors, saved } = form
  const mayChange = useCan(id === null ? 'tablas.crear' : 'tablas.editar')
  const mayRemove = useCan('tablas.eliminar')
  const [isRemoving, setIsRemoving] = useState(false)
  const filasQueNoCaben = readFilasQueNoCaben(form.refusal)

  function took(stored: TablaGuardada) {
    // Its rows have gone to the new columns.
    void queries.invalidateQueries({ queryKey: ['tablas', 'filas', stored.id] })
    notify.success(id === null ? 'Tabla creada' : 'Tabla guardada', stored.nombre)
    navigate(`/tablas/${stored.id}`)
  }

  if (form.loadError !== null) return <LoadError error={form.loadError} onRetry={form.retry} back={BACK} />
  if (id !== null && saved === null) return <Skeleton height={320} />
  const back = saved ? { to: `/tablas/${saved.id}`, label: saved.nombre } : BACK
  return (
    <>
      <ObjectPage
        back={back}
        title={saved ? `Columnas de ${saved.nombre}` : 'Nueva tabla'}
        summary={saved && <ChangedBy at={saved.actualizadoEn} by={saved.actualizadoPor} />}
        actions={
          mayRemove &&
          saved && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setIsRemoving(true)}
            >
              Eliminar
            </Button>
          )
        }
        {...(mayChange && {
          save: form.saving,
        })}
        failure={filasQueNoCaben.length > 0 ? null : form.failure}
        sections={[
          {
            id: 'columnas',
            label: 'Columnas',
            content: (
              <Stack gap="lg">
                {filasQueNoCaben.length > 0 && (
                  <Alert color="red" variant="light" title="Hay filas que no caben en las columnas nuevas">
                    <Text size="sm">{form.failure}</Text>
                    <List size="sm" mt="sm">
                      {filasQueNoCaben.map(({ fila, columna, mensaje }) => (
                        <List.Item key={`${fila}/${columna}`}>
                          Fila {fila}, {columna}: {mensaje}
                        </List.Item>
                      ))}
                    </List>
                  </Alert>
                )}
                <FormHelp help="/documentacion/campos#tablas" root="">
                  <Stack gap="lg">
                    <NombreField
                      form={form}
                      description='Así la llaman las fórmulas: BUSCAR("nombre"; clave; "columna").'
                      maw={420}
                      isNew={id === null}
                      isReadOnly={!mayChange}
                    />
                    <Title order={2} size="h3">
                      Columnas
                    </Title>
                    <ColumnasEditor
                      columnas={draft.columnas}
                      onChange={(columnas) => change({ columnas })}
                      errors={errors}
                      isReadOnly={!mayChange}
                    />
                    <CategoriaSelect
                      maw={420}
                      disabled={!mayChange}
                      {...campoOf(errors, 'categoriaId')}
                      value={draft.categoriaId}
                      onChange={(categoriaId) => change({ categoriaId })}
                    />
                    <DescripcionField form={form} isReadOnly={!mayChange} />
                  </Stack>
                </FormHelp>
                {saved && <UsedBy resource="tablas" id={saved.id} />}
              </Stack>
            ),
          },
        ]}
      />
      <FormDialogs form={form} toDraft={toTablaDraft} />
      {isRemoving && saved && (
        <RemoveDialog
          resource="tablas"
          noun="la tabla"
          row={saved}
          onClose={() => setIsRemoving(false)}
          onRemoved={() => navigate('/tablas')}
        />
      )}
    </>
  )
}
