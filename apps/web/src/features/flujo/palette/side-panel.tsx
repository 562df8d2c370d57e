import { Tabs } from '@mantine/core'
import { useEditorStore } from '../store/use-editor.ts'
import type { AddWhat } from './add-nodo.ts'
import { NodoList } from './nodo-list.tsx'
import { Palette } from './palette.tsx'
import { ServidorObjetos } from './servidor-objetos.tsx'

/** At the left: what can be added, and what is there. */
export function SidePanel({ onAdd }: { onAdd: (what: AddWhat) => void }) {
  const { mayEdit } = useEditorStore()
  return (
    <Tabs defaultValue={mayEdit ? 'anadir' : 'nodos'} keepMounted={false}>
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
        <NodoList />
      </Tabs.Panel>
    </Tabs>
  )
}
