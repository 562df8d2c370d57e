import { type CampoDeAgente, TIPOS_DE_CAMPO, type TipoDeCampo } from '@div/contract'
import { ActionIcon, Button, Checkbox, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { campoOf } from '../../../shared/form/campo-of.ts'
import type { SectionProps } from './general-section.tsx'

const TIPO_LABELS: Readonly<Record<TipoDeCampo, string>> = {
  texto: 'Texto',
  entero: 'Entero',
  decimal: 'Decimal',
  booleano: 'Sí o no',
  fecha: 'Fecha',
  fechaHora: 'Fecha y hora',
}

const NUEVO: CampoDeAgente = { nombre: '', tipo: 'texto', esLista: false, requerido: true, descripcion: '' }

/** The data that it answers with; none: it answers with text. */
export function DatosSection({ form: { draft, change, errors }, mayChange }: SectionProps) {
  const { campos } = draft
  const set = (at: number, fields: Partial<CampoDeAgente>) =>
    change({ campos: campos.map((campo, index) => (index === at ? { ...campo, ...fields } : campo)) })
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Sin campos, el agente contesta con texto. Con alguno, su respuesta es un objeto con estos datos, que
        un proceso puede usar.
      </Text>
      {campos.map((campo, at) => {
        const place = `campos[${at}]`
        return (
          // Fields are known by their place: their names are typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else that stays.
          <Paper key={at} withBorder p="md" component="fieldset" aria-label={`Campo ${at + 1}`}>
            <Stack gap="sm">
              <Group align="flex-start" grow preventGrowOverflow={false} wrap="wrap">
                <TextInput
                  label="Nombre"
                  withAsterisk
                  readOnly={!mayChange}
                  {...campoOf(errors, `${place}.nombre`)}
                  value={campo.nombre}
                  onChange={({ currentTarget }) => set(at, { nombre: currentTarget.value })}
                />
                <Select
                  label="Tipo"
                  allowDeselect={false}
                  disabled={!mayChange}
                  data={TIPOS_DE_CAMPO.map((value) => ({ value, label: TIPO_LABELS[value] }))}
                  value={campo.tipo}
                  onChange={(chosen) => {
                    const tipo = TIPOS_DE_CAMPO.find((each) => each === chosen)
                    if (tipo) set(at, { tipo })
                  }}
                />
              </Group>
              <TextInput
                label="Descripción"
                description="Qué es, para el modelo."
                readOnly={!mayChange}
                {...campoOf(errors, `${place}.descripcion`)}
                value={campo.descripcion}
                onChange={({ currentTarget }) => set(at, { descripcion: currentTarget.value })}
              />
              <Group justify="space-between">
                <Group>
                  <Checkbox
                    label="Requerido"
                    disabled={!mayChange}
                    checked={campo.requerido}
                    onChange={({ currentTarget }) => set(at, { requerido: currentTarget.checked })}
                  />
                  <Checkbox
                    label="Varios valores"
                    disabled={!mayChange}
                    checked={campo.esLista}
                    onChange={({ currentTarget }) => set(at, { esLista: currentTarget.checked })}
                  />
                </Group>
                {mayChange && (
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={`Quitar el campo ${campo.nombre || at + 1}`}
                    onClick={() => change({ campos: campos.filter((_, index) => index !== at) })}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                )}
              </Group>
            </Stack>
          </Paper>
        )
      })}
      {mayChange && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => change({ campos: [...campos, NUEVO] })}
          style={{ alignSelf: 'flex-start' }}
        >
          Añadir campo
        </Button>
      )}
    </Stack>
  )
}
