import type { ProcesoGuardado } from '@div/contract'
import { Alert, Button, Group, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { compareFlujos } from './document/compare-flujos.ts'
import type { DraftSaver } from './store/draft-saver.ts'
import { useEditor } from './store/use-editor.ts'

/** Somebody else stored the same proceso: nothing is stored any more until a person has chosen. */
export function ConflictPanel({ saver }: { saver: DraftSaver }) {
  const save = useEditor((state) => state.save)
  return save.kind === 'conflicto' ? <Conflict theirs={save.theirs} saver={saver} /> : null
}

/** Of many differences the first; the rest is counted. */
const SHOWN = 6

function Conflict({ theirs, saver }: { theirs: ProcesoGuardado; saver: DraftSaver }) {
  const mine = useEditor(({ history }) => history.flujo)
  const who = theirs.actualizadoPor ?? 'Otra persona'
  const differences = compareFlujos(mine, theirs.flujo)
  return (
    <Alert
      color="red"
      variant="light"
      radius={0}
      icon={<IconAlertTriangle aria-hidden />}
      title={`${who} guardó otra versión mientras usted dibujaba`}
      role="alert"
    >
      <Text size="sm">Lo suyo sigue aquí y no se guarda hasta que elija.</Text>
      <List size="sm" mt={4}>
        {differences.slice(0, SHOWN).map(({ id, text }) => (
          <List.Item key={id}>{text}</List.Item>
        ))}
        {differences.length > SHOWN && <List.Item>Y {differences.length - SHOWN} diferencias más.</List.Item>}
      </List>
      <Group gap="sm" mt="sm">
        <Button size="compact-sm" onClick={() => void saver.overwrite(theirs)}>
          Guardar la mía
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => saver.take(theirs)}>
          Usar la de {who}
        </Button>
      </Group>
    </Alert>
  )
}
