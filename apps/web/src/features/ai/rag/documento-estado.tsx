import type { DocumentoDeRag } from '@div/contract'
import { Badge, Progress, Stack } from '@mantine/core'
import { stateOfDocumento } from './documento-state.ts'

/** How a document does, and how far it is. */
export function DocumentoEstado({ documento }: { documento: DocumentoDeRag }) {
  const { label, color, avance } = stateOfDocumento(documento)
  if (avance === undefined) return <Badge color={color}>{label}</Badge>
  return (
    <Stack gap={4} w="100%">
      <Badge color={color}>{avance === null ? label : `${label} ${avance} %`}</Badge>
      <Progress
        size="xs"
        color={color}
        value={avance ?? 100}
        striped={avance === null}
        animated={avance === null}
        aria-label={`${documento.nombre}: ${label}`}
      />
    </Stack>
  )
}
