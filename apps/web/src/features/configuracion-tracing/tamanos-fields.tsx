import { Anchor, NumberInput, SimpleGrid, Text } from '@mantine/core'
import { Link } from 'react-router'
import { campoOf } from '../../shared/form/campo-of.ts'
import { SectionCard } from '../../shared/form/section-card.tsx'
import { describeMegabytes } from './describe-megabytes.ts'
import { TRAZAS_FIELDS, type TrazabilidadForm } from './trazabilidad-api.ts'

const SIZES = [
  'muestraBytes',
  'muestraElementos',
  'historialEjecucionBytes',
  'historialDatosPorSegundo',
] as const

/** How much of a run is kept, and of how many runs. */
export function TamanosFields({ form }: { form: TrazabilidadForm }) {
  const { saved } = form
  return (
    <>
      <SectionCard
        title="Cuánto se guarda de las ejecuciones"
        summary="Lo que se deja vacío toma el valor con que arrancó el producto, que aparece en gris."
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
          {SIZES.map((name) => (
            <SizeField key={name} name={name} form={form} placeholder={saved?.porDefecto[name]} />
          ))}
        </SimpleGrid>
      </SectionCard>
      <SectionCard
        title="Cuánto se guarda en total"
        summary={
          saved && (
            <>
              El historial ocupa {describeMegabytes(saved.historial.bytes)}
              {saved.historial.desde !== null &&
                ` desde el ${new Date(saved.historial.desde).toLocaleDateString('es', { timeZone: 'UTC' })}`}
              .
            </>
          )
        }
      >
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg" verticalSpacing="md">
          <SizeField name="historialMegabytes" form={form} placeholder={undefined} />
        </SimpleGrid>
        {saved && (
          <Text size="sm" c="dimmed">
            Por antigüedad se borra lo de hace más de {saved.historial.dias}{' '}
            {saved.historial.dias === 1 ? 'día' : 'días'}:{' '}
            <Anchor component={Link} to="/configuracion" size="sm" underline="always">
              cambiar los días
            </Anchor>
            .
          </Text>
        )}
      </SectionCard>
    </>
  )
}

interface SizeFieldProps {
  name: (typeof SIZES)[number] | 'historialMegabytes'
  form: TrazabilidadForm
  /** What holds when it is left empty. */
  placeholder: number | undefined
}

function SizeField({ name, form: { draft, change, errors }, placeholder }: SizeFieldProps) {
  const { title, description } = TRAZAS_FIELDS.properties?.[name] ?? {}
  return (
    <NumberInput
      label={title}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={placeholder === undefined ? '' : placeholder.toLocaleString('es')}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      thousandSeparator="."
      decimalSeparator=","
      {...campoOf(errors, name)}
      value={draft[name] ?? ''}
      onChange={(value) => change({ [name]: value === '' ? null : Number(value) })}
    />
  )
}
