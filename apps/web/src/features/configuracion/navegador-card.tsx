import { FormHelp, notify } from '@div/ui'
import { Button, Code, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { readConfigSistema, storeConfigSistema } from '../../shared/config-sistema.ts'
import { SectionCard } from '../../shared/form/section-card.tsx'
import { baseWith, tryAddress } from './try-address.ts'

/** Where this browser finds the product (spec, 3 «System config»); nobody else is touched by it. */
export function NavegadorCard() {
  const [stored, setStored] = useState(() => readConfigSistema().urlBase ?? '')
  const [typed, setTyped] = useState(stored)
  const [error, setError] = useState<string | null>(null)
  const [isTrying, setIsTrying] = useState(false)

  async function use(event: FormEvent) {
    event.preventDefault()
    const urlBase = typed.trim()
    if (urlBase === '') return forget()
    const { base, isIgnored } = baseWith(urlBase)
    if (isIgnored) return setError('En la dirección de producción la que se guarda aquí no cuenta.')
    setIsTrying(true)
    const refusal = await tryAddress(base)
    setIsTrying(false)
    if (refusal !== null) return setError(refusal)
    storeConfigSistema({ urlBase })
    setStored(urlBase)
    notify.success('Dirección guardada en este navegador', base)
  }

  function forget() {
    storeConfigSistema({ urlBase: null })
    setStored('')
    setTyped('')
    setError(null)
    notify.success('Este navegador usa la dirección por defecto', baseWith('').base)
  }

  return (
    <SectionCard
      title="Este navegador"
      summary="La dirección a la que llama esta aplicación desde este navegador. Hace falta solo cuando la página se sirve desde otro lugar que la API."
    >
      <form onSubmit={use} noValidate aria-label="Dirección de este navegador">
        <FormHelp help="/documentacion/operacion#las-partes" root="">
          <Group gap="sm" align="flex-end" wrap="wrap">
            <TextInput
              label="urlBase"
              placeholder="https://div.ejemplo.es"
              flex="1 1 280px"
              maw={440}
              spellCheck={false}
              autoComplete="off"
              error={error}
              value={typed}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value)
                setError(null)
              }}
            />
            <Button type="submit" variant="default" loading={isTrying} disabled={typed.trim() === stored}>
              Probar y guardar
            </Button>
            {stored !== '' && (
              <Button variant="subtle" color="gray" onClick={forget}>
                Quitar
              </Button>
            )}
          </Group>
        </FormHelp>
      </form>
      <Text size="sm" c="dimmed">
        Ahora llama a <Code>{baseWith(stored).base}</Code>
      </Text>
    </SectionCard>
  )
}
