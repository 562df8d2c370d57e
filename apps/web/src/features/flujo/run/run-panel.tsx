import { CloseButton, Tabs } from '@mantine/core'
import { useRef } from 'react'
import type { DraftSaver } from '../store/draft-saver.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'
import { useGiveBackFocus } from '../use-give-back-focus.ts'
import type { CasoDraft } from './caso-draft.ts'
import { CasosPanel } from './casos-panel.tsx'
import { EntradaForm } from './entrada-form.tsx'
import { HistorialPanel } from './historial-panel.tsx'
import { useCasos } from './run-api.ts'
import { RunOutcome } from './run-outcome.tsx'
import classes from './run-panel.module.css'

export type RunTab = 'probar' | 'casos' | 'historial'

interface RunPanelProps {
  saver: DraftSaver
  tab: RunTab
  onTab: (tab: RunTab) => void
  /** The test case that is being written. */
  caso: CasoDraft | null
  onCaso: (caso: CasoDraft | null) => void
  onClose: () => void
}

/** Below the canvas: trying what is drawn, its test cases, and what ran before. Who may only read sees what ran. */
export default function RunPanel({ saver, tab, onTab, caso, onCaso, onClose }: RunPanelProps) {
  const { mayEdit } = useEditorStore()
  const { id } = useEditor(({ stored }) => stored)
  const { data: casos = [] } = useCasos(id)
  const shown = mayEdit ? tab : 'historial'
  const panel = useRef<HTMLElement>(null)
  useGiveBackFocus(panel)
  return (
    <section ref={panel} className={classes.panel} aria-label="Prueba">
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(next) => onTab(next === 'casos' || next === 'historial' ? next : 'probar')}
      >
        <Tabs.List mb="md" pe={40}>
          {mayEdit && <Tabs.Tab value="probar">Prueba</Tabs.Tab>}
          {mayEdit && (
            <Tabs.Tab value="casos">{casos.length === 0 ? 'Casos' : `Casos (${casos.length})`}</Tabs.Tab>
          )}
          <Tabs.Tab value="historial">Historial</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="probar">
          <div className={classes.columns}>
            <EntradaForm />
            <RunOutcome />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="casos">
          <CasosPanel saver={saver} edited={caso} onEdit={onCaso} onTry={() => onTab('probar')} />
        </Tabs.Panel>
        <Tabs.Panel value="historial">
          <HistorialPanel />
        </Tabs.Panel>
      </Tabs>
      <CloseButton aria-label="Cerrar la prueba" className={classes.close} onClick={onClose} />
    </section>
  )
}
