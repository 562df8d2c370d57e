import { FormHelp, JsonEditor } from '@div/ui'
import { Alert, Button, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, describeError } from '../../../shared/api-error.ts'
import { type CasoDraft, readDraft } from './caso-draft.ts'
import { useWriteCaso } from './run-api.ts'

interface CasoEditorProps {
  procesoId: string
  draft: CasoDraft
  onChange: (draft: CasoDraft) => void
  onDone: () => void
}

const ESTADOS = [
  { value: 'ok', label: 'Terminar bien' },
  { value: 'error', label: 'Fallar' },
]
const COMPARAR = [
  { value: 'completa', label: 'La respuesta entera' },
  { value: 'campos', label: 'Solo los campos que se dicen' },
  { value: 'ninguna', label: 'Nada más' },
]

/** A test case: what is given, and what it must come to. */
export function CasoEditor({ procesoId, draft, onChange, onDone }: CasoEditorProps) {
  const [unread, setUnread] = useState<Partial<Record<'entrada' | 'datosFijados' | 'salida', string>>>({})
  const { mutate, isPending, error } = useWriteCaso(procesoId)
  const errores = error instanceof ApiError ? error.errores : []
  const mistakeAt = (campo: string) => errores.find((each) => each.campo === campo)?.mensaje
  const change = (fields: Partial<CasoDraft>) => onChange({ ...draft, ...fields })

  function submit(event: FormEvent) {
    event.preventDefault()
    const read = readDraft(draft)
    setUnread('mistakes' in read ? read.mistakes : {})
    if ('caso' in read) mutate(read.caso, { onSuccess: onDone })
  }

  return (
    <form onSubmit={submit} aria-label="Caso de prueba" noValidate style={{ maxWidth: 720 }}>
      <FormHelp help="/documentacion/campos#casos-de-prueba" root="">
        <Stack gap="md">
          <TextInput
            label="Nombre"
            data-campo="nombre"
            required
            data-autofocus
            value={draft.nombre}
            error={mistakeAt('nombre')}
            onChange={({ currentTarget }) => change({ nombre: currentTarget.value })}
          />
          <TextInput
            label="Descripción"
            data-campo="descripcion"
            value={draft.descripcion}
            error={mistakeAt('descripcion')}
            onChange={({ currentTarget }) => change({ descripcion: currentTarget.value })}
          />
          <JsonField
            label="Entrada del caso"
            campo="entrada"
            text={draft.entrada}
            mistake={unread.entrada ?? mistakeAt('entrada')}
            onChange={(entrada) => change({ entrada })}
          />
          <JsonField
            label="Datos fijados del caso"
            campo="datosFijados"
            description="Por el id de su nodo, lo que este da sin que se le llame."
            text={draft.datosFijados}
            mistake={unread.datosFijados ?? mistakeAt('datosFijados')}
            onChange={(datosFijados) => change({ datosFijados })}
          />
          <Group grow align="flex-start">
            <Select
              label="Debe"
              data-campo="esperado"
              allowDeselect={false}
              data={ESTADOS}
              value={draft.estado}
              onChange={(estado) => change({ estado: estado === 'error' ? 'error' : 'ok' })}
            />
            {draft.estado === 'error' ? (
              <TextInput
                label="Código del error"
                data-campo="esperado"
                placeholder="Cualquiera"
                value={draft.codigo}
                error={mistakeAt('esperado.codigo')}
                onChange={({ currentTarget }) => change({ codigo: currentTarget.value })}
              />
            ) : (
              <>
                <NumberInput
                  label="Estado HTTP"
                  data-campo="esperado"
                  placeholder="Cualquiera"
                  min={100}
                  max={599}
                  allowDecimal={false}
                  value={draft.estadoHttp}
                  error={mistakeAt('esperado.estadoHttp')}
                  onChange={(value) => change({ estadoHttp: String(value) })}
                />
                <Select
                  label="Se compara"
                  data-campo="esperado"
                  allowDeselect={false}
                  data={COMPARAR}
                  value={draft.comparar}
                  onChange={(comparar) =>
                    change({
                      comparar: comparar === 'campos' || comparar === 'ninguna' ? comparar : 'completa',
                    })
                  }
                />
              </>
            )}
          </Group>
          {draft.estado === 'ok' && draft.comparar !== 'ninguna' && (
            <JsonField
              label="Respuesta esperada"
              campo="esperado"
              text={draft.salida}
              mistake={unread.salida ?? mistakeAt('esperado.salida')}
              onChange={(salida) => change({ salida })}
            />
          )}
          {error && (
            <Alert color="red" variant="light" role="alert" title="No se pudo guardar el caso">
              {describeError(error)}
            </Alert>
          )}
          <Group gap="sm">
            <Button type="submit" loading={isPending}>
              Guardar el caso
            </Button>
            <Button variant="default" onClick={onDone}>
              Cancelar
            </Button>
          </Group>
        </Stack>
      </FormHelp>
    </form>
  )
}

interface JsonFieldProps {
  label: string
  campo: string
  description?: string
  text: string
  mistake: string | undefined
  onChange: (text: string) => void
}

function JsonField({ label, campo, description, text, mistake, onChange }: JsonFieldProps) {
  return (
    <Stack gap={4} data-campo={campo}>
      <Text size="sm" fw={500} aria-hidden>
        {label}
      </Text>
      {description !== undefined && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      <JsonEditor label={label} text={text} onChange={onChange} isInvalid={mistake !== undefined} />
      {mistake !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {mistake}
        </Text>
      )}
    </Stack>
  )
}
