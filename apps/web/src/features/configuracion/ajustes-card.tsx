import type { Ajustes, Configuracion } from '@div/contract'
import { ErrorState, FormHelp } from '@div/ui'
import { NumberInput, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core'
import { campoOf } from '../../shared/form/campo-of.ts'
import { SectionCard } from '../../shared/form/section-card.tsx'
import type { ResourceForm } from '../../shared/form/use-resource-form.ts'

/** What an admin may change while the product runs. A field left empty is what the settings of the start say. */
export function AjustesCard({ form }: { form: ResourceForm<Configuracion, Ajustes> }) {
  const { draft, change, errors, saved, loadError, retry } = form
  if (loadError) return <ErrorState message={loadError.message} onRetry={retry} />
  const porDefecto = saved?.porDefecto
  return (
    <SectionCard
      title="Producto"
      summary="Vale para todos. Lo que se deja vacío toma el valor con que arrancó el producto, que aparece en gris."
    >
      {porDefecto === undefined ? (
        <Stack gap="md" role="status" aria-label="Cargando...">
          <Skeleton height={56} />
          <Skeleton height={56} />
        </Stack>
      ) : (
        <FormHelp help="/documentacion/campos#configuracion" root="">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
            <TextInput
              label="Dirección pública del producto"
              description="Donde se llaman los canales en producción."
              placeholder={porDefecto.urlBase ?? 'Sin definir: se llaman en el propio motor'}
              {...campoOf(errors, 'urlBase')}
              value={draft.urlBase ?? ''}
              onChange={({ currentTarget }) => change({ urlBase: textOf(currentTarget.value) })}
            />
            <TextInput
              label="Página de trazabilidad"
              description="La que abre el acceso «Trazabilidad» de Inicio, en otra pestaña."
              placeholder={porDefecto.urlTrazabilidad ?? 'Sin definir: la de este producto'}
              {...campoOf(errors, 'urlTrazabilidad')}
              value={draft.urlTrazabilidad ?? ''}
              onChange={({ currentTarget }) => change({ urlTrazabilidad: textOf(currentTarget.value) })}
            />
            <NumberInput
              label="Días que se guarda el historial"
              description="Las ejecuciones de antes se borran."
              placeholder={String(porDefecto.historialDias)}
              allowDecimal={false}
              allowNegative={false}
              clampBehavior="none"
              {...campoOf(errors, 'historialDias')}
              value={draft.historialDias ?? ''}
              onChange={(value) => change({ historialDias: numberOf(value) })}
            />
            <NumberInput
              label="Días de aviso antes de que venza un token"
              description="Desde entonces lo dice la campana."
              placeholder={String(porDefecto.avisoTokensDias)}
              allowDecimal={false}
              allowNegative={false}
              clampBehavior="none"
              {...campoOf(errors, 'avisoTokensDias')}
              value={draft.avisoTokensDias ?? ''}
              onChange={(value) => change({ avisoTokensDias: numberOf(value) })}
            />
          </SimpleGrid>
        </FormHelp>
      )}
    </SectionCard>
  )
}

function textOf(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim()
}

function numberOf(typed: string | number): number | null {
  return typed === '' ? null : Number(typed)
}
