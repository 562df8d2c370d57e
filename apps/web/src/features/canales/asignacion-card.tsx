import type { CanalGuardado } from '@div/contract'
import { FormHelp } from '@div/ui'
import { ActionIcon, Button, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react'
import classes from './asignacion-card.module.css'
import type { AsignacionRow } from './asignacion-rows.ts'
import { CallHint } from './call-hint.tsx'
import { VersionSelect } from './version-select.tsx'

const METODOS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

interface AsignacionCardProps {
  canal: CanalGuardado
  row: AsignacionRow
  problems: Readonly<Record<string, string>>
  /** The motor answers it like this already. */
  isStored: boolean
  onChange: (fields: Partial<AsignacionRow>) => void
  onRemove: () => void
}

/** One process in a canal: at which method and path, in which version, and how it is called. */
export function AsignacionCard({ canal, row, problems, isStored, onChange, onRemove }: AsignacionCardProps) {
  const [isOpen, { toggle }] = useDisclosure(!isStored)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const others = [problems.procesoId, problems.version].filter((each) => each !== undefined)
  return (
    <Paper p="md" component="article" aria-label={row.proceso}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} size="md" style={{ overflowWrap: 'anywhere' }}>
            {row.proceso}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={<Chevron size={14} aria-hidden />}
              aria-expanded={isOpen}
              onClick={toggle}
            >
              Llamar
            </Button>
            <ActionIcon aria-label={`Quitar ${row.proceso}`} onClick={onRemove}>
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </Group>
        </Group>
        <FormHelp help="/documentacion/campos#asignaciones" root="">
          <div className={classes.fields}>
            {canal.tipo === 'SOAP' ? (
              <TextInput
                aria-label="Operación"
                data-campo="operacion"
                className={classes.path}
                placeholder="ConsultarCliente"
                styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
                error={problems.operacion}
                value={row.operacion ?? ''}
                onChange={({ currentTarget }) => onChange({ operacion: currentTarget.value })}
              />
            ) : (
              <>
                <Select
                  aria-label="Método"
                  data-campo="metodo"
                  className={classes.method}
                  data={METODOS}
                  allowDeselect={false}
                  error={problems.metodo}
                  value={row.metodo}
                  onChange={(chosen) => onChange({ metodo: METODOS.find((each) => each === chosen) ?? null })}
                />
                <TextInput
                  aria-label="Ruta"
                  data-campo="ruta"
                  className={classes.path}
                  placeholder="/clientes/{id}"
                  styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
                  error={problems.ruta}
                  value={row.ruta ?? ''}
                  onChange={({ currentTarget }) => onChange({ ruta: currentTarget.value })}
                />
              </>
            )}
            <VersionSelect row={row} onChange={(version) => onChange({ version })} />
          </div>
        </FormHelp>
        {others.map((mensaje) => (
          <Text key={mensaje} size="sm" c="red" role="alert">
            {mensaje}
          </Text>
        ))}
        {isOpen && (
          <CallHint
            canal={canal}
            row={row}
            isStored={isStored}
            isRefused={Object.keys(problems).length > 0}
          />
        )}
      </Stack>
    </Paper>
  )
}
