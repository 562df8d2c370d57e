import { ConfirmDialog, notify } from '@div/ui'
import { Button, Stack, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { FormDialogs } from '../../shared/form/form-dialogs.tsx'
import { ObjectPage } from '../../shared/form/object-page.tsx'
import { useReach } from '../../shared/reach.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { AjustesCard } from './ajustes-card.tsx'
import { AJUSTES_FIELDS, toAjustes, useAjustesForm } from './configuracion-api.ts'
import { CopiaCard } from './copia-card.tsx'
import { NavegadorCard } from './navegador-card.tsx'
import { RestaurarCard } from './restaurar-card.tsx'
import { SeguridadSection } from './seguridad-section.tsx'

const POOLS = '/configuracion-async-pool'

export default function ConfiguracionPage() {
  const form = useAjustesForm()
  const { draft, saved, errors, isDirty, isSaving, reset } = form
  const [isAsking, setIsAsking] = useState(false)
  const reaches = useReach()
  const days = draft.historialDias ?? saved?.porDefecto.historialDias ?? 0

  async function save() {
    if ((await form.save()) !== null) notify.success('Configuración guardada')
  }

  return (
    <>
      <ObjectPage
        title="Configuración"
        summary={
          saved && (
            <>
              DIV {saved.version} · ajustes modificados <TimeAgo at={saved.actualizadoEn} />
            </>
          )
        }
        failure={form.failure}
        actions={
          reaches(POOLS) && (
            <Button
              component={Link}
              to={POOLS}
              variant="default"
              leftSection={<IconPlugConnected size={16} aria-hidden />}
            >
              Pools de conexiones
            </Button>
          )
        }
        {...(isDirty && {
          save: {
            isDirty,
            isSaving,
            // What is older goes at once.
            onSave: () => (saved && days < saved.historialDias ? setIsAsking(true) : void save()),
            onReset: reset,
          },
        })}
        sections={[
          {
            id: 'general',
            label: 'General',
            errorCount: errors.length,
            content: (
              <Stack gap="lg">
                <AjustesCard form={form} />
                <NavegadorCard />
              </Stack>
            ),
          },
          { id: 'seguridad', label: 'Seguridad', content: <SeguridadSection /> },
          {
            id: 'copia',
            label: 'Copia y restauración',
            content: (
              <Stack gap="lg">
                <CopiaCard />
                <RestaurarCard />
              </Stack>
            ),
          },
        ]}
      />
      <FormDialogs form={form} toDraft={toAjustes} fields={AJUSTES_FIELDS} />
      {isAsking && (
        <ConfirmDialog
          title="Guardar menos historial"
          confirm="Guardar y borrar"
          isDangerous
          onConfirm={save}
          onClose={() => setIsAsking(false)}
        >
          <Text size="sm">
            Las ejecuciones de hace más de {days} {days === 1 ? 'día' : 'días'} se borran ahora mismo. No se
            puede deshacer.
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}
