import { type Flujo, type Hallazgo, PETICION_MAX, type PropuestaDeFlujo } from '@div/contract'
import { FormHelp, notify } from '@div/ui'
import { Alert, Button, CloseButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconCheck, IconEye, IconEyeOff, IconPlayerStop, IconSparkles, IconTrash } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { DichoPor } from '../../../shared/asistente/dicho-por.tsx'
import { FaltaModelo } from '../../../shared/asistente/falta-modelo.tsx'
import { useAsistente } from '../../../shared/asistente/use-asistente.ts'
import { FlujoDiffView } from '../../../shared/flujo/flujo-diff-view.tsx'
import { Hallazgos } from '../../../shared/flujo/hallazgos.tsx'
import { isEqual } from '../../../shared/form/differences.ts'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { planReplace } from '../document/plan-replace.ts'
import { useEditorStore } from '../store/use-editor.ts'
import { useGiveBackFocus } from '../use-give-back-focus.ts'
import classes from './asistente-panel.module.css'
import { type Charla, lastPropuesta, shownChange } from './charla.ts'
import { useAsk } from './use-ask.ts'

interface AsistentePanelProps {
  charla: Charla | null
  onCharla: (charla: Charla | null) => void
  onClose: () => void
}

/** Beside the canvas: a person says what the integration is to do, looks at what is proposed, and puts it in or not. */
export default function AsistentePanel({ charla, onCharla, onClose }: AsistentePanelProps) {
  const { listo, motivo } = useAsistente()
  const change = shownChange(charla)
  const panel = useRef<HTMLElement>(null)
  useGiveBackFocus(panel)
  return (
    <aside ref={panel} className={classes.panel} aria-label="Asistente" data-debajo>
      <Group justify="space-between">
        <Text fw={600}>Asistente</Text>
        <CloseButton aria-label="Cerrar el asistente" onClick={onClose} />
      </Group>
      {motivo !== null && <FaltaModelo motivo={motivo} />}
      {charla === null ? (
        <Stack gap={4}>
          <Text size="sm" c="dimmed">
            Diga qué debe hacer el proceso, o qué cambiar en él. Verá la propuesta sobre el dibujo antes de
            decidir.
          </Text>
          <GuiaLink to="/documentacion/asistente">el asistente</GuiaLink>
        </Stack>
      ) : (
        <Turnos charla={charla} onCharla={onCharla} />
      )}
      {listo && (
        <FormHelp help="/documentacion/asistente#describir-la-integracion" root="">
          <Pedir charla={charla} onCharla={onCharla} />
        </FormHelp>
      )}
      {change && <FlujoDiffView {...change} />}
    </aside>
  )
}

function Pedir({ charla, onCharla }: Pick<AsistentePanelProps, 'charla' | 'onCharla'>) {
  const [peticion, setPeticion] = useState('')
  const { ask, stop, isAsking, failure } = useAsk(charla, onCharla)

  async function send() {
    const asked = peticion.trim()
    if (asked === '' || isAsking) return
    if (await ask(asked)) setPeticion('')
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }

  return (
    <form onSubmit={submit} aria-label="Pedir al asistente">
      <Textarea
        label={charla === null ? 'Describa la integración' : 'Qué cambiar de la propuesta'}
        placeholder={
          charla === null
            ? 'Que reciba un pedido, compruebe que hay existencias y avise por correo si faltan'
            : 'Que conteste 404 cuando no lo encuentre'
        }
        autosize
        minRows={3}
        maxRows={10}
        maxLength={PETICION_MAX}
        autoFocus
        readOnly={isAsking}
        value={peticion}
        onChange={({ currentTarget }) => setPeticion(currentTarget.value)}
        onKeyDown={sendByKey}
      />
      <Group gap="sm" mt="sm">
        <Button
          type="submit"
          size="compact-md"
          leftSection={<IconSparkles size={16} aria-hidden />}
          loading={isAsking}
          disabled={peticion.trim() === ''}
        >
          Proponer
        </Button>
        {isAsking && (
          <>
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconPlayerStop size={16} aria-hidden />}
              onClick={stop}
            >
              Detener
            </Button>
            <Text size="sm" c="dimmed" role="status">
              Piensa y comprueba lo que propone…
            </Text>
          </>
        )}
      </Group>
      {failure !== null && (
        <Alert color="red" variant="light" title="No hubo propuesta" role="alert" mt="sm">
          {failure}
        </Alert>
      )}
    </form>
  )
}

function Turnos({ charla, onCharla }: { charla: Charla; onCharla: AsistentePanelProps['onCharla'] }) {
  const propuesta = lastPropuesta(charla)
  const earlier = charla.turnos.slice(0, -1)
  return (
    <Stack gap="sm" aria-live="polite">
      {earlier.map(({ peticion, propuesta: { explicacion } }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns are only ever added at the end.
        <Stack key={at} gap={4}>
          <Text size="sm" className={classes.peticion}>
            {peticion}
          </Text>
          <Text size="sm" c="dimmed" className={classes.text} lineClamp={3}>
            {explicacion}
          </Text>
        </Stack>
      ))}
      {propuesta && (
        <>
          <Text size="sm" className={classes.peticion}>
            {charla.turnos.at(-1)?.peticion}
          </Text>
          <Text size="sm" className={classes.text}>
            {propuesta.explicacion}
          </Text>
          <DichoPor modelo={propuesta.modelo} tokens={propuesta.tokens} />
          <Decision charla={charla} propuesta={propuesta} onCharla={onCharla} />
        </>
      )}
    </Stack>
  )
}

interface DecisionProps {
  charla: Charla
  propuesta: PropuestaDeFlujo
  onCharla: AsistentePanelProps['onCharla']
}

/** What would change, what is wrong with it, and whether it is put in. */
function Decision({ charla, propuesta: { valido, hallazgos, flujo }, onCharla }: DecisionProps) {
  const store = useEditorStore()
  const [isOther, setIsOther] = useState(false)
  const change = shownChange(charla)
  if (change === null)
    return (
      <Group gap="sm">
        <Button size="compact-sm" variant="default" onClick={() => onCharla(null)}>
          Empezar de nuevo
        </Button>
      </Group>
    )

  function apply() {
    if (!isEqual(store.flujo, charla.drawn)) return setIsOther(true)
    store.change((drawn) => planReplace(drawn, flujo), { select: addedTo(charla.drawn, flujo) })
    onCharla(null)
    notify.success('Propuesta aplicada', 'Es un solo paso: «Deshacer» la quita entera.')
  }

  return (
    <>
      {!valido && (
        <Alert color="yellow" variant="light" title="Todavía no se puede aplicar">
          El validador encontró lo de abajo y el modelo no supo corregirlo. Pídalo de otra forma.
        </Alert>
      )}
      {isOther && (
        <Alert color="yellow" variant="light" title="El dibujo ya es otro" role="alert">
          Cambió después de pedir esta propuesta, y aplicarla quitaría esos cambios. Pídala otra vez.
        </Alert>
      )}
      <Found hallazgos={hallazgos} flujo={flujo} />
      <Group gap="sm">
        <Button
          size="compact-md"
          leftSection={<IconCheck size={16} aria-hidden />}
          disabled={!valido}
          onClick={apply}
        >
          Aplicar
        </Button>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onCharla(null)}
        >
          Descartar
        </Button>
        <Button
          size="compact-md"
          variant="subtle"
          leftSection={
            charla.isShown ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />
          }
          onClick={() => onCharla({ ...charla, isShown: !charla.isShown })}
        >
          {charla.isShown ? 'Ver el borrador' : 'Ver la propuesta'}
        </Button>
      </Group>
    </>
  )
}

function Found({ hallazgos, flujo }: { hallazgos: readonly Hallazgo[]; flujo: Flujo }) {
  return hallazgos.length === 0 ? null : <Hallazgos hallazgos={hallazgos} nodos={flujo.nodos} />
}

function addedTo(before: Flujo, after: Flujo): string[] {
  const there = new Set(before.nodos.map(({ id }) => id))
  return after.nodos.filter(({ id }) => !there.has(id)).map(({ id }) => id)
}
