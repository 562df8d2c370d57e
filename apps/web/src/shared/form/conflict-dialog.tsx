import { type FieldDescription, useReturnFocus } from '@div/ui'
import { Button, Code, Group, Modal, Radio, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { type Difference, listDifferences, mergeChosen, sideAtFirst } from './differences.ts'

interface ConflictDialogProps<Draft extends object> {
  /** What was read before anything was changed. */
  base: Draft
  mine: Draft
  theirs: Draft
  /** Who stored the other version. */
  author: string | null
  isSaving: boolean
  /** What the form calls a field, and whether it may be shown. */
  describe: (campo: string) => FieldDescription
  onResolve: (draft: Draft) => void
  onClose: () => void
}

/** Somebody else stored the same thing meanwhile: both versions side by side, to choose from field by field. */
export function ConflictDialog<Draft extends object>(props: ConflictDialogProps<Draft>) {
  useReturnFocus()
  const { base, mine, theirs, author, isSaving, describe, onResolve, onClose } = props
  const differences = listDifferences(mine, theirs)
  const [taken, setTaken] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({})
  const choiceOf = (difference: Difference) => taken[difference.campo] ?? sideAtFirst(difference, base)
  const who = author ?? 'Otra persona'
  return (
    <Modal opened onClose={onClose} size="xl" title="Se guardó otra versión mientras editaba">
      <Stack gap="lg">
        <Text size="sm">
          {who} guardó cambios después de que usted abriera esta página. Elija, campo por campo, qué queda.
        </Text>
        <Table.ScrollContainer minWidth={480}>
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Campo</Table.Th>
                <Table.Th>Su versión</Table.Th>
                <Table.Th>La de {who}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map((difference) => (
                <DifferenceRow
                  key={difference.campo}
                  difference={difference}
                  description={describe(difference.campo)}
                  choice={choiceOf(difference)}
                  onChoose={(side) => setTaken({ ...taken, [difference.campo]: side })}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {differences.length === 0 && (
          <Text size="sm" c="dimmed">
            Ambas versiones dicen lo mismo.
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Seguir editando
          </Button>
          <Button
            loading={isSaving}
            onClick={() => onResolve(mergeChosen(theirs, differences, (each) => choiceOf(each) === 'mine'))}
          >
            Guardar lo elegido
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface DifferenceRowProps {
  difference: Difference
  description: FieldDescription
  choice: 'mine' | 'theirs'
  onChoose: (side: 'mine' | 'theirs') => void
}

function DifferenceRow({ difference, description, choice, onChoose }: DifferenceRowProps) {
  const { campo } = difference
  const { label, isSecret } = description
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {label}
      </Table.Th>
      {(['mine', 'theirs'] as const).map((side) => (
        <Table.Td key={side}>
          <Radio
            name={campo}
            label={
              <Code style={{ overflowWrap: 'anywhere' }}>
                {isSecret ? '••••••••' : describeValue(difference[side])}
              </Code>
            }
            checked={choice === side}
            onChange={() => onChoose(side)}
          />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

const YES_NO: Readonly<Record<string, string>> = { true: 'Sí', false: 'No' }

function describeValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '(sin valor)'
  if (typeof value === 'boolean') return YES_NO[String(value)] ?? ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
