import type { Parametro } from '@div/contract'
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { errorOf } from '../../../shared/form/error-of.ts'
import type { NodoFormProps } from './forms/nodo-form.tsx'
import { OrigenField } from './origen-field.tsx'
import classes from './parametros-field.module.css'

interface ParametrosFieldProps extends NodoFormProps {
  label: string
  /** The verb of the button; without it there are as many as something else says. */
  add?: string
}

/** The values that a node is given, each by its name. */
export function ParametrosField({ nodo, change, errors, isReadOnly, label, add }: ParametrosFieldProps) {
  const { parametros } = nodo
  const put = (at: number, fields: Partial<Parametro>) =>
    change({ parametros: parametros.map((each, index) => (index === at ? { ...each, ...fields } : each)) })
  return (
    <Stack gap="sm" component="section" aria-label={label}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {parametros.map((parametro, at) => {
        const { nombre } = parametro
        const nombreError = errorOf(errors, `parametros[${at}].nombre`)
        const error = nombreError === undefined ? errorWithin(errors, `parametros[${at}]`) : undefined
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else of its own; its name is being typed
          <div key={at} className={classes.row}>
            <Group gap="sm" wrap="nowrap" mb={4}>
              <TextInput
                aria-label="Nombre del campo"
                flex={1}
                ff="monospace"
                readOnly={isReadOnly}
                value={nombre}
                error={nombreError}
                onChange={({ currentTarget }) => put(at, { nombre: currentTarget.value })}
              />
              {!isReadOnly && (
                <ActionIcon
                  size={36}
                  aria-label={`Quitar ${nombre}`}
                  onClick={() => change({ parametros: parametros.toSpliced(at, 1) })}
                >
                  <IconTrash size={16} stroke={1.5} />
                </ActionIcon>
              )}
            </Group>
            <OrigenField
              label={nombre}
              nodo={nodo}
              value={parametro}
              onChange={(origen) => put(at, origen)}
              error={error}
              isReadOnly={isReadOnly}
            />
          </div>
        )
      })}
      {!isReadOnly && add !== undefined && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => change({ parametros: [...parametros, { nombre: `campo${parametros.length + 1}` }] })}
        >
          {add}
        </Button>
      )}
    </Stack>
  )
}

/** What is wrong with something at any place within a row. */
function errorWithin(errors: NodoFormProps['errors'], root: string): string | undefined {
  return errors.find(({ campo }) => campo === root || campo.startsWith(`${root}.`))?.mensaje
}
