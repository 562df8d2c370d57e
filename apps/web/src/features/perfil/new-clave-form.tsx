import type { ClaveDeApiEmitida } from '@div/contract'
import { FormHelp } from '@div/ui'
import { Alert, Button, Group, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { campoOf } from '../../shared/form/campo-of.ts'
import { useCreateClave } from './claves-api.ts'

const DAY_MS = 86_400_000
const FIRST_DAYS = '90'
/** In days. A key always ends. */
const EXPIRIES = [
  { value: '7', label: '7 días' },
  { value: '30', label: '30 días' },
  { value: FIRST_DAYS, label: '90 días' },
  { value: '365', label: '1 año' },
]

export function NewClaveForm({ onEmitted }: { onEmitted: (emitted: ClaveDeApiEmitida) => void }) {
  const { errors, failure, isSending, submit, forgive } = useCreateClave()
  const [nombre, setNombre] = useState('')
  const [days, setDays] = useState(FIRST_DAYS)

  async function send(event: FormEvent) {
    event.preventDefault()
    const expiraEn = new Date(Date.now() + Number(days) * DAY_MS).toISOString()
    const emitted = await submit({ nombre, expiraEn })
    if (emitted === null) return
    setNombre('')
    onEmitted(emitted)
  }

  return (
    <form onSubmit={send} noValidate aria-label="Crear una clave de API">
      {failure !== null && (
        <Alert role="alert" color="red" variant="light" mb="sm">
          {failure}
        </Alert>
      )}
      <FormHelp help="/documentacion/campos#claves-de-api" root="">
        <Group align="flex-start" gap="sm">
          <TextInput
            label="Para qué es"
            placeholder="Canalización de pruebas"
            flex="1 1 220px"
            {...campoOf(errors, 'nombre')}
            value={nombre}
            onChange={({ currentTarget }) => {
              setNombre(currentTarget.value)
              forgive()
            }}
          />
          <Select
            label="Vence en"
            w={120}
            allowDeselect={false}
            data={EXPIRIES}
            {...campoOf(errors, 'expiraEn')}
            value={days}
            onChange={(next) => setDays(next ?? FIRST_DAYS)}
          />
          <Button type="submit" variant="default" mt={24} loading={isSending} disabled={nombre.trim() === ''}>
            Crear clave
          </Button>
        </Group>
      </FormHelp>
    </form>
  )
}
