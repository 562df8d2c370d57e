import { PROMUEVEN } from '@div/contract'
import { notify, pickFields, SchemaForm } from '@div/ui'
import { Alert, Select, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { DescripcionField } from '../../shared/form/descripcion-field.tsx'
import { NombreField } from '../../shared/form/nombre-field.tsx'
import { ResourcePanel } from '../../shared/form/resource-panel.tsx'
import type { Opened } from '../../shared/list/use-opened.ts'
import { useCan } from '../../shared/session.ts'
import { EntornoActions } from './entorno-actions.tsx'
import { ENTORNO_FIELDS, toEntornoDraft, useEntornoForm, useNombres } from './entornos-api.ts'
import { VinculosField } from './vinculos-field.tsx'

const CONEXION = pickFields(ENTORNO_FIELDS, ['urlBase', 'clave', 'permitirRedPrivada', 'orden'])
const PROMUEVEN_OPTIONS = [
  { value: 'admin', label: 'Solo administradores' },
  { value: 'operador', label: 'Administradores y operadores' },
]
const NADA = { servidores: [], parametros: [] }

/** Another DIV beside the list: where it is, with what key, and what is called otherwise there. */
export function EntornoPanel({ opened }: { opened: Opened }) {
  const { id, isNew } = opened
  const form = useEntornoForm(id, (stored) => {
    notify.success(
      isNew ? 'Entorno creado' : 'Entorno guardado',
      isNew ? 'Pruébelo para saber si responde.' : stored.nombre,
    )
    if (isNew) opened.open(stored.id)
  })
  const { draft, base, change, errors, saved, isDirty } = form
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set())
  const [discarded, setDiscarded] = useState(0)
  const mayBind = useCan('entornos.editar')
  const nombres = useNombres(id, saved !== null && mayBind)

  function reset() {
    form.reset()
    setUnread(new Set())
    setDiscarded((times) => times + 1)
  }

  function bind(which: 'servidores' | 'parametros') {
    return (vinculos: Record<string, string>, isWhole: boolean) => {
      setUnread((before) => (isWhole ? before.difference(new Set([which])) : before.union(new Set([which]))))
      change({ vinculos: { ...draft.vinculos, [which]: vinculos } })
    }
  }

  const field = (which: 'servidores' | 'parametros', mayChange: boolean) => ({
    // What was typed gives way when it is discarded or another version is read.
    key: `${which} ${discarded} ${JSON.stringify(base.vinculos)}`,
    value: draft.vinculos[which],
    nombres: {
      aqui: (nombres.data?.aqui ?? NADA)[which],
      alli: (nombres.data?.alli ?? NADA)[which],
    },
    error: errors.find(({ campo }) => campo.startsWith(`vinculos.${which}`))?.mensaje,
    isReadOnly: !mayChange,
    onChange: bind(which),
  })

  return (
    <ResourcePanel
      resource="entornos"
      noun="el entorno"
      opened={opened}
      form={form}
      toDraft={toEntornoDraft}
      fields={ENTORNO_FIELDS}
      title={isNew ? 'Nuevo entorno' : 'Entorno'}
      nombre={saved?.nombre}
      isReady={isDirty && unread.size === 0}
      onReset={reset}
    >
      {(mayChange) => (
        <>
          {saved && <EntornoActions entorno={saved} isDirty={isDirty} mayChange={mayChange} />}
          <NombreField form={form} placeholder="Producción" isNew={isNew} isReadOnly={!mayChange} />
          <SchemaForm
            schema={CONEXION}
            value={draft}
            onChange={(next) => change(next)}
            errors={errors}
            root=""
            columns={1}
            isReadOnly={!mayChange}
          />
          {String(draft.urlBase).startsWith('http://') && (
            <Alert color="yellow" p="sm">
              Sin https, la clave de API viaja sin cifrar: úselo solo en una red de confianza.
            </Alert>
          )}
          <Select
            label="Quién promueve"
            data-campo="promueven"
            description="Además hace falta poder editar procesos."
            allowDeselect={false}
            disabled={!mayChange}
            data={PROMUEVEN_OPTIONS}
            value={draft.promueven}
            onChange={(value) => {
              const promueven = PROMUEVEN.find((each) => each === value)
              if (promueven) change({ promueven })
            }}
          />
          <Stack component="section" gap="md" aria-label="Vínculos" data-campo="vinculos">
            <div>
              <Title order={3} size="h4">
                Vínculos por nombre
              </Title>
              <Text size="sm" c="dimmed">
                Solo viajan los procesos: usan los servidores y parámetros de allí que se llamen igual, o como
                diga aquí.
              </Text>
            </div>
            {nombres.error && (
              <Text size="sm" c="dimmed">
                No se pudo leer qué hay allí: escriba los nombres.
              </Text>
            )}
            <VinculosField {...field('servidores', mayChange)} legend="Servidores" noun="servidor" />
            <VinculosField {...field('parametros', mayChange)} legend="Parámetros" noun="parámetro" />
          </Stack>
          <DescripcionField form={form} isReadOnly={!mayChange} />
        </>
      )}
    </ResourcePanel>
  )
}
