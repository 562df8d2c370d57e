import type { ErrorDeCampo, Parametro } from '@div/contract'
import { type FormSchema, SchemaForm } from '@div/ui'
import { Alert, Button, Code, Group, Text } from '@mantine/core'
import { entradaSchema } from '../../shared/entrada/entrada-schema.ts'

interface EntradaFieldsProps {
  /** A process was chosen. */
  hasProceso: boolean
  /** What it declares has been read. */
  isKnown: boolean
  parametros: readonly Parametro[]
  value: Readonly<Record<string, unknown>>
  errors: readonly ErrorDeCampo[]
  isReadOnly: boolean
  onChange: (entrada: Record<string, unknown>) => void
}

/** What the process is given, in a form made of what it declares. */
export function EntradaFields(props: EntradaFieldsProps) {
  const { hasProceso, isKnown, parametros, value, errors, isReadOnly, onChange } = props
  if (!hasProceso) return <Hint>Elija un proceso: aquí estarán los datos que declara su entrada.</Hint>
  if (!isKnown) return <Hint>Cargando...</Hint>
  const declared = new Set(parametros.map(({ nombre }) => nombre))
  const unknown = Object.keys(value).filter((nombre) => !declared.has(nombre))
  const schema: FormSchema = entradaSchema(parametros)
  return (
    <>
      {parametros.length === 0 ? (
        <Hint>Este proceso no declara datos de entrada: no hay nada que darle.</Hint>
      ) : (
        <SchemaForm
          schema={schema}
          value={value}
          onChange={onChange}
          errors={errors}
          root="entrada"
          isReadOnly={isReadOnly}
        />
      )}
      {unknown.length > 0 && (
        <Alert color="yellow" variant="light" title="El proceso ya no declara estos datos" mt="md">
          <Group gap="sm">
            {unknown.map((nombre) => (
              <Code key={nombre}>{nombre}</Code>
            ))}
            {!isReadOnly && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() =>
                  onChange(
                    Object.fromEntries(Object.entries(value).filter(([nombre]) => declared.has(nombre))),
                  )
                }
              >
                Quitarlos
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </>
  )
}

function Hint({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}
