import { SettledDateInput } from '@div/ui'
import { Button, Group, NumberInput, Popover, Select, Stack, TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { FilterSelect } from '../../shared/list/filter-select.tsx'
import { ResourceSelect } from '../../shared/list/resource-select.tsx'
import type { ListAddress } from '../../shared/list/use-list-address.ts'
import { ESTADO_LABELS } from '../../shared/trace/estados.tsx'
import { ORIGEN_LABELS } from '../../shared/trace/origen-labels.ts'

export const FILTERS = {
  q: '',
  estado: '',
  origen: '',
  procesoId: '',
  canalId: '',
  desde: '',
  hasta: '',
  duracionMinMs: '',
  duracionMaxMs: '',
  clave: '',
  orden: '',
}
export type EjecucionAddress = ListAddress<keyof typeof FILTERS>

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The state stands in sight; the rest, of which some are set now and then, behind one button. */
export function EjecucionFilters({ address: { values, set } }: { address: EjecucionAddress }) {
  const behind = [
    values.origen,
    values.procesoId,
    values.canalId,
    values.desde,
    values.hasta,
    values.duracionMinMs,
    values.duracionMaxMs,
    values.clave,
  ]
  const count = behind.filter((value) => value !== '').length
  return (
    <Group gap="sm">
      <FilterSelect
        label="Estado"
        width={150}
        data={optionsOf(ESTADO_LABELS)}
        value={values.estado}
        onChange={(estado) => set('estado', estado)}
      />
      <Popover position="bottom-start" width={320} trapFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />}>
            {count === 0 ? 'Más filtros' : `Más filtros (${count})`}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="md">
            <ResourceSelect
              label="Proceso"
              resource="procesos"
              clearable
              comboboxProps={{ withinPortal: false }}
              value={values.procesoId || null}
              onChange={(id) => set('procesoId', id ?? '')}
            />
            <ResourceSelect
              label="Canal"
              resource="canales"
              clearable
              comboboxProps={{ withinPortal: false }}
              value={values.canalId || null}
              onChange={(id) => set('canalId', id ?? '')}
            />
            <Select
              label="Origen"
              clearable
              comboboxProps={{ withinPortal: false }}
              data={optionsOf(ORIGEN_LABELS)}
              value={values.origen || null}
              onChange={(origen) => set('origen', origen ?? '')}
            />
            {(['desde', 'hasta'] as const).map((name) => (
              <SettledDateInput
                key={name}
                kind="fechaHora"
                isWithinPanel
                label={name === 'desde' ? 'Desde' : 'Hasta'}
                {...(name === 'hasta' && values.desde !== '' && { min: values.desde })}
                {...(name === 'desde' && values.hasta !== '' && { max: values.hasta })}
                value={values[name]}
                onChange={(instant) => set(name, instant)}
              />
            ))}
            <TextInput
              label="Clave de negocio"
              description="El valor entero, como un número de pedido."
              value={values.clave}
              onChange={({ currentTarget }) => set('clave', currentTarget.value)}
            />
            <Group grow gap="sm">
              {(['duracionMinMs', 'duracionMaxMs'] as const).map((name) => (
                <NumberInput
                  key={name}
                  label={name === 'duracionMinMs' ? 'Duró al menos (ms)' : 'Y como mucho (ms)'}
                  min={0}
                  allowDecimal={false}
                  value={values[name]}
                  onChange={(ms) => set(name, String(ms))}
                />
              ))}
            </Group>
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Group>
  )
}

/** What the address says, as the API understands it: nothing of the sorting. */
export function toQuery({ orden: _, ...rest }: EjecucionAddress['values']): Record<string, string> {
  return rest
}
