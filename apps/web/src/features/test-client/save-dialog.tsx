import { type ColeccionGuardada, holdsCredentials, type PeticionGuardada } from '@div/contract'
import { ConfirmDialog, FormHelp } from '@div/ui'
import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { makeUuid } from '../../shared/make-uuid.ts'
import type { Edited, Guardada } from './peticion-draft.ts'
import { useColeccionActions, useColecciones } from './test-client-api.ts'

interface SaveDialogProps {
  edited: Edited
  onSaved: (guardada: Guardada) => void
  onClose: () => void
}

const NEW = 'nueva'
const CHANGED =
  'Otra persona cambió esta petición mientras usted la editaba. Elija otra colección para guardar la suya aparte, o ábrala otra vez.'

/** Keeps what is written, with its comprobaciones, in a colección. */
export function SaveDialog({ edited, onSaved, onClose }: SaveDialogProps) {
  const { peticion, aserciones, guardada } = edited
  const { data: colecciones = [] } = useColecciones()
  const actions = useColeccionActions()
  const [nombre, setNombre] = useState(guardada?.leida.nombre ?? suggestNombre(edited))
  const [chosen, setChosen] = useState<string | null>(guardada?.coleccionId ?? null)
  const [nueva, setNueva] = useState('')
  const coleccionId = chosen ?? colecciones[0]?.id ?? NEW

  async function save() {
    if (nombre.trim() === '') throw new Error('Escriba un nombre para la petición.')
    const stays = guardada !== null && guardada.coleccionId === coleccionId
    const id = stays ? guardada.leida.id : makeUuid()
    const kept = { id, nombre, carpeta: '', peticion, aserciones: [...aserciones] }
    if (coleccionId === NEW) {
      if (nueva.trim() === '') throw new Error('Escriba un nombre para la colección.')
      const created = await actions.create({ nombre: nueva, descripcion: '', peticiones: [kept] })
      onSaved(guardadaOf(created, kept))
      return
    }
    const stored = await actions.change(coleccionId, (coleccion) => {
      const known = coleccion.peticiones.find((each) => each.id === id)
      if (known && JSON.stringify(known) !== JSON.stringify(guardada?.leida)) throw new Error(CHANGED)
      const peticiones = known
        ? coleccion.peticiones.map((each) => (each.id === id ? { ...kept, carpeta: each.carpeta } : each))
        : [...coleccion.peticiones, kept]
      return { ...coleccion, peticiones }
    })
    onSaved(guardadaOf(stored, kept))
  }

  return (
    <ConfirmDialog title="Guardar la petición" confirm="Guardar" onConfirm={save} onClose={onClose}>
      <FormHelp help="/documentacion/cliente-de-pruebas#colecciones-e-historial" root="">
        <Stack gap="sm">
          <TextInput
            label="Nombre de la petición"
            value={nombre}
            onChange={({ currentTarget }) => setNombre(currentTarget.value)}
          />
          <Select
            label="Colección"
            allowDeselect={false}
            data={[
              ...colecciones.map(({ id, nombre: label }) => ({ value: id, label })),
              { value: NEW, label: 'Nueva colección…' },
            ]}
            value={coleccionId}
            onChange={setChosen}
          />
          {coleccionId === NEW && (
            <TextInput
              label="Nombre de la colección"
              value={nueva}
              onChange={({ currentTarget }) => setNueva(currentTarget.value)}
            />
          )}
          {holdsCredentials(peticion) && (
            <Text size="sm" c="dimmed">
              El token o la contraseña no se guarda: lo verían todos. Póngalo en una variable secreta de su
              entorno y escriba aquí {'{{su nombre}}'}.
            </Text>
          )}
        </Stack>
      </FormHelp>
    </ConfirmDialog>
  )
}

/** As it is kept there: the server keeps no credentials. */
function guardadaOf({ id: coleccionId, peticiones }: ColeccionGuardada, kept: PeticionGuardada): Guardada {
  return { coleccionId, leida: peticiones.find(({ id }) => id === kept.id) ?? kept }
}

function suggestNombre({ peticion: { destino, metodo } }: Edited): string {
  if (destino.tipo === 'externa') return `${metodo} ${URL.parse(destino.url)?.pathname ?? destino.url}`
  return destino.operacion ?? `${metodo} ${destino.ruta}`
}
