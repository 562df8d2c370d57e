import type { ErrorDeCampo, EventoDeTarea, ServidorGuardado } from '@div/contract'
import { initialOf, isRecord, SchemaForm } from '@div/ui'
import { NumberInput, Select, SimpleGrid, Text } from '@mantine/core'
import { campoOf } from '../../shared/form/campo-of.ts'
import { ResourceSelect } from '../../shared/list/resource-select.tsx'
import { useTipoLabel } from '../../shared/servidores/use-tipos-servidor.ts'
import { useEventosOf } from './use-eventos-of.ts'

interface EventoFieldsProps {
  evento: EventoDeTarea
  errors: readonly ErrorDeCampo[]
  isReadOnly: boolean
  onChange: (evento: EventoDeTarea) => void
}

/** Where to listen, for what, and how much of it at once. */
export function EventoFields({ evento, errors, isReadOnly, onChange }: EventoFieldsProps) {
  const labelOf = useTipoLabel()
  const { eventos, tipoServidor } = useEventosOf(evento.servidorId)
  const chosen = eventos.find(({ tipoEvento }) => tipoEvento === evento.tipoEvento)
  const change = (fields: Partial<EventoDeTarea>) => onChange({ ...evento, ...fields })

  function choose(tipoEvento: string) {
    const initial = initialOf(eventos.find((each) => each.tipoEvento === tipoEvento)?.opciones ?? {})
    change({ tipoEvento, opciones: isRecord(initial) ? initial : {} })
  }

  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
        <ResourceSelect<ServidorGuardado>
          resource="servidores"
          label="Servidor"
          placeholder="Busque por su nombre"
          withAsterisk
          allowDeselect={false}
          disabled={isReadOnly}
          {...campoOf(errors, 'evento.servidorId')}
          noteOf={({ tipoServidor }) => labelOf(tipoServidor)}
          value={evento.servidorId === '' ? null : evento.servidorId}
          onChange={(servidorId) =>
            servidorId !== null && change({ servidorId, tipoEvento: '', opciones: {} })
          }
        />
        <Select
          label="Evento"
          placeholder={evento.servidorId === '' ? 'Elija antes el servidor' : 'Elija'}
          withAsterisk
          allowDeselect={false}
          disabled={isReadOnly || eventos.length === 0}
          {...campoOf(errors, 'evento.tipoEvento')}
          data={eventos.map(({ tipoEvento: value, label }) => ({ value, label }))}
          value={chosen?.tipoEvento ?? null}
          onChange={(tipoEvento) => tipoEvento !== null && choose(tipoEvento)}
        />
      </SimpleGrid>
      {tipoServidor !== undefined && eventos.length === 0 && (
        <Text size="sm" c="dimmed">
          Los servidores de este tipo no avisan de nada por sí mismos: elija otro.
        </Text>
      )}
      {chosen && (
        <>
          <Text size="sm" c="dimmed">
            {chosen.summary}
          </Text>
          <SchemaForm
            key={chosen.tipoEvento}
            schema={chosen.opciones}
            value={evento.opciones}
            onChange={(opciones) => change({ opciones })}
            errors={errors}
            root="evento.opciones"
            help={`/docs/campos-servidor#${tipoServidor}.evento.${chosen.tipoEvento}`}
            isReadOnly={isReadOnly}
          />
        </>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
        <NumberInput
          label="Ejecuciones a la vez"
          description="Con tantas sin terminar no se toma ningún evento más."
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          readOnly={isReadOnly}
          {...campoOf(errors, 'evento.enVuelo')}
          value={evento.enVuelo}
          onChange={(enVuelo) => change({ enVuelo: Number(enVuelo) })}
        />
        <NumberInput
          label="Intentos de leerlo"
          description="Tras tantas entregas se aparta lo que la entrada del proceso no admite."
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          readOnly={isReadOnly}
          {...campoOf(errors, 'evento.intentos')}
          value={evento.intentos}
          onChange={(intentos) => change({ intentos: Number(intentos) })}
        />
      </SimpleGrid>
    </>
  )
}
