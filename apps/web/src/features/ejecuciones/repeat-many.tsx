import type { EjecucionResumen } from '@div/contract'
import { ConfirmDialog, FormHelp, notify } from '@div/ui'
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { explainError } from '../../shared/api-error.ts'
import { type Refused, RefusedDialog } from '../../shared/list/refused-dialog.tsx'
import type { ListSelection } from '../../shared/list/use-selection.ts'
import { type Repeticion, useRetryMany } from './ejecuciones-api.ts'
import { groupRefused } from './group-refused.ts'
import { describeEmpezaron, isRepeatable } from './repeat-each.ts'

interface RepeatManyProps {
  marked: readonly EjecucionResumen[]
  selection: Pick<ListSelection, 'onToggleAll'>
}

interface Outcome {
  empezaron: string
  refused: readonly Refused[]
}

/** Repeats the marked runs that failed or were cancelled, each from its beginning with the data that it had. */
export function RepeatMany({ marked, selection }: RepeatManyProps) {
  const rows = marked.filter(isRepeatable)
  const [isAsking, setIsAsking] = useState(false)
  const [version, setVersion] = useState<Repeticion['version']>('misma')
  const [done, setDone] = useState(0)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const stopped = useRef(false)
  const [isStopped, setIsStopped] = useState(false)
  const { mutateAsync, isPending } = useRetryMany()

  function ask() {
    stopped.current = false
    setIsStopped(false)
    setDone(0)
    setVersion('misma')
    setIsAsking(true)
  }

  function stop() {
    stopped.current = true
    setIsStopped(true)
  }

  async function repeatAll() {
    const { empezaron, rechazadas, pendientes } = await mutateAsync({
      rows,
      version,
      onDone: setDone,
      isStopped: () => stopped.current,
    })
    const kept = new Set([...rechazadas.keys(), ...pendientes])
    selection.onToggleAll(rows.flatMap(({ id }) => (kept.has(id) ? [] : id)))
    const told = describeEmpezaron(empezaron)
    if (kept.size === 0) notify.success('Ejecuciones repetidas', told)
    const refused = rows.flatMap((row) => {
      if (!kept.has(row.id)) return []
      const reason = rechazadas.get(row.id)
      return { row, mensaje: reason === undefined ? 'No llegó a pedirse.' : explainError(reason) }
    })
    setOutcome({ empezaron: told, refused: groupRefused(refused, { now: Date.now() }) })
  }

  return (
    <>
      {rows.length > 0 && (
        <Button size="xs" variant="default" onClick={ask}>
          Reintentar {rows.length}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={rows.length === 1 ? 'Reintentar 1 ejecución' : `Reintentar ${rows.length} ejecuciones`}
          confirm="Reintentar"
          onConfirm={repeatAll}
          onClose={() => setIsAsking(false)}
        >
          <FormHelp help="/documentacion/trazas#repetirla" root="">
            <Stack gap="sm">
              <Text size="sm">
                Cada una empieza otra vez desde el principio, con los datos que tuvo, como una ejecución
                nueva. Lo que ya hizo en otros sistemas no se deshace y se hace otra vez: un correo llega dos
                veces y una fila insertada, también, salvo que el proceso lo evite.
              </Text>
              {rows.length < marked.length && (
                <Text size="sm" c="dimmed">
                  Las marcadas que terminaron bien o que no han terminado no se repiten.
                </Text>
              )}
              <Radio.Group
                label="Versión"
                value={version}
                onChange={(next) => setVersion(next === 'publicada' ? next : 'misma')}
              >
                <Stack gap="xs" mt={4}>
                  <Radio value="misma" label="La que corrió cada una" disabled={isPending} />
                  <Radio value="publicada" label="La publicada ahora de cada proceso" disabled={isPending} />
                </Stack>
              </Radio.Group>
              {isPending && (
                <Group justify="space-between" gap="sm">
                  <Text size="sm" role="status">
                    Van {done} de {rows.length}. No cierre la pestaña.
                  </Text>
                  <Button size="xs" variant="default" disabled={isStopped} onClick={stop}>
                    No empezar más
                  </Button>
                </Group>
              )}
            </Stack>
          </FormHelp>
        </ConfirmDialog>
      )}
      <RefusedDialog
        title="No se pudo con todas"
        refused={outcome?.refused ?? []}
        kept="Las que no empezaron siguen marcadas."
        onClose={() => setOutcome(null)}
      >
        <Text size="sm">{outcome?.empezaron}</Text>
      </RefusedDialog>
    </>
  )
}
