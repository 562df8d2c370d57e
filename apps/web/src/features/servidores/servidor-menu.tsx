import type { ServidorResumen } from '@div/contract'
import { describeMs, notify } from '@div/ui'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { describeError } from '../../shared/api-error.ts'
import { RemoveDialog } from '../../shared/list/remove-dialog.tsx'
import { useCan } from '../../shared/session.ts'
import { testStored, useDuplicateServidor } from './servidores-api.ts'

/** What can be done with a servidor of the list without opening it. */
export function ServidorMenu({ servidor }: { servidor: ServidorResumen }) {
  const { id, nombre } = servidor
  const queries = useQueryClient()
  const navigate = useNavigate()
  const duplicate = useDuplicateServidor()
  const mayCreate = useCan('servidores.crear')
  const mayRemove = useCan('servidores.eliminar')
  const [isTesting, setIsTesting] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)

  async function test() {
    setIsTesting(true)
    try {
      const { ok, pasos, version } = await testStored(id)
      const ms = describeMs(pasos.reduce((sum, { duracionMs }) => sum + duracionMs, 0))
      const failed = pasos.find((paso) => !paso.ok)
      if (ok) notify.success(`${nombre} responde`, [version, ms].filter(Boolean).join(' · '))
      else notify.error(`${nombre}: falla ${failed?.nombre ?? 'la prueba'}`, failed?.error)
      void queries.invalidateQueries({ queryKey: ['servidores', 'lista'] })
    } catch (error) {
      notify.error(`No se pudo probar ${nombre}`, describeError(error))
    } finally {
      setIsTesting(false)
    }
  }

  async function copy() {
    try {
      navigate(addressOf('servidores', (await duplicate(id)).id))
    } catch (error) {
      notify.error(`No se pudo duplicar ${nombre}`, describeError(error))
    }
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Acciones de ${nombre}`} loading={isTesting}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlugConnected size={16} aria-hidden />} onClick={test}>
            Probar conexión
          </Menu.Item>
          {mayCreate && (
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
              Duplicar
            </Menu.Item>
          )}
          {mayRemove && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setIsRemoving(true)}
            >
              Eliminar
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isRemoving && (
        <RemoveDialog
          resource="servidores"
          noun="el servidor"
          row={servidor}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  )
}
