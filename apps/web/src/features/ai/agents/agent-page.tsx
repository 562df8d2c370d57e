import type { AgenteGuardado } from '@div/contract'
import { FormHelp, notify } from '@div/ui'
import { Badge, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { addressOf } from '../../../shared/address-of.ts'
import { explainError } from '../../../shared/api-error.ts'
import { FormDialogs } from '../../../shared/form/form-dialogs.tsx'
import { LoadingForm } from '../../../shared/form/loading-form.tsx'
import { ObjectPage } from '../../../shared/form/object-page.tsx'
import { RemoveDialog } from '../../../shared/list/remove-dialog.tsx'
import { LoadError } from '../../../shared/load-error.tsx'
import { useCan } from '../../../shared/session.ts'
import { ChangedBy } from '../../../shared/time/changed-by.tsx'
import { publishAgente, RESOURCE, toAgenteDraft, useAgenteForm, versionesKey } from './agents-api.ts'
import { CasosSection } from './casos-section.tsx'
import { DatosSection } from './datos-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { LimitesSection } from './limites-section.tsx'
import { TryRail } from './try-rail.tsx'
import { VersionesSection } from './versiones-section.tsx'

const BACK = { to: '/ai-agents', label: 'Agentes' }

export default function AgentPage() {
  const { id } = useParams()
  const agenteId = id === undefined || id === 'new' ? null : id
  return <AgentConfig key={agenteId} id={agenteId} />
}

function AgentConfig({ id }: { id: string | null }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useAgenteForm(id, took)
  const { errors, saved } = form
  const mayChange = useCan(id === null ? 'ai-agents.crear' : 'ai-agents.editar')
  const mayRemove = useCan('ai-agents.eliminar')
  const [isRemoving, setIsRemoving] = useState(false)

  function took(stored: AgenteGuardado) {
    notify.success(id === null ? 'Agente creado' : 'Agente guardado', stored.nombre)
    if (id === null) navigate(addressOf(RESOURCE, stored.id))
  }

  async function publish() {
    if (saved === null) return
    try {
      const { version, sinCambios } = await publishAgente(saved.id, '')
      notify.success(
        sinCambios ? 'Ya estaba publicado' : 'Agente publicado',
        `${saved.nombre}, versión ${version}`,
      )
      await queries.invalidateQueries({ queryKey: [RESOURCE] })
      await queries.invalidateQueries({ queryKey: versionesKey(saved.id) })
    } catch (error) {
      notify.error('No se pudo publicar', explainError(error))
    }
  }

  if (form.loadError !== null) return <LoadError error={form.loadError} onRetry={form.retry} back={BACK} />
  if (id !== null && saved === null) return <LoadingForm />
  const countOf = (...campos: string[]) =>
    errors.filter(({ campo }) => campos.some((each) => campo.startsWith(each))).length
  const help = (content: ReactNode) => (
    <FormHelp help="/documentacion/campos#ai-agents" root="">
      {content}
    </FormHelp>
  )
  return (
    <>
      <ObjectPage
        back={BACK}
        title={saved?.nombre ?? 'Nuevo agente'}
        badges={
          saved && (
            <Badge color={saved.versionPublicada === null ? 'yellow' : 'green'}>
              {saved.versionPublicada === null ? 'Sin publicar' : `Versión ${saved.versionPublicada}`}
            </Badge>
          )
        }
        summary={saved && <ChangedBy at={saved.actualizadoEn} by={saved.actualizadoPor} />}
        actions={
          saved && (
            <>
              {mayRemove && (
                <Button
                  variant="subtle"
                  color="red"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => setIsRemoving(true)}
                >
                  Eliminar
                </Button>
              )}
              {mayChange && (
                <Button variant="default" disabled={form.isDirty} onClick={() => void publish()}>
                  Publicar
                </Button>
              )}
            </>
          )
        }
        {...(mayChange && {
          save: form.saving,
        })}
        failure={form.failure}
        sections={[
          {
            id: 'general',
            label: 'Instrucciones',
            errorCount: countOf(
              'nombre',
              'descripcion',
              'instrucciones',
              'servidorId',
              'modelo',
              'capacidades',
              'contextos',
            ),
            content: help(<GeneralSection form={form} mayChange={mayChange} />),
          },
          {
            id: 'limites',
            label: 'Límites',
            errorCount: countOf('limites', 'maxTokens'),
            content: help(<LimitesSection form={form} mayChange={mayChange} />),
          },
          {
            id: 'datos',
            label: 'Datos de la respuesta',
            errorCount: countOf('campos'),
            content: help(<DatosSection form={form} mayChange={mayChange} />),
          },
          {
            id: 'casos',
            label: 'Casos de prueba',
            errorCount: countOf('casos'),
            content: <CasosSection form={form} mayChange={mayChange} />,
          },
          ...(saved
            ? [
                {
                  id: 'versiones',
                  label: 'Versiones',
                  content: <VersionesSection agente={saved} mayChange={mayChange} isDirty={form.isDirty} />,
                },
              ]
            : []),
        ]}
        rail={saved && mayChange && <TryRail id={saved.id} isDirty={form.isDirty} />}
      />
      <FormDialogs form={form} toDraft={toAgenteDraft} />
      {saved && isRemoving && (
        <RemoveDialog
          resource={RESOURCE}
          noun="el agente"
          row={saved}
          onClose={() => setIsRemoving(false)}
          onRemoved={() => navigate(BACK.to)}
        />
      )}
    </>
  )
}
