import type { Extremo, VinculoComparado } from '@div/contract'
import { Alert, List, Stack, Table, Text, Title } from '@mantine/core'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'
import { useTipoLabel } from '../../shared/servidores/use-tipos-servidor.ts'
import { isTipoDato, TIPO_DATO_LABELS } from '../../shared/tipo-dato/tipo-dato-labels.ts'
import { ComparacionBadge } from './comparacion-badge.tsx'
import { describeExtremo } from './describe-extremo.ts'

const WHAT = {
  servidores: { noun: 'Servidor', dato: 'Dirección' },
  parametros: { noun: 'Parámetro', dato: 'Valor' },
} as const

/** One servidor or parámetro, whole: what it is here and there, and who uses it. */
export function VinculoComparadoPanel({
  vinculo,
  onClose,
}: {
  vinculo: VinculoComparado
  onClose: () => void
}) {
  const { recurso, nombre, nombreAlli, estado, aqui, alli, procesos } = vinculo
  const { noun, dato } = WHAT[recurso]
  const tipoOf = useTipo(recurso)
  const rows = [
    { title: 'Nombre', aqui: nombre, alli: nombreAlli },
    { title: 'Tipo', aqui: tipoOf(aqui), alli: tipoOf(alli) },
    { title: dato, aqui: describeExtremo(recurso, aqui), alli: describeExtremo(recurso, alli) },
  ]
  return (
    <EditorPanel
      title={nombre}
      badges={<ComparacionBadge estado={estado} />}
      summary={noun}
      onClose={onClose}
    >
      <Advice {...vinculo} />
      <Table layout="fixed" aria-label="Aquí y allí">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={88} />
            <Table.Th>Aquí</Table.Th>
            <Table.Th>Allí</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.title}>
              <Table.Th scope="row" style={{ verticalAlign: 'top' }}>
                {row.title}
              </Table.Th>
              <Side text={row.aqui} isOther={row.aqui !== row.alli} />
              <Side text={row.alli} isOther={row.aqui !== row.alli} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Stack gap={4}>
        <Title order={3} size="h4">
          {procesos.length === 1 ? 'Lo usa aquí' : `Lo usan aquí (${procesos.length.toLocaleString('es')})`}
        </Title>
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {procesos.map((proceso) => (
            <List.Item key={proceso}>{proceso}</List.Item>
          ))}
        </List>
      </Stack>
    </EditorPanel>
  )
}

function Side({ text, isOther }: { text: string; isOther: boolean }) {
  return (
    <Table.Td style={{ verticalAlign: 'top' }}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }} {...(isOther && { fw: 600 })}>
        {text}
      </Text>
    </Table.Td>
  )
}

function useTipo(recurso: VinculoComparado['recurso']): (extremo: Extremo | null) => string {
  const labelOf = useTipoLabel()
  return (extremo) => {
    if (extremo === null) return '–'
    if (recurso === 'servidores') return labelOf(extremo.tipo)
    return isTipoDato(extremo.tipo) ? TIPO_DATO_LABELS[extremo.tipo] : extremo.tipo
  }
}

/** What to do about it, where there is something to do. */
function Advice({ recurso, estado, aqui, alli, nombreAlli }: VinculoComparado) {
  const advice = adviceOf({ recurso, estado, aqui, alli, nombreAlli })
  return (
    advice !== null && (
      <Alert color={estado === 'falta' || estado === 'otroTipo' ? 'red' : 'yellow'} p="sm">
        {advice}
      </Alert>
    )
  )
}

function adviceOf({
  recurso,
  estado,
  aqui,
  alli,
  nombreAlli,
}: Pick<VinculoComparado, 'recurso' | 'estado' | 'aqui' | 'alli' | 'nombreAlli'>): string | null {
  const noun = recurso === 'servidores' ? 'servidor' : 'parámetro'
  if (estado === 'falta')
    return `Allí no hay ningún ${noun} «${nombreAlli}»: créelo, o diga en los vínculos del entorno cómo se llama.`
  if (estado === 'otroTipo')
    return `Allí «${nombreAlli}» es de otro tipo: los procesos que lo usan no se pueden promover.`
  if (alli?.activo === false) return 'Allí está desactivado: los procesos que lo usan fallarán.'
  if (estado === 'igual' && recurso === 'servidores' && aqui?.dato != null)
    return 'Los dos usan la misma dirección: lo que se promueva trabajará con los mismos datos que aquí.'
  return null
}
