import { ConfirmDialog, notify } from '@div/ui'
import { Button, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readColeccion } from './fuentes-api.ts'
import { documentosPath } from './rag-api.ts'

/** Has every document cut anew; what has not changed keeps its vectors. */
export function LeerColeccion({ id, nombre }: { id: string; nombre: string }) {
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)

  async function read() {
    const { documentos } = await readColeccion(id)
    await queries.invalidateQueries({ queryKey: [documentosPath(id)] })
    notify.success(nombre, documentos === 1 ? 'Se lee 1 documento.' : `Se leen ${documentos} documentos.`)
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Volver a leer la colección
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Volver a leer la colección"
          confirm="Volver a leer"
          onConfirm={read}
          onClose={() => setIsAsking(false)}
        >
          <Text size="sm">
            Se cortan de nuevo todos los documentos de <b>{nombre}</b>, y se leen otra vez los archivos que
            fallaron. Lo que no ha cambiado conserva sus vectores: no se vuelve a pagar.
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}
