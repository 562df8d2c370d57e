import type { HerramientaDeMcp, RespuestaDeHerramienta } from '@div/contract'
import { Alert, Button, Code, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { describeError } from '../../../shared/api-error.ts'
import { readArgumentos, sampleOf } from './herramienta-state.ts'
import { testHerramienta } from './mcp-servers-api.ts'

interface ProbarHerramientaProps {
  serverId: string
  herramienta: HerramientaDeMcp
}

/** A call by hand: what it really does is done. */
export function ProbarHerramienta({ serverId, herramienta }: ProbarHerramientaProps) {
  const { nombre, esquema, escribe } = herramienta
  const [text, setText] = useState(() => JSON.stringify(sampleOf(esquema), null, 2))
  const [isBusy, setIsBusy] = useState(false)
  const [respuesta, setRespuesta] = useState<RespuestaDeHerramienta | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const argumentos = readArgumentos(text)

  async function call() {
    if (!argumentos) return
    setIsBusy(true)
    setFailure(null)
    setRespuesta(null)
    try {
      setRespuesta(await testHerramienta(serverId, { nombre, argumentos }))
    } catch (error) {
      setFailure(describeError(error))
    }
    setIsBusy(false)
  }

  return (
    <Stack gap="sm">
      <Textarea
        label={`Argumentos de ${nombre}`}
        description="Un objeto de JSON."
        autosize
        minRows={3}
        maxRows={16}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        error={argumentos ? null : 'Escriba un objeto de JSON.'}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      />
      <Group gap="sm">
        <Button size="compact-sm" loading={isBusy} disabled={!argumentos} onClick={() => void call()}>
          Llamar
        </Button>
        {escribe && (
          <Text size="sm" c="dimmed">
            Lo que haga, queda hecho.
          </Text>
        )}
      </Group>
      {failure !== null && (
        <Alert color="red" variant="light" title="No se pudo llamar">
          {failure}
        </Alert>
      )}
      {respuesta && (
        <Stack gap={4} component="section" aria-label={`Respuesta de ${nombre}`}>
          <Text size="sm" fw={500} {...(respuesta.esError && { c: 'red' })}>
            {respuesta.esError ? 'La herramienta dijo que no pudo' : 'Contestó'}
          </Text>
          <Code block>
            {respuesta.texto || JSON.stringify(respuesta.datos ?? respuesta.contenido, null, 2)}
          </Code>
        </Stack>
      )}
    </Stack>
  )
}
