import type { ProcesoGuardado } from '@div/contract'
import { TextDiff } from '@div/ui'
import { Alert, Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { textOf } from '../../shared/flujo/diff-flujos.ts'
import { nameDifference } from '../../shared/flujo/name-campo.ts'
import { TipoNodoIcon } from '../../shared/flujo/tipo-nodo.tsx'
import classes from './conflict-panel.module.css'
import { mergeFlujos, type NodoConflict } from './document/merge-flujos.ts'
import type { Side } from './document/merge-values.ts'
import type { DraftSaver } from './store/draft-saver.ts'
import { useEditor } from './store/use-editor.ts'
import { useGiveBackFocus } from './use-give-back-focus.ts'

/** Of what two people changed in the same place a person chooses, node by node; everything else is merged already. */
export default function ConflictPanel({ theirs, saver }: { theirs: ProcesoGuardado; saver: DraftSaver }) {
  const base = useEditor(({ stored }) => stored.flujo)
  const mine = useEditor(({ history }) => history.flujo)
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map())
  const { conflicts } = useMemo(
    () => mergeFlujos({ base, mine, theirs: theirs.flujo }),
    [base, mine, theirs.flujo],
  )
  const who = theirs.actualizadoPor ?? 'otra persona'
  const panel = useRef<HTMLDivElement>(null)
  useGiveBackFocus(panel)
  return (
    <Alert
      ref={panel}
      color="red"
      variant="light"
      radius={0}
      classNames={{ root: classes.panel, message: classes.message }}
      icon={<IconAlertTriangle aria-hidden />}
      title={`Usted y ${who} cambiaron lo mismo`}
      role="alert"
    >
      <Text size="sm">
        Lo que cada uno hizo en otro sitio ya está unido. Elija qué queda en{' '}
        {conflicts.length === 1 ? 'este nodo' : `estos ${conflicts.length} nodos`}: nada se guarda hasta
        entonces, y lo que no elija se puede recuperar después.
      </Text>
      <Stack gap="sm" mt="sm" className={classes.conflicts}>
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.id}
            conflict={conflict}
            who={who}
            side={choices.get(conflict.id) ?? 'mine'}
            onChoose={(side) => setChoices(new Map(choices).set(conflict.id, side))}
          />
        ))}
      </Stack>
      <Group gap="sm" mt="sm" className={classes.actions}>
        <Button size="compact-sm" onClick={() => void saver.resolve(theirs, choices)}>
          Unir y guardar
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => saver.take(theirs)}>
          Descartar todo lo mío
        </Button>
      </Group>
    </Alert>
  )
}

interface ChoiceProps {
  conflict: NodoConflict
  who: string
  side: Side
  onChoose: (side: Side) => void
}

function Choice({ conflict, who, side, onChoose }: ChoiceProps) {
  const { nombre, tipo, quitado, campos } = conflict
  return (
    <Paper p="sm" withBorder component="section" aria-label={`Conflicto en ${nombre}`}>
      <Group gap="sm">
        {tipo && <TipoNodoIcon tipo={tipo} />}
        <Text size="sm" fw={600}>
          {nombre}
        </Text>
        <SegmentedControl
          size="xs"
          ml="auto"
          aria-label={`Qué queda de ${nombre}`}
          value={side}
          onChange={(value) => onChoose(value as Side)}
          data={[
            { value: 'mine', label: quitado === 'mine' ? 'Quitarlo, como yo' : 'Lo mío' },
            {
              value: 'theirs',
              label: quitado === 'theirs' ? `Quitarlo, como ${who}` : `Lo de ${who}`,
            },
          ]}
        />
      </Group>
      {quitado === null ? (
        campos.map(({ campo, mine, theirs }) => (
          <div key={campo}>
            <Text size="xs" c="dimmed" mt={6}>
              {nameDifference(campo)}
            </Text>
            <TextDiff
              label={`${nombre}: ${nameDifference(campo)}`}
              before={textOf(mine)}
              after={textOf(theirs)}
            />
          </div>
        ))
      ) : (
        <Text size="sm" mt={4}>
          {quitado === 'mine'
            ? `Usted lo quitó y ${who} siguió cambiándolo.`
            : `${who} lo quitó y usted siguió cambiándolo.`}
        </Text>
      )}
    </Paper>
  )
}
