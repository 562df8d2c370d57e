import type { ServidorResumen } from '@div/contract'
import { describeMs, notify } from '@div/ui'
import { Menu } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { describeError } from '../../shared/api-error.ts'
import { ThingMenu, type ThingMenuProps } from '../../shared/list/thing-menu.tsx'
import { testStored, useDuplicateServidor } from './servidores-api.ts'

/** What can be done with a servidor of the list without opening it. */
export function ServidorMenu({ servidor }: { servidor: ServidorResumen }) {
  const { id, nombre } = servidor
  const queries = useQueryClient()
  const [isTesting, setIsTesting] = useState(false)

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

  return (
    <ServidorActions
      servidor={servidor}
      loading={isTesting}
      renderItems={() => (
        <Menu.Item leftSection={<IconPlugConnected size={16} aria-hidden />} onClick={test}>
          Probar conexión
        </Menu.Item>
      )}
    />
  )
}

interface ServidorActionsProps
  extends Pick<ThingMenuProps, 'renderItems' | 'onRemoved' | 'size' | 'variant' | 'loading'> {
  servidor: { id: string; nombre: string }
}

/** Those of its page, too. */
export function ServidorActions({ servidor, ...rest }: ServidorActionsProps) {
  const navigate = useNavigate()
  const duplicate = useDuplicateServidor()

  async function copy() {
    const { id, nombre } = await duplicate(servidor.id)
    notify.success('Servidor duplicado', nombre)
    navigate(addressOf('servidores', id))
  }

  return <ThingMenu {...rest} resource="servidores" noun="el servidor" row={servidor} onDuplicate={copy} />
}
