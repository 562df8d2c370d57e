import { CORTES_DE_EVALUACION, type EvaluacionDeRag } from '@div/contract'
import { describePercent } from '@div/ui'
import { Table, Text } from '@mantine/core'
import { describeMrr, diferenciaOf, medidaOf, recallOf } from './describe-evaluacion.ts'
import { MODOS } from './modos.ts'

interface MedidasTableProps {
  evaluacion: EvaluacionDeRag
  /** The one before it. */
  anterior: EvaluacionDeRag | undefined
}

/** What each way of searching found of what was expected, and how that differs from the time before. */
export function MedidasTable({ evaluacion, anterior }: MedidasTableProps) {
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table aria-label="Medidas">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Búsqueda</Table.Th>
            {CORTES_DE_EVALUACION.map((k) => (
              <Table.Th key={k} ta="right">{`Recall@${k}`}</Table.Th>
            ))}
            <Table.Th ta="right">MRR</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {evaluacion.medidas.map((medida) => {
            const before = medidaOf(anterior, medida.modo)
            return (
              <Table.Tr key={medida.modo}>
                <Table.Th scope="row">{MODOS[medida.modo]}</Table.Th>
                {medida.recall.map(({ k, valor }) => (
                  <Valor
                    key={k}
                    text={describePercent(valor * 100)}
                    now={valor}
                    before={recallOf(before, k)}
                  />
                ))}
                <Valor text={describeMrr(medida.mrr)} now={medida.mrr} before={before?.mrr} />
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Valor({ text, now, before }: { text: string; now: number; before: number | undefined }) {
  const diferencia = diferenciaOf(now, before)
  return (
    <Table.Td ta="right">
      <Text size="sm">{text}</Text>
      {diferencia && (
        <Text size="xs" c={diferencia.isBetter ? 'green' : 'red'} title="Respecto de la anterior">
          {diferencia.text}
        </Text>
      )}
    </Table.Td>
  )
}
