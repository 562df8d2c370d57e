import { ConfirmDialog, FileField, FormHelp, notify } from '@div/ui'
import { Alert, Button, Group, PasswordInput, SimpleGrid, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorOf } from '../../shared/form/error-of.ts'
import { SectionCard } from '../../shared/form/section-card.tsx'
import { useReview } from '../../shared/form/use-review.ts'
import { useRestore } from './configuracion-api.ts'
import { RestauracionPreview } from './restauracion-preview.tsx'

/** A copy comes back: first it is seen what that would do, then it is done. */
export function RestaurarCard() {
  const queries = useQueryClient()
  const { errors, failure, isSending, submit, forgive } = useRestore()
  const [archivo, setArchivo] = useState<File | null>(null)
  const [frase, setFrase] = useState('')
  const { review, ask, forget, settle } = useReview(
    (choice: { frase: string; archivo: File | null }, isWanted) =>
      submit({ ...choice, isDryRun: true }, isWanted),
  )
  const plan = review?.answer ?? null
  const [isAsking, setIsAsking] = useState(false)

  function change() {
    forget()
    forgive()
  }

  function preview(event: FormEvent) {
    event.preventDefault()
    void ask({ frase, archivo })
  }

  async function restore() {
    const done = review && (await submit({ ...review.choice, isDryRun: false }))
    // What was refused stands in the form behind the dialog.
    if (done === null) return
    settle(done)
    setFrase('')
    await queries.invalidateQueries()
    const { crear, reemplazar } = done.cuentas
    notify.success('Copia restaurada', `Creados: ${crear}; reemplazados: ${reemplazar}.`)
  }

  const canRestore = plan?.simulada === true && plan.cuentas.conflicto === 0
  const hasWork = plan !== null && plan.cuentas.crear + plan.cuentas.reemplazar > 0
  return (
    <SectionCard
      title="Restaurar una copia"
      summary="Primero se muestra qué cambiaría. Lo que está aquí y no en la copia se queda como está."
    >
      <form onSubmit={preview} noValidate aria-label="Restaurar una copia">
        <FormHelp help="/documentacion/operacion#copias" root="">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md" mb="md">
            <FileField
              label="Archivo de la copia"
              placeholder="Elija un archivo .divcopia"
              accept=".divcopia,application/octet-stream"
              icon={<IconFileUpload size={16} aria-hidden />}
              error={errorOf(errors, 'archivo')}
              value={archivo}
              onChange={(file) => {
                setArchivo(file)
                change()
              }}
            />
            <PasswordInput
              label="Su frase"
              autoComplete="off"
              error={errorOf(errors, 'frase')}
              value={frase}
              onChange={({ currentTarget }) => {
                setFrase(currentTarget.value)
                change()
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
            variant="default"
            loading={isSending && !isAsking}
            disabled={archivo === null || frase === ''}
          >
            Ver qué cambiaría
          </Button>
        </Group>
      </form>
      {plan && <RestauracionPreview plan={plan} />}
      {plan && plan.cuentas.conflicto > 0 && (
        <Alert color="red" variant="light" title="Así no se puede restaurar">
          Resuelva antes lo que está en conflicto: cambie aquí el nombre de lo que lo ocupa, o elimínelo.
        </Alert>
      )}
      {canRestore && !hasWork && (
        <Text size="sm">Todo lo de la copia ya está aquí: no hay nada que restaurar.</Text>
      )}
      {canRestore && hasWork && (
        <Group>
          <Button onClick={() => setIsAsking(true)}>Restaurar</Button>
        </Group>
      )}
      {isAsking && plan && (
        <ConfirmDialog
          title="Restaurar la copia"
          confirm="Restaurar"
          isDangerous={plan.cuentas.reemplazar > 0}
          onConfirm={restore}
          onClose={() => setIsAsking(false)}
        >
          <Text size="sm">
            Elementos que se crean: {plan.cuentas.crear}; que se reemplazan por los de la copia:{' '}
            {plan.cuentas.reemplazar}. Se hace todo o nada, y los canales atienden con lo nuevo en dos
            segundos.
          </Text>
        </ConfirmDialog>
      )}
    </SectionCard>
  )
}
