import type { AiContexto, AiContextoArmado } from '@div/contract'
import { CopyButton } from '@div/ui'
import { Alert, Button, Group, ScrollArea, Stack, Table, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { describeError } from '../../../shared/api-error.ts'
import { SectionCard } from '../../../shared/form/section-card.tsx'
import classes from './contexto-preview.module.css'
import { TIPOS_DE_PIEZA } from './describe-piezas.ts'

type Contenido = Pick<AiContexto, 'variables' | 'piezas'>

interface Built {
  armado: AiContextoArmado
  /** What it was made of. */
  of: Contenido
}

interface ContextoPreviewProps {
  contenido: Contenido
  build: (valores: Readonly<Record<string, string>>) => Promise<AiContextoArmado>
  /** What was wrong with a field of the form. */
  onRefused: (error: unknown) => void
}

/** What a model would be told now, and what that comes to. On request: servidores may be asked for it. */
export function ContextoPreview({ contenido, build, onRefused }: ContextoPreviewProps) {
  const [valores, setValores] = useState<Readonly<Record<string, string>>>({})
  const [built, setBuilt] = useState<Built | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBuilding, setIsBuilding] = useState(false)
  const { variables } = contenido

  async function show() {
    setIsBuilding(true)
    setFailure(null)
    const given = variables.flatMap(({ nombre }) => {
      const valor = valores[nombre]
      return valor === undefined || valor === '' ? [] : [[nombre, valor] as const]
    })
    try {
      setBuilt({ armado: await build(Object.fromEntries(given)), of: contenido })
    } catch (error) {
      // The mistakes are shown at their fields too, and the sentence here.
      setBuilt(null)
      setFailure(describeError(error))
      onRefused(error)
    } finally {
      setIsBuilding(false)
    }
  }

  return (
    <SectionCard title="Vista previa" summary="Lo que leería un modelo ahora mismo.">
      {variables
        .filter(({ nombre }) => nombre !== '')
        .map(({ nombre, defecto, descripcion }) => (
          <TextInput
            key={nombre}
            label={nombre}
            description={descripcion || undefined}
            placeholder={defecto || 'vacío'}
            value={valores[nombre] ?? ''}
            onChange={({ currentTarget }) => setValores({ ...valores, [nombre]: currentTarget.value })}
          />
        ))}
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          loading={isBuilding}
          onClick={() => void show()}
        >
          Ver lo que se dice
        </Button>
        {built && <CopyButton value={built.armado.texto} variant="subtle" />}
      </Group>
      {failure !== null && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {failure}
        </Alert>
      )}
      {built && <Armado built={built} isStale={built.of !== contenido && !isSame(built.of, contenido)} />}
    </SectionCard>
  )
}

const isSame = (one: Contenido, other: Contenido) =>
  one.variables === other.variables && one.piezas === other.piezas

function Armado({ built: { armado, of }, isStale }: { built: Built; isStale: boolean }) {
  const number = (value: number) => value.toLocaleString('es')
  return (
    <Stack gap="sm" aria-live="polite">
      <Text size="sm">
        <b>{`≈ ${number(armado.tokens)} tokens`}</b>
        {` · ${number(armado.bytes)} bytes`}
      </Text>
      <Text size="xs" c="dimmed">
        Estimación: un token por cada cuatro bytes. Cada modelo cuenta a su manera.
      </Text>
      {isStale && (
        <Alert color="yellow" variant="light">
          El contexto ha cambiado desde que se armó.
        </Alert>
      )}
      <Table aria-label="Tamaño de cada pieza" fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Pieza</Table.Th>
            <Table.Th ta="right">Tokens</Table.Th>
            <Table.Th ta="right">Bytes</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {armado.piezas.map(({ bytes, tokens, filasOmitidas = 0 }, index) => {
            const pieza = of.piezas[index]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that tells one from another.
              <Table.Tr key={index}>
                <Table.Td>
                  {`${index + 1}. ${pieza ? pieza.titulo || TIPOS_DE_PIEZA[pieza.tipo].label : ''}`}
                  {filasOmitidas > 0 && (
                    <Text size="xs" c="dimmed">
                      {`Quedan fuera ${number(filasOmitidas)} ${filasOmitidas === 1 ? 'fila' : 'filas'}.`}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="right">{number(tokens)}</Table.Td>
                <Table.Td ta="right">{number(bytes)}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
      <ScrollArea.Autosize
        mah={480}
        type="auto"
        viewportProps={{ tabIndex: 0, 'aria-label': 'Texto del contexto' }}
      >
        <pre className={classes.texto}>{armado.texto}</pre>
      </ScrollArea.Autosize>
    </Stack>
  )
}
