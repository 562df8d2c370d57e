import type { ErrorDeCampo, Parametro } from '@div/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { errorOf } from '../../../../shared/form/error-of.ts'
import { withoutAbsent } from '../mapeo/mapped-origen.ts'
import { useFreshRow } from '../use-fresh-row.ts'
import { useRowKeys } from '../use-row-keys.ts'
import { DeclaredParam } from './declared-param.tsx'

interface DeclaredListProps {
  label: string
  description?: string | undefined
  /** What the button says, and what a new one is called: `dato3`. */
  add: { label: string; nombre: string }
  declared: readonly Parametro[]
  onChange: (declared: Parametro[]) => void
  /** Where the list stands in the node: `parametros`. */
  path: string
  errors: readonly ErrorDeCampo[]
  /** No call gives them by themselves. */
  isInner?: boolean
  isReadOnly: boolean
}

/** Values with a name and a type, in their order. */
export function DeclaredList(props: DeclaredListProps) {
  const { label, description, add, declared, onChange, path, errors, isInner = false, isReadOnly } = props
  const keyOf = useRowKeys(declared)
  const { mark, firstFocusOf } = useFreshRow()
  const error = errorOf(errors, path)
  const put = (at: number, fields: Partial<Parametro>) =>
    onChange(declared.map((each, index) => (index === at ? withoutAbsent({ ...each, ...fields }) : each)))
  return (
    <Stack gap="sm" component="section" aria-label={label}>
      <div>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        {description !== undefined && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      {declared.map((parametro, at) => (
        <DeclaredParam
          key={keyOf(at)}
          parametro={parametro}
          path={`${path}[${at}]`}
          errors={errors}
          isInner={isInner}
          isReadOnly={isReadOnly}
          firstFocus={firstFocusOf(at)}
          onChange={(fields) => put(at, fields)}
          onRemove={() => onChange(declared.toSpliced(at, 1))}
        />
      ))}
      {error !== undefined && (
        <Text size="xs" c="red">
          {error}
        </Text>
      )}
      {!isReadOnly && (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => {
              mark(declared.length)
              onChange([
                ...declared,
                { nombre: freeName(add.nombre, declared), tipo: 'texto', requerido: true },
              ])
            }}
          >
            {add.label}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function freeName(nombre: string, declared: readonly Parametro[]): string {
  const taken = new Set(declared.map((each) => each.nombre))
  let next = declared.length + 1
  while (taken.has(`${nombre}${next}`)) next++
  return `${nombre}${next}`
}
