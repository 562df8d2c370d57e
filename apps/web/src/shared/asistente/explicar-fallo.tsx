import type { ExplicacionDeFallo } from '@div/contract'
import { Alert, Anchor, Box, Button, Group, List, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { callApi } from '../api-client.ts'
import { DichoPor } from './dicho-por.tsx'
import { ELEGIR_ASISTENTE, useAsistente } from './use-asistente.ts'

/** Of what a model usually says: what stands below it moves when it is asked for, and not when it comes. */
const EXPLANATION_HEIGHT = 160
const BUTTON_HEIGHT = 26

interface ExplicarFalloProps {
  /** The run that failed. */
  ejecucionId: string
  /** The way to the node that the explanation points at; null: there is none. */
  renderNodo: (nodo: string) => ReactNode
}

/** 'Explicar este error': why a run failed and what to do, as a model sees it. Without one, what chooses it, for who may. */
export function ExplicarFallo({ ejecucionId, renderNodo }: ExplicarFalloProps) {
  const { listo, motivo } = useAsistente()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => callApi<ExplicacionDeFallo>('POST', `ejecuciones/${ejecucionId}/explicar`),
  })
  if (motivo !== null)
    return (
      <Text size="sm" c="dimmed" mih={BUTTON_HEIGHT}>
        {motivo}{' '}
        <Anchor component={Link} to={ELEGIR_ASISTENTE} size="sm" underline="always">
          Elegir un modelo para explicar este error
        </Anchor>
      </Text>
    )
  // The same height as its button: whether it can be asked is known later than what stands below it.
  if (!listo) return <Box h={BUTTON_HEIGHT} />
  if (data) return <Explicacion explicacion={data} renderNodo={renderNodo} />
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconSparkles size={14} aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        Explicar este error
      </Button>
      {isPending && <Skeleton height={EXPLANATION_HEIGHT} aria-hidden />}
      {error && (
        <Alert color="red" variant="light" title="No se pudo explicar" role="alert">
          {error.message}
        </Alert>
      )}
    </Stack>
  )
}

function Explicacion({
  explicacion: { causa, queHacer, nodo, modelo, tokens },
  renderNodo,
}: {
  explicacion: ExplicacionDeFallo
  renderNodo: ExplicarFalloProps['renderNodo']
}) {
  return (
    <Paper p="md" withBorder component="section" aria-label="Explicación del error">
      <Stack gap="xs">
        <Group gap="xs">
          <IconSparkles size={16} aria-hidden />
          <Text size="sm" fw={600}>
            Por qué falló
          </Text>
        </Group>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {causa}
        </Text>
        {queHacer.length > 0 && (
          <>
            <Text size="sm" fw={600}>
              Qué hacer
            </Text>
            <List size="sm" type="ordered">
              {queHacer.map((paso) => (
                <List.Item key={paso}>{paso}</List.Item>
              ))}
            </List>
          </>
        )}
        {nodo !== null && renderNodo(nodo)}
        <DichoPor modelo={modelo} tokens={tokens} />
      </Stack>
    </Paper>
  )
}
