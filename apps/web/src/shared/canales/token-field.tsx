import type { CanalGuardado } from '@div/contract'
import { FormHelp } from '@div/ui'
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { describeError } from '../api-error.ts'
import { useCan } from '../session.ts'
import { createToken, TRIAL_DAYS, useLetOpen, useTokens } from './use-tokens.ts'

interface TokenFieldProps {
  canal: CanalGuardado
  /** Why there is none, though one was wanted. */
  failed: string | null
  value: string
  onChange: (token: string) => void
}

/** What a call shows: pasted, made for a while, or of a token that is let in. */
export function TokenField({ canal, failed, value, onChange }: TokenFieldProps) {
  const { id } = canal
  const mayCreate = useCan('tokens.crear')
  const [failure, setFailure] = useState(failed)
  const [isBusy, setIsBusy] = useState(false)
  const tokens = useTokens(mayCreate && value === '')
  const letOpen = useLetOpen()
  const opens = tokens.filter(({ canales }) => canales === 'todos' || canales.includes(id))
  const others = tokens.filter((each) => !opens.includes(each))

  async function attempt(work: () => Promise<unknown>) {
    if (isBusy) return
    setIsBusy(true)
    try {
      await work()
      setFailure(null)
    } catch (reason) {
      setFailure(describeError(reason))
    } finally {
      setIsBusy(false)
    }
  }

  const create = () => attempt(async () => onChange(await createToken(canal)))

  return (
    <FormHelp help="/documentacion/campos#tokens" root="">
      <Stack gap="sm">
        <Group gap="sm" align="flex-end" wrap="nowrap">
          <TextInput
            label="Token de acceso"
            description={
              value === ''
                ? 'Sin token el canal no responde: pegue uno, créelo o dé acceso a uno que ya existe.'
                : 'Cópielo si lo va a usar fuera: no se vuelve a mostrar.'
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            flex={1}
            autoComplete="off"
            error={failure}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          {mayCreate && value === '' && (
            <Button variant="default" mb={22} loading={isBusy} onClick={() => void create()}>
              Crear uno para {TRIAL_DAYS} días
            </Button>
          )}
        </Group>
        {value === '' && opens.length > 0 && (
          <Text size="sm" c="dimmed">
            Ya lo abren: {opens.map((each) => `«${each.nombre}»`).join(', ')}.
          </Text>
        )}
        {value === '' && others.length > 0 && (
          <Select
            label="Dar acceso a un token que ya existe"
            placeholder="Elija un token"
            searchable
            disabled={isBusy}
            data={others.map((each) => ({ value: each.id, label: `${each.nombre} (${each.prefijo}…)` }))}
            value={null}
            onChange={(chosen) => {
              const token = others.find((each) => each.id === chosen)
              if (token) void attempt(() => letOpen(token, id))
            }}
          />
        )}
      </Stack>
    </FormHelp>
  )
}
