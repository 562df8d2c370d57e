import type { Flujo } from '@div/contract'
import { Text } from '@mantine/core'
import { ReactFlowProvider } from '@xyflow/react'
import { useMemo } from 'react'
import { FlujoCanvas } from '../canvas/flujo-canvas.tsx'
import { startEditor } from '../store/editor-state.ts'
import { EditorStore } from '../store/editor-store.ts'
import { EditorContext, useEditor } from '../store/use-editor.ts'
import { paintDiff } from '../versiones/paint-diff.ts'
import classes from '../versiones/version-stage.module.css'

const NOTHING = () => undefined

/** Over the draft: what the assistant would make of it, painted. */
export default function PropuestaStage({ before, after }: { before: Flujo; after: Flujo }) {
  const stored = useEditor((state) => state.stored)
  const shown = useMemo(() => {
    const { flujo, cambios } = paintDiff(before, after)
    return new EditorStore({ ...startEditor({ ...stored, flujo }), cambios }, false)
  }, [before, after, stored])
  return (
    <section className={classes.stage} aria-label="Propuesta del asistente">
      <Text size="sm" className={classes.bar} role="status">
        Es una propuesta: nada cambia hasta que la aplique.
      </Text>
      <ReactFlowProvider>
        <EditorContext value={shown}>
          <div className={classes.body}>
            <div className={classes.canvas}>
              <FlujoCanvas onAdd={NOTHING} onDropNodo={NOTHING}>
                {null}
              </FlujoCanvas>
            </div>
          </div>
        </EditorContext>
      </ReactFlowProvider>
    </section>
  )
}
