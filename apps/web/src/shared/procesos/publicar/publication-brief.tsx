import { Alert, Stack, Text } from '@mantine/core'
import { CasosPart, describeCambios, ImpactoPart, InvalidPart } from './publication-parts.tsx'
import type { Publishable } from './use-publication.ts'

/** What publishing asks, where it is only a part of what is done: what keeps it from being done, and who else notices. */
export function PublicationBrief({
  publishable,
  onFollow,
}: {
  publishable: Publishable
  onFollow: () => void
}) {
  const { data, isInvalid, isUnchanged, casos, failed, isWaiting } = publishable
  if (isWaiting)
    return (
      <Text size="sm" c="dimmed" role="status">
        Se revisa lo que se publica…
      </Text>
    )
  if (isUnchanged)
    return (
      <Text size="sm" c="dimmed">
        No hay cambios desde la versión {data?.publicada?.version}: es la que se llama.
      </Text>
    )
  return (
    <Stack gap="sm">
      <InvalidPart publishable={publishable} />
      {failed.length > 0 && (
        <Alert color="red" variant="light" title="Todavía no se puede publicar" role="alert">
          {failed.length === 1 ? 'Un caso de prueba falla' : `${failed.length} casos de prueba fallan`}:
          corrija el flujo o los casos, o publique antes con «Publicar».
        </Alert>
      )}
      {(failed.length > 0 || casos.error) && <CasosPart resultados={failed} error={casos.error} />}
      {data?.publicada && !isInvalid && (
        <>
          <Text size="sm">
            Desde la versión {data.publicada.version}: {describeCambios(data.publicada, data.proceso)}
          </Text>
          <ImpactoPart
            id={data.proceso.id}
            before={data.publicada.flujo}
            after={data.proceso.flujo}
            onFollow={onFollow}
          />
        </>
      )}
    </Stack>
  )
}

/** Whether it may be published with nothing more to be asked. */
export function mayPublish({ isWaiting, isInvalid, failed, casos }: Publishable): boolean {
  return !isWaiting && !isInvalid && failed.length === 0 && casos.error === null
}
