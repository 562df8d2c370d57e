import { ErrorState } from '@div/ui'
import { Button, Group, Select, Skeleton, Text } from '@mantine/core'
import { IconArrowLeft, IconRestore, IconRotate2 } from '@tabler/icons-react'
import { ReactFlowProvider } from '@xyflow/react'
import { useMemo, useRef } from 'react'
import { FlujoDiffView } from '../../../shared/flujo/flujo-diff-view.tsx'
import { useGoBack } from '../../../shared/procesos/use-go-back.ts'
import { useVersiones } from '../../../shared/procesos/use-versiones.ts'
import { timeWords } from '../../../shared/time/time-words.ts'
import { FlujoCanvas } from '../canvas/flujo-canvas.tsx'
import Inspector from '../inspector/inspector.tsx'
import { QuietButton } from '../quiet-button.tsx'
import type { DraftSaver } from '../store/draft-saver.ts'
import { startEditor } from '../store/editor-state.ts'
import { EditorStore } from '../store/editor-store.ts'
import { EditorContext, useEditor, useEditorStore } from '../store/use-editor.ts'
import { useGiveBackFocus } from '../use-give-back-focus.ts'
import { useShowNodo } from '../use-show-nodo.ts'
import { paintDiff } from './paint-diff.ts'
import { DRAFT, isVersion, useShownDocuments } from './shown-documents.ts'
import { useRestore } from './use-restore.ts'
import classes from './version-stage.module.css'
import { usePuntos, useShownDocument } from './versiones-api.ts'

const NOTHING = () => undefined

/** Over the draft that is being drawn: an earlier state to be looked at, or what changed from one to another, painted. */
export default function VersionStage({ saver, a, de }: { saver: DraftSaver; a: string; de: string | null }) {
  const { show } = useShownDocuments()
  const { mayEdit } = useEditorStore()
  const stored = useEditor((state) => state.stored)
  const options = useOptions(stored.id)
  const restore = useRestore(saver)
  const { goBackTo, isGoingBack } = useGoBack(stored.id)
  const goBack = isVersion(a) ? goBackTo(Number(a)) : undefined
  const stage = useRef<HTMLElement>(null)
  useGiveBackFocus(stage)
  const nameOf = (which: string) =>
    options.find(({ value }) => value === which)?.label ?? 'Un estado anterior'
  return (
    <section ref={stage} className={classes.stage} aria-label="Versión que se mira">
      <Group gap="sm" className={classes.bar}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          onClick={() => show(null)}
        >
          Volver al borrador
        </Button>
        <Text size="sm">{de === null ? 'Se mira' : 'Qué cambió de'}</Text>
        {de !== null && (
          <Select
            size="xs"
            aria-label="Qué cambió de"
            w={210}
            allowDeselect={false}
            data={options}
            value={de}
            onChange={(next) => next !== null && show({ a, de: next })}
          />
        )}
        {de !== null && <Text size="sm">a</Text>}
        <Select
          size="xs"
          aria-label={de === null ? 'Qué se mira' : 'a'}
          w={210}
          allowDeselect={false}
          data={options}
          value={a}
          onChange={(next) => next !== null && show({ a: next, de })}
        />
        {de === null && (
          <QuietButton onClick={() => show({ a: DRAFT, de: a })}>Comparar con el borrador</QuietButton>
        )}
        {mayEdit && de === null && (
          <QuietButton icon={IconRestore} onClick={() => void restore(a, nameOf(a))}>
            Restaurar como borrador
          </QuietButton>
        )}
        {mayEdit && de === null && goBack && (
          <QuietButton icon={IconRotate2} isDisabled={isGoingBack} onClick={goBack}>
            Volver a publicarla
          </QuietButton>
        )}
      </Group>
      <ReactFlowProvider>
        <Documents key={`${de}/${a}`} a={a} de={de} />
      </ReactFlowProvider>
    </section>
  )
}

function useOptions(id: string) {
  const { data: versiones = [] } = useVersiones(id)
  const { data: puntos = [] } = usePuntos(id)
  return [
    { value: DRAFT, label: 'El borrador' },
    ...versiones.map(({ version }) => ({ value: String(version), label: `La versión ${version}` })),
    ...puntos.map((punto) => ({
      value: punto.id,
      label: punto.nombre ?? `Borrador, ${timeWords(Date.parse(punto.creadoEn), Date.now())}`,
    })),
  ]
}

const documentOf = (which: string | null) => (which === DRAFT ? null : which)

function Documents({ a, de }: { a: string; de: string | null }) {
  const stored = useEditor((state) => state.stored)
  const after = useShownDocument(documentOf(a))
  const before = useShownDocument(documentOf(de))
  // Who compares nothing looks at one document alone.
  const earlier = de === null ? after.flujo : before.flujo
  // A run of this very version is painted over it.
  const ran = useEditor(({ mostrada, resultado }) =>
    de === null && mostrada !== null && String(mostrada.version) === a ? resultado : null,
  )
  const shown = useMemo(() => {
    if (!after.flujo || !earlier) return null
    const { flujo, cambios } = paintDiff(earlier, after.flujo)
    return new EditorStore({ ...startEditor({ ...stored, flujo }), cambios, resultado: ran }, false)
  }, [after.flujo, earlier, stored, ran])
  const failed = [after, before].find(({ error }) => error !== null)
  if (failed?.error) return <ErrorState message={failed.error.message} onRetry={failed.retry} />
  if (shown === null || !after.flujo || !earlier)
    return <Skeleton flex={1} role="status" aria-label="Cargando..." />
  return (
    <EditorContext value={shown}>
      <div className={classes.body}>
        <div className={classes.canvas}>
          <FlujoCanvas onAdd={NOTHING} onDropNodo={NOTHING}>
            {null}
          </FlujoCanvas>
        </div>
        {de === null ? <Inspector /> : <Differences before={earlier} after={after.flujo} />}
      </div>
    </EditorContext>
  )
}

function Differences(props: {
  before: Parameters<typeof paintDiff>[0]
  after: Parameters<typeof paintDiff>[1]
}) {
  const showNodo = useShowNodo()
  return (
    <aside className={classes.differences} aria-label="Campo por campo">
      <FlujoDiffView {...props} onGo={showNodo} />
    </aside>
  )
}
