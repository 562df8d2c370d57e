import { useReactFlow } from '@xyflow/react'
import { useCallback, useRef, useState } from 'react'
import { FlujoCanvas } from './canvas/flujo-canvas.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import classes from './flujo-editor.module.css'
import { FlujoTopBar } from './flujo-top-bar.tsx'
import { Inspector } from './inspector/inspector.tsx'
import { type AddPlace, type AddWhat, placeForChosen, planAdd } from './palette/add-nodo.ts'
import { QuickAdd } from './palette/quick-add.tsx'
import { SidePanel } from './palette/side-panel.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { RunPanel } from './run/run-panel.tsx'
import { useTestRun } from './run/use-test-run.ts'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import type { DraftSaver } from './store/draft-saver.ts'
import { useEditorStore } from './store/use-editor.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useValidation } from './use-validation.ts'

/** The canvas with what stands around it: the palette at the left, the inspector at the right. */
export function FlujoEditor({ saver }: { saver: DraftSaver }) {
  const store = useEditorStore()
  const { screenToFlowPosition } = useReactFlow()
  const stage = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<AddPlace | null>(null)
  const [isTesting, setIsTesting] = useState(false)
  const [isHelping, setIsHelping] = useState(false)
  const [isPublishing, setIsPublishing] = useState(false)
  const run = useTestRun(saver)
  useValidation()

  const add = useCallback(
    (what: AddWhat, place: AddPlace) => {
      const added = planAdd(store.flujo, what, place)
      if (added) store.change(() => added.plan, { select: [added.id] })
      setAsked(null)
    },
    [store],
  )

  const chosenPlace = useCallback((): AddPlace => {
    const { left = 0, top = 0, width = 0, height = 0 } = stage.current?.getBoundingClientRect() ?? {}
    const middle = screenToFlowPosition({ x: left + width / 2, y: top + height / 2 })
    return placeForChosen(store.flujo, store.read().selection, middle)
  }, [store, screenToFlowPosition])

  useShortcuts({
    saver,
    onAdd: () => setAsked(chosenPlace()),
    onTest: () => setIsTesting(true),
    onHelp: () => setIsHelping(true),
  })

  return (
    <div className={classes.editor}>
      <FlujoTopBar
        onTest={() => setIsTesting(!isTesting)}
        onPublish={() => setIsPublishing(true)}
        onHelp={() => setIsHelping(true)}
      />
      <ConflictPanel saver={saver} />
      <div className={classes.body}>
        <aside className={classes.palette} aria-label="Nodos del flujo">
          <SidePanel onAdd={(what) => add(what, chosenPlace())} />
        </aside>
        <div className={classes.stage} ref={stage}>
          <FlujoCanvas onAdd={setAsked} onDropNodo={add} />
          {asked && <QuickAdd onAdd={(tipo) => add({ tipo }, asked)} onClose={() => setAsked(null)} />}
        </div>
        <Inspector />
      </div>
      {isTesting && <RunPanel run={run} onClose={() => setIsTesting(false)} />}
      {isHelping && <ShortcutSheet onClose={() => setIsHelping(false)} />}
      {isPublishing && <PublishDialog saver={saver} onClose={() => setIsPublishing(false)} />}
    </div>
  )
}
