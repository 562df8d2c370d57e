import { FormHelp, notify } from '@div/ui'
import { Alert, Button, Group, PasswordInput, Progress, SimpleGrid, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { errorOf } from '../../shared/form/error-of.ts'
import { SectionCard } from '../../shared/form/section-card.tsx'
import { saveFile } from '../../shared/save-file.ts'
import { useCopia } from './configuracion-api.ts'
import { fraseStrength } from './frase-strength.ts'

const LEVELS = {
  corta: { value: 15, color: 'red' },
  debil: { value: 40, color: 'yellow' },
  buena: { value: 70, color: 'teal' },
  fuerte: { value: 100, color: 'green' },
} as const

/** All definitions as one file that only the phrase opens. */
export function CopiaCard() {
  const { errors, failure, isSending, submit, forgive } = useCopia()
  const [frase, setFrase] = useState('')
  const [repetida, setRepetida] = useState('')
  const [isDifferent, setIsDifferent] = useState(false)
  const { level, hint } = fraseStrength(frase)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (frase !== repetida) return setIsDifferent(true)
    const copia = await submit({ frase })
    if (copia === null) return
    saveFile(copia.name, copia.file)
    setFrase('')
    setRepetida('')
    notify.success('Copia hecha', `${copia.name}: guárdela en otro lugar, y la frase en otro distinto.`)
  }

  return (
    <SectionCard
      title="Hacer una copia"
      summary="Categorías, servidores con sus secretos, parámetros, tablas con sus filas, consecutivos, procesos con sus versiones, canales, tareas y esta configuración, en un archivo cifrado. No van los usuarios, los tokens, el historial ni la auditoría."
    >
      <form onSubmit={send} noValidate aria-label="Hacer una copia">
        <FormHelp help="/documentacion/operacion#copias" root="">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md" mb="md">
            <div>
              <PasswordInput
                label="Frase de la copia"
                description="Sin ella nadie abre el archivo: tampoco usted."
                autoComplete="new-password"
                error={errorOf(errors, 'frase')}
                value={frase}
                onChange={({ currentTarget }) => {
                  setFrase(currentTarget.value)
                  setIsDifferent(false)
                  forgive()
                }}
              />
              {frase !== '' && (
                <>
                  <Progress
                    mt="sm"
                    size="sm"
                    value={LEVELS[level].value}
                    color={LEVELS[level].color}
                    aria-hidden
                  />
                  <Text size="xs" c="dimmed" mt={4} aria-live="polite">
                    {hint}
                  </Text>
                </>
              )}
            </div>
            <PasswordInput
              label="Repita la frase"
              description="Para que un error al escribir no la pierda."
              autoComplete="new-password"
              error={isDifferent && 'No es igual que la otra.'}
              value={repetida}
              onChange={({ currentTarget }) => {
                setRepetida(currentTarget.value)
                setIsDifferent(false)
              }}
            />
          </SimpleGrid>
        </FormHelp>
        {failure !== null && (
          <Alert role="alert" color="red" variant="light" mb="md">
            {failure}
          </Alert>
        )}
        <Group>
          <Button
            type="submit"
            loading={isSending}
            disabled={level === 'corta' || repetida === ''}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Descargar la copia
          </Button>
        </Group>
      </form>
    </SectionCard>
  )
}
