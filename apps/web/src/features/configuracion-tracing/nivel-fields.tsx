import type { AjustesTrazas } from '@div/contract'
import { ActionIcon, Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { campoOf } from '../../shared/form/campo-of.ts'
import { SectionCard } from '../../shared/form/section-card.tsx'
import { ResourceSelect } from '../../shared/list/resource-select.tsx'
import { NIVELES, type TrazabilidadForm } from './trazabilidad-api.ts'

type Nivel = Pick<AjustesTrazas, 'nivel' | 'porcentaje'>

/** Of which runs something is kept: in general, and of the procesos that differ. */
export function NivelFields({ form: { draft, change, errors } }: { form: TrazabilidadForm }) {
  const { nivel, porcentaje, procesos } = draft
  const put = (at: number, fields: Partial<AjustesTrazas['procesos'][number]>) =>
    change({ procesos: procesos.map((each, index) => (index === at ? { ...each, ...fields } : each)) })
  return (
    <SectionCard
      title="Qué se guarda"
      summary="Todas las ejecuciones se cuentan. De las que se guardan queda su recorrido: qué hizo cada nodo, con qué datos y cuánto tardó."
    >
      <NivelField label="En general" what="En general" value={{ nivel, porcentaje }} onChange={change} />
      <Stack gap="sm" component="section" aria-label="Procesos con otro nivel">
        <Text size="sm" fw={500}>
          Procesos con otro nivel
        </Text>
        {procesos.length === 0 && (
          <Text size="sm" c="dimmed">
            Ninguno: todos siguen lo general.
          </Text>
        )}
        {procesos.map(({ procesoId, ...own }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
          <Group key={at} align="flex-start" gap="sm">
            <ResourceSelect
              resource="procesos"
              label={`Proceso ${at + 1}`}
              flex="1 1 220px"
              value={procesoId || null}
              {...campoOf(errors, `procesos[${at}].procesoId`)}
              onChange={(id) => put(at, { procesoId: id ?? '' })}
            />
            <Group flex="2 1 300px" gap="sm" align="flex-start">
              <NivelField
                label="Se guardan"
                what={`Se guardan del proceso ${at + 1}`}
                value={own}
                onChange={(fields) => put(at, fields)}
              />
            </Group>
            <ActionIcon
              size={36}
              mt={25}
              aria-label={`Quitar el proceso ${at + 1}`}
              onClick={() => change({ procesos: procesos.toSpliced(at, 1) })}
            >
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() =>
              change({ procesos: [...procesos, { procesoId: '', nivel: 'errores', porcentaje }] })
            }
          >
            Añadir un proceso
          </Button>
        </Group>
      </Stack>
    </SectionCard>
  )
}

interface NivelFieldProps {
  label: string
  /** The same for who does not see where it stands. */
  what: string
  value: Nivel
  onChange: (fields: Partial<Nivel>) => void
}

function NivelField({ label, what, value: { nivel, porcentaje }, onChange }: NivelFieldProps) {
  return (
    <Group gap="sm" align="flex-start" wrap="wrap" w="100%" data-campo="nivel">
      <Select
        label={label}
        aria-label={what}
        flex="1 1 220px"
        maw={360}
        allowDeselect={false}
        data={NIVELES}
        value={nivel}
        onChange={(value) => {
          const chosen = NIVELES.find((each) => each.value === value)
          if (chosen) onChange({ nivel: chosen.value })
        }}
      />
      {nivel === 'muestreo' && (
        <NumberInput
          label="Parte (%)"
          aria-label={`${what}: parte de las que salen bien`}
          w={110}
          min={0.01}
          max={100}
          decimalSeparator=","
          value={porcentaje}
          onChange={(value) => typeof value === 'number' && onChange({ porcentaje: value })}
        />
      )}
    </Group>
  )
}
