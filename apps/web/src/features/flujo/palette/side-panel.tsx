import { Tabs } from '@mantine/core'
import { useEditorStore } from '../store/use-editor.ts'
import type { AddWhat } from './add-nodo.ts'
import { NodoList } from './nodo-list.tsx'
import { Palette } from './palette.tsx'
import { ServidorObjetos } from './servidor-objetos.tsx'

export type SideTab = 'anadir' | 'nodos'

interface SidePanelProps {
  tab: SideTab
  onTab: (tab: SideTab) => void
  onAdd: (what: AddWhat) => void
  /** Counts how often searching was asked for by a key. */
  searches: number
  /** Something was brought to the middle of the canvas. */
  onShown: () => void
}

/** At the left: what can be added, and what is there. */
export function SidePanel({ tab, onTab, onAdd, searches, onShown }: SidePanelProps) {
  const { mayEdit } = useEditorStore()
  return (
    <Tabs
      value={mayEdit ? tab : 'nodos'}
      onChange={(value) => onTab(value === 'nodos' ? 'nodos' : 'anadir')}
      keepMounted={false}
    >
      <Tabs.List grow mb="sm">
        {mayEdit && <Tabs.Tab value="anadir">Añadir</Tabs.Tab>}
        <Tabs.Tab value="nodos">Nodos</Tabs.Tab>
      </Tabs.List>
      {mayEdit && (
        <Tabs.Panel value="anadir">
          <Palette onAdd={(tipo) => onAdd({ tipo })} />
          <ServidorObjetos onAdd={onAdd} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="nodos">
        <NodoList searches={searches} onShown={onShown} />
      </Tabs.Panel>
    </Tabs>
  )
}
