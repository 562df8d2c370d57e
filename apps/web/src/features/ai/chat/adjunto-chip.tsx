import type { Adjunto } from '@div/contract'
import { Badge, CloseButton, Image } from '@mantine/core'
import { IconFileText, IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { RESOURCE } from '../conversaciones/conversaciones-api.ts'
import { fetchAdjunto } from './chat-api.ts'

interface AdjuntoChipProps {
  conversacionId: string
  adjunto: Adjunto
  /** Of one that was not sent yet. */
  onRemove?: () => void
}

export function AdjuntoChip({ conversacionId, adjunto, onRemove }: AdjuntoChipProps) {
  const { nombre, tipo } = adjunto
  const Icon = tipo === 'imagen' ? IconPhoto : IconFileText
  return (
    <div>
      {tipo === 'imagen' && <Miniatura conversacionId={conversacionId} adjunto={adjunto} />}
      <Badge
        variant="default"
        size="lg"
        maw={260}
        leftSection={<Icon size={14} aria-hidden />}
        rightSection={
          onRemove && <CloseButton size="xs" aria-label={`Quitar ${nombre}`} onClick={onRemove} />
        }
      >
        {nombre}
      </Badge>
    </div>
  )
}

function Miniatura({ conversacionId, adjunto: { id, nombre } }: AdjuntoChipProps) {
  const { data } = useQuery({
    queryKey: [RESOURCE, 'adjunto', id],
    queryFn: async ({ signal }) => toDataUrl(await fetchAdjunto(conversacionId, id, signal)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data && <Image src={data} alt={nombre} h={96} w="auto" maw={200} fit="contain" radius="sm" mb={4} />
}

/** The page may show nothing but what stands in it or is of its own origin; who asks for a picture by its address has no session. */
function toDataUrl(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(blob)
  return promise
}
