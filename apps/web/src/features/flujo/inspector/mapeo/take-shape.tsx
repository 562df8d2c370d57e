import type { Parametro } from '@div/contract'
import { Button } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import { declaredLike } from './declared-like.ts'
import { readMapped } from './mapped-origen.ts'
import { useNodoData } from './nodo-data.tsx'

interface TakeShapeProps {
  parametro: Parametro
  isReadOnly: boolean
  onTake: (fields: Pick<Parametro, 'tipo' | 'campos' | 'elemento'>) => void
}

/** What comes says what it is made of: nobody has to write it again. */
export function TakeShape({ parametro, isReadOnly, onTake }: TakeShapeProps) {
  const { sources } = useNodoData()
  const { tipo, campos = [], elemento } = parametro
  if (isReadOnly || campos.length > 0 || elemento) return null
  const field = readMapped(parametro, sources)?.field
  if (!field || field.campos.length === 0 || (tipo !== undefined && tipo !== field.tipo)) return null
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      mt={4}
      leftSection={<IconWand size={12} aria-hidden />}
      onClick={() => {
        const { nombre: _, ...fields } = declaredLike(field)
        onTake(fields)
      }}
    >
      Declarar sus campos como llegan
    </Button>
  )
}
