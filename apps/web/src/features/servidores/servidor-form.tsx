import type { ErrorDeCampo, ServidorGuardado, TipoServidor } from '@div/contract'
import { type FormSchema, notify, SchemaForm } from '@div/ui'
import { Badge, Button, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { addressOf, TO_NEW_PROCESO } from '../../shared/address-of.ts'
import { FormDialogs } from '../../shared/form/form-dialogs.tsx'
import { LoadingForm } from '../../shared/form/loading-form.tsx'
import { ObjectPage, type ObjectSection } from '../../shared/form/object-page.tsx'
import { LoadError } from '../../shared/load-error.tsx'
import { TipoIcon } from '../../shared/servidores/tipo-icon.tsx'
import { TO_TEST } from '../../shared/servidores/to-test.ts'
import { useCan } from '../../shared/session.ts'
import { ChangedBy } from '../../shared/time/changed-by.tsx'
import { useSwitchOff } from '../../shared/usos/use-switch-off.tsx'
import { UsedBy } from '../../shared/usos/used-by.tsx'
import { ConexionSection } from './conexion-section.tsx'
import { ContratoPanel } from './contrato-panel.tsx'
import { LivePanel } from './live-panel.tsx'
import { ObjectBrowser } from './object-browser.tsx'
import { ServidorActions } from './servidor-menu.tsx'
import { toServidorDraft, useServidorForm } from './servidores-api.ts'
import { TestPanel } from './test-panel.tsx'
import { useConnectionTest } from './use-connection-test.ts'

interface ServidorFormProps {
  id: string | null
  /** Undefined until they are known. */
  tipos: readonly TipoServidor[] | undefined
  /** Of a new one. */
  tipo?: TipoServidor
}

const BACK = { to: '/servidores', label: 'Servidores' }
const NO_TIPOS: readonly TipoServidor[] = []

export function ServidorForm({ id, tipos = NO_TIPOS, tipo: chosen }: ServidorFormProps) {
  const navigate = useNavigate()
  const form = useServidorForm(id, { tipos, tipo: chosen, onStored: took })
  const { draft, change, errors, saved } = form
  const test = useConnectionTest(id, form)
  const { switchOff, dialog } = useSwitchOff('servidores', 'el servidor')
  const tipo = chosen ?? tipos.find(({ tipoServidor }) => tipoServidor === saved?.tipoServidor)
  const fields = useMemo(() => describeFields(tipo), [tipo])

  if (form.loadError) return <LoadError error={form.loadError} onRetry={form.retry} back={BACK} />
  if (tipo === undefined || (id !== null && saved === null)) return <LoadingForm />

  function took(stored: ServidorGuardado) {
    notify.success(id === null ? 'Servidor creado' : 'Servidor guardado', stored.nombre)
    // What was tried before there was anything to keep it at is tried again, now to be kept.
    const state = test.result !== null && !test.isStale ? TO_TEST : null
    if (id === null) navigate(addressOf('servidores', stored.id), { replace: true, state })
  }

  const part = (name: 'pool' | 'resiliencia') => (
    <SchemaForm
      key={name}
      schema={tipo[name]}
      value={draft[name]}
      // What is not right yet is told when it is stored.
      onChange={(value) => change({ [name]: value })}
      errors={errors}
      root={name}
      help={`/docs/campos-servidor#servidor.${name}`}
    />
  )

  const sections: ObjectSection[] = [
    {
      id: 'conexion',
      label: 'Conexión',
      errorCount: errors.filter(({ campo }) => !/^(pool|resiliencia)\b/.test(campo)).length,
      content: <ConexionSection form={form} tipo={tipo} sugerencias={test.result?.sugerencias} />,
    },
    { id: 'pool', label: 'Pool', errorCount: countOf(errors, 'pool'), content: part('pool') },
    {
      id: 'resiliencia',
      label: 'Resiliencia',
      errorCount: countOf(errors, 'resiliencia'),
      content: part('resiliencia'),
    },
  ]
  if (saved && tipo.explorable)
    sections.push({
      id: 'objetos',
      label: 'Objetos',
      content: <ObjectBrowser id={saved.id} revision={saved.revision} tipo={tipo} />,
    })
  if (saved)
    sections.push({ id: 'uso', label: 'Uso', content: <UsedBy resource="servidores" id={saved.id} /> })

  return (
    <>
      <ObjectPage
        back={BACK}
        title={saved?.nombre ?? 'Nuevo servidor'}
        badges={
          <>
            <Badge
              color="gray"
              size="lg"
              leftSection={<TipoIcon tipo={tipo.tipoServidor} label={tipo.label} size={14} />}
            >
              {tipo.label}
            </Badge>
            {saved?.activo === false && <Badge color="gray">Inactivo</Badge>}
          </>
        }
        summary={saved ? <ChangedBy at={saved.actualizadoEn} by={saved.actualizadoPor} /> : tipo.summary}
        actions={
          saved && (
            <>
              <UseInProceso />
              <ServidorActions
                servidor={saved}
                size="lg"
                variant="default"
                onRemoved={() => navigate(BACK.to)}
              />
            </>
          )
        }
        save={{
          ...form.saving,
          onSave: () => (saved?.activo && !draft.activo ? switchOff(saved, form.save) : form.save()),
        }}
        failure={form.failure}
        sections={sections}
        rail={
          <Stack gap="lg">
            {tipo.contrato && <ContratoPanel form={form} id={id} contrato={tipo.contrato} />}
            <TestPanel test={test} />
            {saved && <LivePanel servidor={saved} />}
          </Stack>
        }
      />
      {dialog}
      <FormDialogs form={form} toDraft={toServidorDraft} fields={fields} />
    </>
  )
}

/** What one does next with a servidor. */
function UseInProceso() {
  const mayDraw = useCan('procesos.crear')
  return (
    mayDraw && (
      <Button component={Link} to={TO_NEW_PROCESO} variant="default">
        Usar en un proceso
      </Button>
    )
  )
}

function countOf(errors: readonly ErrorDeCampo[], root: string): number {
  return errors.filter(({ campo }) => campo === root || campo.startsWith(`${root}.`)).length
}

/** What a conflict calls the fields. */
function describeFields(tipo: TipoServidor | undefined): FormSchema {
  return {
    properties: {
      nombre: { title: 'Nombre' },
      descripcion: { title: 'Descripción' },
      categoriaId: { title: 'Categoría' },
      activo: { title: 'Activo' },
      permitirRedPrivada: { title: 'Permitir red privada' },
      config: { ...tipo?.config, title: 'Conexión' },
      pool: { ...tipo?.pool, title: 'Pool' },
      resiliencia: { ...tipo?.resiliencia, title: 'Resiliencia' },
    },
  }
}
