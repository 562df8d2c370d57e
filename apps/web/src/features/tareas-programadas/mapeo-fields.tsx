import type { ErrorDeCampo, EventoDeTarea, Parametro } from '@div/contract'
import { Autocomplete, SimpleGrid, Text } from '@mantine/core'
import { campoOf } from '../../shared/form/campo-of.ts'
import { useEventosOf } from './use-eventos-of.ts'

interface MapeoFieldsProps {
  evento: EventoDeTarea
  parametros: readonly Parametro[]
  errors: readonly ErrorDeCampo[]
  isReadOnly: boolean
  onChange: (evento: EventoDeTarea) => void
}

/** Which field of the event each parameter of the process takes. */
export function MapeoFields({ evento, parametros, errors, isReadOnly, onChange }: MapeoFieldsProps) {
  const { eventos } = useEventosOf(evento.servidorId)
  const campos = eventos.find(({ tipoEvento }) => tipoEvento === evento.tipoEvento)?.campos ?? []
  const descripcionOf = new Map(campos.map(({ ruta, descripcion }) => [ruta, descripcion]))
  if (parametros.length === 0) return null

  function take(nombre: string, ruta: string) {
    const { [nombre]: _before, ...others } = evento.mapeo
    onChange({ ...evento, mapeo: ruta === '' ? others : { ...others, [nombre]: ruta } })
  }

  return (
    <>
      <Text size="sm" c="dimmed">
        De cada dato, el campo del evento que lo trae, como mensaje.cliente.id. Los que queden vacíos toman el
        valor fijo de abajo.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
        {parametros.map(({ nombre, descripcion }) => (
          <Autocomplete
            key={nombre}
            label={`${nombre} ← evento`}
            description={descripcion}
            readOnly={isReadOnly}
            {...campoOf(errors, `evento.mapeo.${nombre}`)}
            data={campos.map(({ ruta }) => ruta)}
            renderOption={({ option }) => (
              <div>
                <Text size="sm">{option.value}</Text>
                <Text size="xs" c="dimmed">
                  {descripcionOf.get(option.value)}
                </Text>
              </div>
            )}
            value={evento.mapeo[nombre] ?? ''}
            onChange={(ruta) => take(nombre, ruta)}
          />
        ))}
      </SimpleGrid>
    </>
  )
}
