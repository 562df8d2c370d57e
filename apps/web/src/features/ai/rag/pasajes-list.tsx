import type { Pasaje } from '@div/contract'
import { Stack, Text } from '@mantine/core'
import classes from './pasajes-list.module.css'

/** Passages in their order, each under the headings that it stands under. */
export function PasajesList({ pasajes, total }: { pasajes: readonly Pasaje[]; total: number }) {
  if (total === 0) return null
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" aria-live="polite">
        {total === 1 ? '1 pasaje' : `${total.toLocaleString('es')} pasajes`}
        {pasajes.length < total && `; se muestran ${pasajes.length}`}
      </Text>
      <ol className={classes.list} aria-label="Pasajes">
        {pasajes.map(({ orden, texto, titulo, desde, hasta }) => (
          <li key={orden} className={classes.pasaje}>
            <Text size="xs" c="dimmed">
              {orden + 1}
              {titulo.length > 0 && ` · ${titulo.join(' › ')}`} · {(hasta - desde).toLocaleString('es')}{' '}
              caracteres
            </Text>
            <Text size="sm" className={classes.texto}>
              {texto}
            </Text>
          </li>
        ))}
      </ol>
    </Stack>
  )
}
