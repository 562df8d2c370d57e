import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { afterPaint } from './after-paint.ts'
import { AsistenteBeside, PropuestaOver } from './asistente/asistido.tsx'
import { useAsistido } from './asistente/use-asistido.ts'
import { CanvasTools } from './canvas/canvas-tools.tsx'
import { FirstStep } from './canvas/first-step.tsx'
import { FlujoCanvas } from './canvas/flujo-canvas.tsx'
import { NextPlace } from './canvas/next-place.tsx'
import classes from './flujo-editor.module.css'
import { FlujoTopBar } from './flujo-top-bar.tsx'
import { focusNodo } from './focus-nodo.ts'
import { useWidenInspector } from './inspector/use-widen-inspector.ts'
import { useLayout } from './layout/use-layout.ts'
import { type AddPlace, type AddWhat, placeForChosen, planAdd } from './palette/add-nodo.ts'
import { type Busqueda, planBusqueda } from './palette/plan-busqueda.ts'
import { QuickAdd } from './palette/quick-add.tsx'
import { SidePanel } from './palette/side-panel.tsx'
import { useSide } from './palette/use-side.ts'
import { usePresencia } from './presencia/use-presencia.ts'
import { RunDock } from './run/run-dock.tsx'
import type { RunTab } from './run/run-panel.tsx'
import type { DraftSaver } from './store/draft-saver.ts'
import { useEditor, useEditorStore, useSettled } from './store/use-editor.ts'
import { useMiddle } from './use-middle.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useShowHallazgo, useShowNodo } from './use-show-nodo.ts'
import { useValidation } from './use-validation.ts'
import { DRAFT, useShownDocuments } from './versiones/shown-documents.ts'

const loadInspector = () => import('./inspector/inspector.tsx')
const Inspector = lazy(loadInspector)
const ConflictPanel = lazy(() => import('./conflict-panel.tsx'))
const VersionStage = lazy(() => import('./versiones/version-stage.tsx'))
const VersionesPanel = lazy(() => import('./versiones/versiones-panel.tsx'))
const PublishDialog = lazy(() => import('../../shared/procesos/publicar/publish-dialog.tsx'))
const CanalDialog = lazy(() => import('./publicar/canal-dialog.tsx'))
const TareaDialog = lazy(() => import('./publicar/tarea-dialog.tsx'))
const SideDrawer = lazy(() => import('./palette/side-drawer.tsx'))
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx'))
const ClipboardDrawer = lazy(() => import('./clipboard/clipboard-drawer.tsx'))

/** The canvas with what stands around it: the palette at the left, the inspector at the right. */
export function FlujoEditor({ saver }: { saver: DraftSaver }) {
  const store = useEditorStore()
  const middle = useMiddle()
  const [asked, setAsked] = useState<AddPlace | null>(null)
  const [runTab, setRunTab] = useState<RunTab | null>(null)
  const [isHelping, setIsHelping] = useState(false)
  const [isLogOpen, setIsLogOpen] = useState(false)
  const side = useSide()
  const widen = useWidenInspector()
  const { isArranging, arrange } = useLayout()
  useValidation()
  const presentes = usePresencia(saver)
  const { shown, show } = useShownDocuments()
  const showNodo = useShowNodo()
  const showHallazgo = useShowHallazgo()
  // Nothing is stored any more until a person has chosen.
  const theirs = useEditor(({ save }) => (save.kind === 'conflicto' ? save.theirs : null))
  const id = useEditor(({ stored }) => stored.id)
  const nombre = useEditor(({ stored }) => stored.nombre)
  const [isShowingVersions, setIsShowingVersions] = useState(shown !== null)
  const looked = shown && `${shown.a}/${shown.de}`
  // Where there is room for one of both, it is for what was chosen.
  useEffect(() => {
    if (side.isNarrow && looked !== null) setIsShowingVersions(false)
  }, [side.isNarrow, looked])
  const asistido = useAsistido({ isVersionShown: shown !== null, onLeaveVersion: () => show(null) })
  const [asking, setAsking] = useState<'publicar' | 'canal' | 'tarea' | null>(null)

  const storeFirst = useCallback(async () => {
    if (!(await saver.flush())) throw new Error('No se pudo guardar lo dibujado.')
  }, [saver])

  const add = useCallback(
    (what: AddWhat | Busqueda, place: AddPlace) => {
      const { flujo, takenIds } = store
      const added =
        'clave' in what ? planBusqueda(flujo, what, place, takenIds) : planAdd(flujo, what, place, takenIds)
      setAsked(null)
      if (added === null) return
      // Nothing has come to it yet: it is told what it is to do, and the keyboard goes on from it.
      store.set({ inspected: { tab: 'configuracion' } })
      store.change(() => added.plan, { select: [added.id] })
      focusNodo(added.id)
    },
    [store],
  )

  const chosenPlace = useCallback((): AddPlace => {
    return placeForChosen(store.flujo, store.read().selection, middle())
  }, [store, middle])

  useShortcuts({
    saver,
    isVersionShown: asistido.isCovered,
    onLeaveVersion: asistido.leave,
    onAdd: () => setAsked(chosenPlace()),
    onArrange: () => void arrange(),
    onTest: () => setRunTab('probar'),
    onHelp: () => setIsHelping(true),
    onSearch: side.search,
    onVersions: () => setIsShowingVersions(!isShowingVersions),
    onLog: () => setIsLogOpen(true),
  })

  const panel = (
    <SidePanel
      tab={side.tab}
      onTab={side.setTab}
      searches={side.searches}
      onAdd={(what) => {
        add(what, chosenPlace())
        side.close()
      }}
      onShown={side.close}
    />
  )

  const isAnythingChosen = useSettled(
    ({ selection }) => selection.nodos.size + selection.anotaciones.size > 0,
  )
  // The drawing is shown before the scripts come that nobody can need until it is.
  useEffect(() => afterPaint(() => void loadInspector()), [])

  const openSide = side.isNarrow ? side.open : null
  // Of one and the same the canvas is not drawn anew.
  const upon = useMemo(
    () => (
      <>
        <CanvasTools
          isArranging={isArranging}
          onArrange={() => void arrange()}
          onLog={() => setIsLogOpen(true)}
          onSide={openSide}
        />
        {asked ? <NextPlace place={asked} /> : <FirstStep onAdd={setAsked} />}
      </>
    ),
    [isArranging, arrange, openSide, asked],
  )

  return (
    <div className={classes.editor} data-whole-width>
      <button type="button" className={classes.skip} onClick={goToDrawing}>
        Ir al lienzo
      </button>
      <FlujoTopBar
        saver={saver}
        presentes={presentes}
        isShowingVersions={isShowingVersions}
        onVersions={() => setIsShowingVersions(!isShowingVersions)}
        isAssisted={asistido.isOpen}
        onAsistente={asistido.toggle}
        onTest={() => setRunTab(runTab === null ? 'probar' : null)}
        onPublish={() => setAsking('publicar')}
        onCanal={() => setAsking('canal')}
        onTarea={() => setAsking('tarea')}
        onHelp={() => setIsHelping(true)}
      />
      <div className={classes.body}>
        <div className={classes.front}>
          <div className={classes.drawing} inert={asistido.isCovered} {...widen}>
            {!side.isNarrow && (
              <aside className={classes.palette} aria-label="Nodos del flujo">
                {panel}
              </aside>
            )}
            <div id="lienzo" className={classes.stage}>
              <FlujoCanvas onAdd={setAsked} onDropNodo={add}>
                {upon}
              </FlujoCanvas>
            </div>
            {asked ? (
              <QuickAdd
                place={asked}
                onPlace={setAsked}
                onAdd={(what) => add(what, asked)}
                onClose={() => setAsked(null)}
              />
            ) : (
              <Suspense>{isAnythingChosen && <Inspector />}</Suspense>
            )}
          </div>
          <Suspense>{shown && <VersionStage saver={saver} {...shown} />}</Suspense>
          <PropuestaOver {...asistido} />
        </div>
        <Suspense>
          {isShowingVersions && <VersionesPanel saver={saver} onClose={() => setIsShowingVersions(false)} />}
        </Suspense>
        <AsistenteBeside {...asistido} />
        <Suspense>{theirs && <ConflictPanel key={theirs.revision} theirs={theirs} saver={saver} />}</Suspense>
      </div>
      <Suspense>
        {side.isOpen && <SideDrawer onClose={side.close}>{panel}</SideDrawer>}
        {isLogOpen && <ClipboardDrawer onClose={() => setIsLogOpen(false)} />}
      </Suspense>
      <RunDock saver={saver} tab={runTab} onTab={setRunTab} />
      <Suspense>
        {isHelping && (
          <ShortcutSheet
            mayEdit={store.mayEdit}
            isVersionShown={shown !== null}
            onClose={() => setIsHelping(false)}
          />
        )}
      </Suspense>
      <Suspense>
        {asking === 'publicar' && (
          <PublishDialog
            proceso={{ id, nombre }}
            onBefore={storeFirst}
            onGo={(nodo, hallazgo) => (hallazgo ? showHallazgo(hallazgo) : showNodo(nodo))}
            onCompare={(version) => {
              setAsking(null)
              show({ a: DRAFT, de: String(version) })
            }}
            onClose={() => setAsking(null)}
          />
        )}
        {asking === 'canal' && <CanalDialog onBefore={storeFirst} onClose={() => setAsking(null)} />}
        {asking === 'tarea' && <TareaDialog onBefore={storeFirst} onClose={() => setAsking(null)} />}
      </Suspense>
    </div>
  )
}

/** Whoever comes by Tab goes on with the first node, past what stands around the drawing. */
function goToDrawing(): void {
  document.querySelector<HTMLElement>('.react-flow__node-nodo:not([inert] *)')?.focus()
}
