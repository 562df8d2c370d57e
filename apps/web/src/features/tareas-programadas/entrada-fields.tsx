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
  /** By its parameter, what the event of the tarea brings: nothing of it is asked for here. */
  mapeo: Readonly<Record<string, string>>
  value: Readonly<Record<string, unknown>>
  errors: readonly ErrorDeCampo[]
  isReadOnly: boolean
  onChange: (entrada: Record<string, unknown>) => void
}

/** What the process is given, in a form made of what it declares. */
export function EntradaFields(props: EntradaFieldsProps) {
  const { hasProceso, isKnown, parametros, mapeo, value, errors, isReadOnly, onChange } = props
  if (!hasProceso) return <Hint>Elija un proceso: aquí estarán los datos que declara su entrada.</Hint>
  if (!isKnown) return <Hint>Cargando...</Hint>
  const declared = new Set(parametros.map(({ nombre }) => nombre))
  const unknown = Object.keys(value).filter((nombre) => !declared.has(nombre))
  const asked = parametros.filter(({ nombre }) => mapeo[nombre] === undefined)
  const schema: FormSchema = entradaSchema(asked)
  return (
    <>
      {parametros.length === 0 && (
        <Hint>Este proceso no declara datos de entrada: no hay nada que darle.</Hint>
      )}
      {asked.length > 0 && (
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
