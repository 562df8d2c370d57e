import type { CanalGuardado, ErrorDeCampo } from '@div/contract'
import { notify, pickFields, SchemaForm } from '@div/ui'
import { Badge, Button, Stack } from '@mantine/core'
import { IconPlayerPlay, IconRoute } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from 'react-router'
import { testAddressOf } from '../../shared/canales/test-address.ts'
import { FormDialogs } from '../../shared/form/form-dialogs.tsx'
import { LoadingForm } from '../../shared/form/loading-form.tsx'
import { ObjectPage, type ObjectSection } from '../../shared/form/object-page.tsx'
import { LoadError } from '../../shared/load-error.tsx'
import { ChangedBy } from '../../shared/time/changed-by.tsx'
import { useSwitchOff } from '../../shared/usos/use-switch-off.tsx'
import { UsedBy } from '../../shared/usos/used-by.tsx'
import { AddressPanel } from './address-panel.tsx'
import { CanalMenu } from './canal-menu.tsx'
import { CanalResumenPanel } from './canal-resumen-panel.tsx'
import {
  CANAL_FIELDS,
  type CanalDraft,
  type CanalForm,
  tipoOfAcceso,
  toCanalDraft,
  useCanalForm,
} from './canales-api.ts'
import { GeneralSection } from './general-section.tsx'
import { TokensHint } from './tokens-hint.tsx'

type DrawnField =
  | 'acceso'
  | 'limite'
  | 'concurrencia'
  | 'tiempoMaximoMs'
  | 'maxCuerpoBytes'
  | 'cors'
  | 'prioridad'
  | 'adjuntos'
  | 'aviso'

const LIMITES: readonly DrawnField[] = ['tiempoMaximoMs', 'maxCuerpoBytes', 'limite', 'concurrencia']
const SOAP: readonly DrawnField[] = ['adjuntos']
const ASINCRONO: readonly DrawnField[] = ['prioridad', 'aviso']
const BACK = { to: '/canales', label: 'Canales' }

export default function CanalesConfigPage() {
  const { id = null } = useParams()
  return <CanalConfig key={id} id={id} />
}

function CanalConfig({ id }: { id: string | null }) {
  const navigate = useNavigate()
  const form = useCanalForm(id, took)
  const { draft, errors, saved } = form
  const { switchOff, dialog } = useSwitchOff('canales', 'el canal')

  if (form.loadError) return <LoadError error={form.loadError} onRetry={form.retry} back={BACK} />
  if (id !== null && saved === null) return <LoadingForm />

  function took(stored: CanalGuardado) {
    if (id === null) {
      notify.success('Canal creado', 'Asígnele ahora los procesos que publica.')
      navigate(`/canales/${stored.id}/asignar-procesos`, { replace: true })
    } else {
      notify.success('Canal guardado', 'Vale en todos los motores en dos segundos.')
    }
  }

  const drawn = (names: readonly DrawnField[]) => <Drawn key={names[0]} form={form} names={names} />
  const sections: ObjectSection[] = [
    {
      id: 'general',
      label: 'General',
      errorCount: countOf(errors, ['nombre', 'ruta', 'descripcion', 'categoriaId', 'tipo', 'modo']),
      content: <GeneralSection form={form} />,
    },
    {
      id: 'acceso',
      label: 'Acceso',
      errorCount: countOf(errors, ['acceso']),
      content: (
        <Stack gap="lg">
          {drawn(['acceso'])}
          {tipoOfAcceso(draft.acceso) === 'token' && <TokensHint />}
          {saved && tipoOfAcceso(draft.acceso) === 'token' && (
            <UsedBy
              resource="canales"
              id={saved.id}
              title="Tokens que abren este canal por su nombre"
              none="Ninguno todavía. Los que abren todos los canales abren también este."
            />
          )}
        </Stack>
      ),
    },
    { id: 'limites', label: 'Límites', errorCount: countOf(errors, LIMITES), content: drawn(LIMITES) },
    ...(draft.tipo === 'SOAP'
      ? [{ id: 'soap', label: 'SOAP', errorCount: countOf(errors, SOAP), content: drawn(SOAP) }]
      : []),
    ...(draft.modo === 'asincrono'
      ? [
          {
            id: 'asincrono',
            label: 'Cola y avisos',
            errorCount: countOf(errors, ASINCRONO),
            content: drawn(ASINCRONO),
          },
        ]
      : []),
    { id: 'cors', label: 'CORS', errorCount: countOf(errors, ['cors']), content: drawn(['cors']) },
  ]

  return (
    <>
      <ObjectPage
        back={BACK}
        title={saved?.nombre ?? 'Nuevo canal'}
        badges={
          <>
            <Badge color="gray" size="lg">
              {draft.tipo}
            </Badge>
            {draft.modo === 'asincrono' && (
              <Badge color="gray" size="lg">
                Asíncrono
              </Badge>
            )}
            {saved?.activo === false && <Badge color="gray">Inactivo</Badge>}
          </>
        }
        summary={
          saved ? (
            <ChangedBy at={saved.actualizadoEn} by={saved.actualizadoPor} />
          ) : (
            'La dirección y las reglas con las que otros sistemas llaman a sus procesos.'
          )
        }
        actions={
          saved && (
            <>
              <CanalMenu canal={saved} size="lg" variant="default" onRemoved={() => navigate(BACK.to)} />
              <Button
                component={Link}
                to={testAddressOf(saved.id)}
                variant="default"
                leftSection={<IconPlayerPlay size={16} aria-hidden />}
              >
                Probar
              </Button>
              <Button
                component={Link}
                to={`/canales/${saved.id}/asignar-procesos`}
                variant="default"
                leftSection={<IconRoute size={16} aria-hidden />}
              >
                Asignar procesos
              </Button>
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
            <AddressPanel draft={draft} isStored={saved !== null && saved.ruta === draft.ruta} />
            {saved && <CanalResumenPanel id={saved.id} />}
          </Stack>
        }
      />
      {dialog}
      <FormDialogs form={form} toDraft={toCanalDraft} fields={CANAL_FIELDS} />
    </>
  )
}

/** The part of the form that the schema draws. */
function Drawn({ form, names }: { form: CanalForm; names: readonly DrawnField[] }) {
  const { draft, change, errors } = form
  return (
    <SchemaForm
      schema={pickFields(CANAL_FIELDS, names)}
      value={draft}
      onChange={(values) => change(pickDrawn(values, names))}
      errors={errors}
      root=""
      help="/docs/canales#canal"
    />
  )
}

function pickDrawn(
  values: Readonly<Record<string, unknown>>,
  names: readonly DrawnField[],
): Partial<CanalDraft> {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

function countOf(errors: readonly ErrorDeCampo[], names: readonly string[]): number {
  return errors.filter(({ campo }) => names.includes(campo.split(/[.[]/)[0] ?? '')).length
}
