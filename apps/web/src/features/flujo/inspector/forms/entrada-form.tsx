import type { Parametro } from '@div/contract'
import { Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { withoutAbsent } from '../mapeo/mapped-origen.ts'
import { useFreshRow } from '../use-fresh-row.ts'
import { useRowKeys } from '../use-row-keys.ts'
import { DeclaredParam } from './declared-param.tsx'
import type { NodoFormProps } from './nodo-form-props.ts'

/** What the proceso asks of who calls it. */
export function EntradaForm({ nodo, change, errors, isReadOnly }: NodoFormProps) {
  const { parametros } = nodo
  const keyOf = useRowKeys(parametros)
  const { mark, firstFocusOf } = useFreshRow()
  const put = (at: number, fields: Partial<Parametro>) =>
    change({
      parametros: parametros.map((each, index) =>
        index === at ? withoutAbsent({ ...each, ...fields }) : each,
      ),
    })
  return (
    <Stack gap="sm" component="section" aria-label="Datos que recibe">
      <Text size="sm" fw={500}>
        Datos que recibe
      </Text>
      {parametros.map((parametro, at) => (
        <DeclaredParam
          key={keyOf(at)}
          parametro={parametro}
          path={`parametros[${at}]`}
          errors={errors}
          isReadOnly={isReadOnly}
          firstFocus={firstFocusOf(at)}
          onChange={(fields) => put(at, fields)}
          onRemove={() => change({ parametros: parametros.toSpliced(at, 1) })}
        />
      ))}
      {!isReadOnly && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            mark(parametros.length)
            change({
              parametros: [...parametros, { nombre: freeName(parametros), tipo: 'texto', requerido: true }],
            })
          }}
        >
          Añadir dato
        </Button>
      )}
    </Stack>
  )
}

function freeName(parametros: readonly Parametro[]): string {
  const taken = new Set(parametros.map(({ nombre }) => nombre))
  let next = parametros.length + 1
  while (taken.has(`dato${next}`)) next++
  return `dato${next}`
}
