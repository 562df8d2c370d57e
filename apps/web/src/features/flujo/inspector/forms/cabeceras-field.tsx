import type { Parametro } from '@div/contract'
import { isRecord } from '@div/ui'
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { campoOf } from '../../../../shared/form/campo-of.ts'
import { errorOf } from '../../../../shared/form/error-of.ts'
import classes from '../mapeo/mapeo.module.css'
import { withoutAbsent } from '../mapeo/mapped-origen.ts'
import type { Origen } from '../origen.ts'
import { OrigenField } from '../origen-field.tsx'
import { useRowKeys } from '../use-row-keys.ts'
import type { NodoFormProps } from './nodo-form-props.ts'

type Cabecera = Pick<Parametro, 'nombre'> & Origen

/** What goes with the answer, each with a value from anywhere. */
export function CabecerasField({ nodo, change, errors, isReadOnly }: NodoFormProps) {
  const cabeceras = readCabeceras(nodo.cabeceras)
  const keyOf = useRowKeys(cabeceras)
  const put = (next: readonly Cabecera[], isStep = false) =>
    change({ cabeceras: next.length === 0 ? undefined : next.map(withoutAbsent) }, { isStep })
  return (
    <Stack gap="sm" component="section" aria-label="Cabeceras">
      <Text size="sm" fw={500}>
        Cabeceras
      </Text>
      {cabeceras.map((cabecera, at) => (
        <div key={keyOf(at)} className={classes.row}>
          <Group gap="xs" wrap="nowrap" mb={6}>
            <TextInput
              size="xs"
              flex={1}
              aria-label={`Nombre de la cabecera ${at + 1}`}
              placeholder="Cache-Control"
              readOnly={isReadOnly}
              value={cabecera.nombre}
              {...campoOf(errors, `cabeceras[${at}].nombre`)}
              onChange={({ currentTarget }) =>
                put(cabeceras.with(at, { ...cabecera, nombre: currentTarget.value }))
              }
            />
            {!isReadOnly && (
              <ActionIcon
                aria-label={`Quitar la cabecera ${at + 1}`}
                onClick={() => put(cabeceras.toSpliced(at, 1), true)}
              >
                <IconTrash size={16} stroke={1.5} />
              </ActionIcon>
            )}
          </Group>
          <OrigenField
            label={`la cabecera ${cabecera.nombre || at + 1}`}
            nodo={nodo}
            value={cabecera}
            wanted="texto"
            onChange={(origen) => put(cabeceras.with(at, { ...cabecera, ...origen }))}
            error={errorOf(errors, `cabeceras[${at}]`) ?? errorOf(errors, `cabeceras[${at}].expresion`)}
            isReadOnly={isReadOnly}
          />
        </div>
      ))}
      {!isReadOnly && (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => put([...cabeceras, { nombre: '', valor: '' }], true)}
          >
            Añadir cabecera
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function readCabeceras(stored: unknown): readonly Cabecera[] {
  if (!Array.isArray(stored)) return []
  return stored.filter((each): each is Cabecera => isRecord(each) && typeof each.nombre === 'string')
}
