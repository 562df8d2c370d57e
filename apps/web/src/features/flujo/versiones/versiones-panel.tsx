import type { PuntoResumen } from '@div/contract'
import { ConfirmDialog, ErrorState, FormHelp } from '@div/ui'
import {
  ActionIcon,
  Badge,
  Button,
  CloseButton,
  Group,
  Menu,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core'
import {
  IconBookmark,
  IconDots,
  IconEye,
  IconGitCompare,
  IconRestore,
  IconRotate2,
  IconTrash,
} from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { describeError } from '../../../shared/api-error.ts'
import { useCanalesDeProceso } from '../../../shared/procesos/publicar/use-publication.ts'
import { useGoBack } from '../../../shared/procesos/use-go-back.ts'
import { usePublicada, useVersiones } from '../../../shared/procesos/use-versiones.ts'
import { TimeAgo } from '../../../shared/time/time-ago.tsx'
import { UsedBy } from '../../../shared/usos/used-by.tsx'
import type { DraftSaver } from '../store/draft-saver.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'
import { useGiveBackFocus } from '../use-give-back-focus.ts'
import { DRAFT, useShownDocuments } from './shown-documents.ts'
import { useRestore } from './use-restore.ts'
import { usePuntos, useVersionActions } from './versiones-api.ts'
import classes from './versiones-panel.module.css'

interface VersionesPanelProps {
  saver: DraftSaver
  onClose: () => void
}

/** Beside the canvas: what was published and what the draft was, each to be looked at, compared and gone back to. */
export default function VersionesPanel({ saver, onClose }: VersionesPanelProps) {
  const { id } = useEditor(({ stored }) => stored)
  const panel = useRef<HTMLElement>(null)
  useGiveBackFocus(panel)
  return (
    <aside ref={panel} className={classes.panel} aria-label="Versiones">
      <Group justify="space-between">
        <Text fw={600}>Versiones</Text>
        <CloseButton aria-label="Cerrar las versiones" onClick={onClose} />
      </Group>
      <Stack gap="lg" mt="sm">
        <Published id={id} saver={saver} />
        <Puntos id={id} saver={saver} />
        <UsedBy resource="procesos" id={id} none="Ningún canal, tarea ni proceso lo llama todavía." />
      </Stack>
    </aside>
  )
}

function Published({ id, saver }: { id: string; saver: DraftSaver }) {
  const { data: versiones, error, refetch } = useVersiones(id)
  const { data: canales = [] } = useCanalesDeProceso(id)
  const publicada = usePublicada(id)
  const { mayEdit } = useEditorStore()
  const { goBackTo, isGoingBack } = useGoBack(id)
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (versiones === undefined) return <Skeleton height={120} />
  const pinned = Map.groupBy(canales, ({ version }) => version)
  return (
    <section aria-label="Publicadas">
      <Text size="sm" fw={500} mb={4}>
        Publicadas
      </Text>
      {versiones.length === 0 && (
        <Text size="sm" c="dimmed">
          Todavía ninguna. Cada publicación deja una versión que no cambia.
        </Text>
      )}
      {versiones.map(({ version, publicadaEn, publicadaPor, nota }) => (
        <Entry
          key={version}
          which={String(version)}
          noun={`la versión ${version}`}
          title={`Versión ${version}`}
          badge={version === publicada && <Badge color="green">La publicada</Badge>}
          at={publicadaEn}
          by={publicadaPor}
          text={nota}
          pinned={(pinned.get(version) ?? []).map(({ canal }) => canal)}
          saver={saver}
          action={
            mayEdit &&
            version !== publicada && (
              <Tooltip label="Volver a publicar esta">
                <ActionIcon
                  aria-label={`Volver a publicar la versión ${version}`}
                  disabled={isGoingBack}
                  onClick={goBackTo(version)}
                >
                  <IconRotate2 size={16} stroke={1.5} />
                </ActionIcon>
              </Tooltip>
            )
          }
        />
      ))}
    </section>
  )
}

function Puntos({ id, saver }: { id: string; saver: DraftSaver }) {
  const { data: puntos, error, refetch } = usePuntos(id)
  const { mayEdit } = useEditorStore()
  const [removing, setRemoving] = useState<PuntoResumen | null>(null)
  const { removePunto } = useVersionActions(id)
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (puntos === undefined) return <Skeleton height={80} />
  return (
    <section aria-label="Puntos de restauración">
      <Text size="sm" fw={500} mb={4}>
        Puntos de restauración
      </Text>
      {mayEdit && <NewPunto id={id} saver={saver} />}
      {puntos.length === 0 && (
        <Text size="sm" c="dimmed">
          El borrador se guarda solo, y cada pocos minutos queda aquí cómo estaba.
        </Text>
      )}
      {puntos.map((punto) => (
        <Entry
          key={punto.id}
          which={punto.id}
          noun={punto.nombre === null ? 'el borrador de antes' : `«${punto.nombre}»`}
          title={punto.nombre ?? 'Borrador'}
          badge={punto.nombre !== null && <IconBookmark size={14} role="img" aria-label="Con nombre" />}
          at={punto.creadoEn}
          by={punto.creadoPor}
          text={`${punto.nodos} nodos`}
          saver={saver}
        >
          {mayEdit && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setRemoving(punto)}
            >
              Eliminar
            </Menu.Item>
          )}
        </Entry>
      ))}
      {removing && (
        <ConfirmDialog
          title="Eliminar el punto de restauración"
          confirm="Eliminar"
          isDangerous
          onConfirm={() => removePunto(removing.id)}
          onClose={() => setRemoving(null)}
        >
          <Text size="sm">
            {removing.nombre === null ? 'Este estado del borrador' : `«${removing.nombre}»`} no se podrá
            recuperar.
          </Text>
        </ConfirmDialog>
      )}
    </section>
  )
}

function NewPunto({ id, saver }: { id: string; saver: DraftSaver }) {
  const [nombre, setNombre] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const { addPunto } = useVersionActions(id)

  async function add(event: FormEvent) {
    event.preventDefault()
    try {
      if (!(await saver.flush())) throw new Error('No se pudo guardar lo dibujado.')
      await addPunto(nombre.trim())
      setNombre('')
      setRefusal(null)
    } catch (reason) {
      setRefusal(describeError(reason))
    }
  }

  return (
    <form onSubmit={add} aria-label="Guardar un punto de restauración">
      <FormHelp help="/documentacion/versiones#puntos-de-restauracion" root="">
        <Group gap="xs" align="flex-start" wrap="nowrap" mb="sm">
          <TextInput
            size="xs"
            flex={1}
            aria-label="Nombre del punto de restauración"
            placeholder="Nombre de este momento"
            maxLength={200}
            error={refusal}
            value={nombre}
            onChange={({ currentTarget }) => setNombre(currentTarget.value)}
          />
          <Button type="submit" size="xs" variant="default" disabled={nombre.trim() === ''}>
            Guardar
          </Button>
        </Group>
      </FormHelp>
    </form>
  )
}

interface EntryProps {
  which: string
  /** What its buttons say that they do something with. */
  noun: string
  title: string
  badge: ReactNode
  at: string
  by: string | null
  text: string
  /** Canales that always call this version. */
  pinned?: readonly string[]
  saver: DraftSaver
  /** What is done with it in one click. */
  action?: ReactNode
  /** Further items of its menu. */
  children?: ReactNode
}

function Entry({
  which,
  noun,
  title,
  badge,
  at,
  by,
  text,
  pinned = [],
  saver,
  action,
  children,
}: EntryProps) {
  const { shown, show } = useShownDocuments()
  const { mayEdit } = useEditorStore()
  const restore = useRestore(saver)
  return (
    <div className={classes.entry} data-vista={shown?.a === which || shown?.de === which || undefined}>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" fw={600} truncate>
          {title}
        </Text>
        {badge}
        <Group gap={2} ml="auto" wrap="nowrap">
          {action}
          <ActionIcon aria-label={`Ver ${noun}`} onClick={() => show({ a: which, de: null })}>
            <IconEye size={16} stroke={1.5} />
          </ActionIcon>
          <Menu position="bottom-end" returnFocus>
            <Menu.Target>
              <ActionIcon aria-label={`Acciones de ${noun}`}>
                <IconDots size={16} stroke={1.5} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconGitCompare size={16} aria-hidden />}
                onClick={() => show({ a: DRAFT, de: which })}
              >
                Comparar con el borrador
              </Menu.Item>
              {mayEdit && (
                <Menu.Item
                  leftSection={<IconRestore size={16} aria-hidden />}
                  onClick={() => void restore(which, noun)}
                >
                  Restaurar como borrador
                </Menu.Item>
              )}
              {children}
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Group>
      <Text size="xs" c="dimmed">
        <TimeAgo at={at} /> · {by ?? 'DIV'}
      </Text>
      {text !== '' && (
        <Text size="sm" className={classes.text}>
          {text}
        </Text>
      )}
      {pinned.length > 0 && (
        <Text size="xs" c="dimmed">
          Fijada en {pinned.join(', ')}
        </Text>
      )}
    </div>
  )
}
