import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { errorOf } from '../../../../shared/form/error-of.ts'
import { useEditorStore } from '../../store/use-editor.ts'
import { type Caso, casosOf, planCasos } from '../casos.ts'
import classes from '../parametros-field.module.css'
import type { NodoFormProps } from './nodo-form.tsx'

/** The cases in the order in which they are tried. */
export function CondicionForm({ nodo, errors, isReadOnly }: NodoFormProps) {
  const store = useEditorStore()
  const casos = casosOf(nodo)

  function put(next: readonly Caso[], what: string) {
    store.change((flujo) => planCasos(flujo, nodo.id, next), { subject: `${nodo.id}.casos.${what}` })
  }

  return (
    <Stack gap="sm" component="section" aria-label="Casos">
      <Text size="sm" fw={500}>
        Casos
      </Text>
      {errorOf(errors, 'casos') !== undefined && (
        <Text size="xs" c="red" role="alert">
          {errorOf(errors, 'casos')}
        </Text>
      )}
      {casos.map((caso, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a case is known by its place; its name is being typed
        <div key={at} className={classes.row}>
          <Group gap="sm" wrap="nowrap" mb={4}>
            <TextInput
              aria-label="Nombre del caso"
              flex={1}
              readOnly={isReadOnly}
              value={caso.nombre}
              error={errorOf(errors, `casos[${at}].nombre`)}
              onChange={({ currentTarget }) =>
                put(casos.with(at, { ...caso, nombre: currentTarget.value }), `${at}.nombre`)
              }
            />
            {!isReadOnly && (
              <ActionIcon
                size={36}
                aria-label={`Quitar el caso ${caso.nombre}`}
                onClick={() => put(casos.toSpliced(at, 1), 'quitar')}
              >
                <IconTrash size={16} stroke={1.5} />
              </ActionIcon>
            )}
          </Group>
          {caso.regla === undefined ? (
            <Textarea
              aria-label={`Fórmula del caso ${caso.nombre}`}
              placeholder="n2.total > 0"
              ff="monospace"
              autosize
              minRows={1}
              maxRows={8}
              readOnly={isReadOnly}
              value={caso.expresion ?? ''}
              error={errorOf(errors, `casos[${at}]`) ?? errorOf(errors, `casos[${at}].expresion`)}
              onChange={({ currentTarget }) =>
                put(casos.with(at, { ...caso, expresion: currentTarget.value }), `${at}.expresion`)
              }
            />
          ) : (
            <Text size="sm" c="dimmed">
              Se cumple por una regla, que se edita en el documento del proceso.
            </Text>
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => put([...casos, { nombre: `caso${casos.length + 1}`, expresion: '' }], 'añadir')}
        >
          Añadir caso
        </Button>
      )}
      <Text size="xs" c="dimmed">
        Si ninguno se cumple, sigue por «otro».
      </Text>
    </Stack>
  )
}
