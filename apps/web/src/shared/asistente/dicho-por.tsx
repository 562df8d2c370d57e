import { Text } from '@mantine/core'

interface DichoPorProps {
  modelo: string
  tokens: { entrada: number | null; salida: number | null }
}

/** Who says it, and what it took: models are wrong at times. */
export function DichoPor({ modelo, tokens: { entrada, salida } }: DichoPorProps) {
  const total = entrada === null || salida === null ? null : entrada + salida
  return (
    <Text size="xs" c="dimmed">
      Lo dice el modelo «{modelo}», que puede equivocarse
      {total === null ? '.' : ` · ${total.toLocaleString('es')} tokens.`}
    </Text>
  )
}
